import { toast } from '#web/ui/dialogs/toast.ts'
import { say } from './text.ts'

export function copyCode(code: string): void {
  navigator.clipboard.writeText(code).then(
    () => toast.ok(say('threeD.copied', { code })),
    () => toast.bad(say('ui.copyFailed')),
  )
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName))

/** A bare key: not typed into a field, and none of the browser's own. */
export const isShortcut = (event: KeyboardEvent): boolean =>
  !isTyping(event.target) && !event.ctrlKey && !event.metaKey && !event.altKey && !event.defaultPrevented
