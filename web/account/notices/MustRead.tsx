import { useState } from 'react'
import { mustReadNotices, readNotice } from '#contract/notices/notices.ts'
import { ask } from '#web/parts/client/client.ts'
import { showTime } from '#web/parts/dates.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { SafeHtml } from '#web/parts/SafeHtml.tsx'
import { Button } from '#web/ui/forms/Button.tsx'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
import { useText } from './text.ts'

/** Notices that the user has to confirm, one after another. Closing postpones them to the next visit. */
export function MustRead() {
  const t = useText()
  const notices = useAsk(mustReadNotices, {}, { quiet: true, everyMs: 30_000 })
  const [putOff, setPutOff] = useState<string>()
  const notice = notices.data?.[0]
  if (!notice || notice.id === putOff) return null
  const confirm = async () => {
    await ask(readNotice, { id: notice.id })
    await notices.refetch()
  }
  return (
    <Dialog
      title={notice.title}
      onClose={() => setPutOff(notice.id)}
      footer={
        <Button look="primary" onClick={() => void confirm().catch(() => {})}>
          {t('notices.gotIt')}
        </Button>
      }
    >
      <time>{showTime(notice.createTime)}</time>
      <SafeHtml html={notice.msg} />
    </Dialog>
  )
}
