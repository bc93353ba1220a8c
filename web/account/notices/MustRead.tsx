import { useState, type ComponentProps } from 'react'
import { mustReadNotices, readNotice } from '#contract/notices/notices.ts'
import { showTime } from '#web/parts/dates.ts'
import { useAsk, useCall } from '#web/parts/client/queries.ts'
import { SafeHtml } from '#web/parts/SafeHtml.tsx'
import { Button } from '#web/ui/forms/Button.tsx'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
import { useText } from './text.ts'

/** A text from the operator over the page, and the button that confirms it; `footer` is what stands beside the button. */
export function ConfirmText({
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

/** Notices that the user has to confirm, one after another. Closing postpones them to the next visit. */
export function MustRead() {
  const t = useText()
  const notice = useAsk(mustReadNotices, {}, { quiet: true, everyMs: 30_000 }).data?.[0]
  const read = useCall(readNotice, { refreshes: [mustReadNotices] })
  const [putOff, setPutOff] = useState<string>()
  if (!notice || notice.id === putOff) return null
  return (
    <ConfirmText
      title={notice.title}
      html={notice.msg}
      confirm={t('notices.gotIt')}
      loading={read.isPending}
      onConfirm={() => read.mutate({ id: notice.id })}
      onClose={() => setPutOff(notice.id)}
    >
      <time>{showTime(notice.createTime)}</time>
    </ConfirmText>
  )
}
