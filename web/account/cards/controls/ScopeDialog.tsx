import type { ControlScope } from '#contract/controls/stoppedBy.ts'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
import { ControlsPanel } from './ControlsPanel.tsx'
import { useText } from './form/text.ts'

/** The controls of a group, of a sub-account or of the account, which hold for all their cards together. */
export default function ScopeDialog({
  scope,
  scopeId,
  name,
  onClose,
}: {
  scope: Exclude<ControlScope, 'CARD'>
  scopeId?: string
  name?: string
  onClose: () => void
}) {
  const t = useText()
  return (
    <Dialog title={t(`controls.of.${scope}`, { name: name ?? '' })} onClose={onClose}>
      <ControlsPanel held={{ scope, scopeId }} />
    </Dialog>
  )
}
