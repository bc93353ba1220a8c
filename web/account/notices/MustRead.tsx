import { useState } from 'react'
import { mustReadNotices, readNotice } from '#contract/notices/notices.ts'
import { showTime } from '#web/parts/dates.ts'
import { useAsk, useCall } from '#web/parts/client/queries.ts'
import { ConfirmText } from './lazyConfirmText.ts'
import { useText } from './text.ts'

/** Notices that the user has to confirm, one after another. Closing postpones them to the next visit. */
export function MustRead() {
  const t = useText()
  const notice = useAsk(mustReadNotices, {}, { quiet: true, aside: true, everyMs: 30_000, live: ['account'] }).data?.[0]
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
