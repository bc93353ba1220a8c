import { useState } from 'react'
import { pageOfNotices } from '#contract/notices/notices.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { SkeletonLines } from '#web/ui/Skeleton.tsx'
import { NoticeReader } from './NoticeReader.tsx'
import { useText } from './text.ts'

/** Public notices. Closing resets the selection. */
export default function NoticeDialog({ first, onClose }: { first: string; onClose: () => void }) {
  const t = useText()
  const [chosen, setChosen] = useState(first)
  const query = useAsk(pageOfNotices, { pageNo: 1, pageSize: 10 }, { quiet: true })
  return (
    <Dialog title={t('notices.all')} width={900} onClose={onClose}>
      {query.isPending && <SkeletonLines lines={4} />}
      {query.data?.data.length === 0 && <Empty icon="bell" title={t('notices.none')} />}
      {query.data && <NoticeReader notices={query.data.data} chosen={chosen} onChoose={setChosen} />}
    </Dialog>
  )
}
