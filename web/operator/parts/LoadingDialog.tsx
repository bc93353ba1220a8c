import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
import { SkeletonLines } from '#web/ui/Skeleton.tsx'

/** A dialog at its own address, until what it is about has arrived. */
export function LoadingDialog(dialog: { title: string; onClose: () => void }) {
  return (
    <Dialog {...dialog}>
      <SkeletonLines lines={6} />
    </Dialog>
  )
}
