import { toast } from '#web/ui/dialogs/toast.ts'
import { say } from './text.ts'

export function copyCode(code: string): void {
  navigator.clipboard.writeText(code).then(
    () => toast.ok(say('threeD.copied', { code })),
    () => toast.bad(say('ui.copyFailed')),
  )
}
