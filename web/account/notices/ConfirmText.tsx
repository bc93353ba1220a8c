import type { ComponentProps } from 'react'
import { SafeHtml } from '#web/parts/SafeHtml.tsx'
import { Button } from '#web/ui/forms/Button.tsx'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'

/** A text from the operator over the page, and the button that confirms it; `footer` is what stands beside the button. */
export default function ConfirmText({
  html,
  confirm,
  loading,
  onConfirm,
  ...dialog
}: ComponentProps<typeof Dialog> & { html: string; confirm: string; loading: boolean; onConfirm: () => void }) {
  return (
    <Dialog
      {...dialog}
      footer={
        <>
          {dialog.footer}
          <Button look="primary" loading={loading} onClick={onConfirm}>
            {confirm}
          </Button>
        </>
      }
    >
      {dialog.children}
      <SafeHtml html={html} />
    </Dialog>
  )
}
