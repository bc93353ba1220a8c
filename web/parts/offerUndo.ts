import { say } from '../text.ts'
import { toast } from '../ui/dialogs/toast.ts'
import { asRefused } from './client/refused.ts'

/** Says what was done, with a button that takes it back. `changed` refreshes what shows it. */
export function offerUndo(text: string, back: () => Promise<unknown>, changed: () => void): void {
  toast.undoable(text, say('ui.undo'), () => {
    void back().then(
      () => {
        changed()
        toast.ok(say('ui.undone'))
      },
      (error: unknown) => {
        // The refusal is shown by the call; a part may have been taken back.
        changed()
        if (!asRefused(error)) throw error
      },
    )
  })
}
