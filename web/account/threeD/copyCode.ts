import { i18n } from '#web/text/i18n.ts'
import { toast } from '#web/ui/dialogs/toast.ts'

export function copyCode(code: string): void {
  navigator.clipboard.writeText(code).then(
    () => toast.ok(i18n.t('threeD.copied', { code })),
    () => toast.bad(i18n.t('ui.copyFailed')),
  )
}
