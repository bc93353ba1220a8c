import { useNavigate, useParams } from 'react-router'
import { listApprovals } from '#contract/staff/approvals.ts'
import { listDeskNotices, publishNotice, withdrawNotice } from '#contract/notices/content.ts'
import { refresh, useAsk } from '#web/parts/client/queries.ts'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
import { SkeletonLines } from '#web/ui/Skeleton.tsx'
import { toast } from '#web/ui/dialogs/toast.ts'
import { paths } from '../paths.ts'
import { Decide } from './Decide.tsx'
import { NoticeForm } from './NoticeForm.tsx'
import { useText } from './text.ts'

/** The actions on one notice, at their own address. */
export default function NoticeDialog() {
  const t = useText()
  const navigate = useNavigate()
  const { noticeId = '', move } = useParams()
  const fresh = noticeId === 'new'
  const query = useAsk(listDeskNotices, { noticeId }, { enabled: !fresh })
  const notice = query.data?.data.find(({ id }) => id === noticeId)
  const close = () => void navigate(paths.notices)
  const done = (words: string) => {
    toast.ok(words)
    refresh(listDeskNotices, listApprovals)
    close()
  }
  const title = fresh
    ? t('notices.add')
    : move === 'publish' || move === 'withdraw' || move === 'copy'
      ? t(`notices.${move}`)
      : t('notices.edit')
  return (
    <Dialog title={title} width={move === 'publish' || move === 'withdraw' ? 520 : 960} onClose={close}>
      {!fresh && !notice ? (
        <SkeletonLines lines={6} />
      ) : move === 'publish' ? (
        <Decide
          call={publishNotice}
          id={noticeId}
          submit={t('notices.publish')}
          text={notice?.kind === 'MUST_READ' ? t('notices.mustReadText') : undefined}
          onDone={({ approvalId }) => done(t(approvalId ? 'notices.waiting' : 'notices.published'))}
          onClose={close}
        />
      ) : move === 'withdraw' ? (
        <Decide
          call={withdrawNotice}
          id={noticeId}
          submit={t('notices.withdraw')}
          onDone={() => done(t('notices.withdrawn'))}
          onClose={close}
        />
      ) : (
        <NoticeForm notice={notice} copy={move === 'copy'} onDone={done} onClose={close} />
      )}
    </Dialog>
  )
}
