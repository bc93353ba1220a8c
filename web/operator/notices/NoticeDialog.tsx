import { useNavigate, useParams } from 'react-router'
import { listApprovals } from '#contract/staff/approvals.ts'
import {
  audiences,
  listDeskNotices,
  noticeKinds,
  publishNotice,
  saveNotice,
  withdrawNotice,
  type DeskNotice,
} from '#contract/notices/content.ts'
import { noticeLevels } from '#contract/notices/notices.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { SelectField, TextField } from '#web/parts/forms/fields.tsx'
import { useForm } from '#web/parts/forms/useForm.ts'
import { Grid } from '#web/ui/layout.tsx'
import { optionsOf } from '#web/parts/lists/filters.ts'
import { LoadingDialog } from '../parts/LoadingDialog.tsx'
import { ReasonDialog } from '../parts/ReasonDialog.tsx'
import { TimeField } from '../parts/TimeField.tsx'
import { paths } from '../paths.ts'
import { ContentDialog, textsOf, type Draft } from './ContentDialog.tsx'
import { useText } from './text.ts'

const refreshes = [listDeskNotices, listApprovals]

/** The actions on one notice, at their own address. */
export default function NoticeDialog() {
  const t = useText()
  const navigate = useNavigate()
  const { noticeId = '', move } = useParams()
  const fresh = noticeId === 'new'
  const query = useAsk(listDeskNotices, { noticeId }, { enabled: !fresh })
  const notice = query.data?.data.find(({ id }) => id === noticeId)
  const onClose = () => void navigate(paths.notices)
  const known = move === 'publish' || move === 'withdraw' || move === 'copy' ? move : 'edit'
  const title = t(fresh ? 'notices.add' : `notices.${known}`)
  if (!fresh && !notice) return <LoadingDialog title={title} onClose={onClose} />
  const asking = { input: { id: noticeId }, title, submit: title, refreshes, onClose }
  if (move === 'publish')
    return (
      <ReasonDialog
        {...asking}
        call={publishNotice}
        text={notice?.kind === 'MUST_READ' ? t('notices.mustReadText') : undefined}
        done={({ approvalId }) => t(approvalId ? 'notices.waiting' : 'notices.published')}
      />
    )
  if (move === 'withdraw') return <ReasonDialog {...asking} call={withdrawNotice} done={t('notices.withdrawn')} />
  return <NoticeForm title={title} found={notice} copy={move === 'copy'} onClose={onClose} />
}

function NoticeForm({ title, found: notice, copy, onClose }: Draft<DeskNotice>) {
  const t = useText()
  const form = useForm(saveNotice, {
    initial: {
      ...textsOf(notice, copy),
      kind: notice?.kind ?? 'CAROUSEL',
      level: notice?.level ?? 'INFO',
      audience: notice?.audience ?? 'ALL',
      audienceIds: notice?.audienceIds.join(',') ?? '',
      ...(!copy && notice && { startTime: notice.startTime }),
      ...(!copy && notice?.endTime && { endTime: notice.endTime }),
    },
  })
  const chosen = form.values.audience === 'PLAN' || form.values.audience === 'ACCOUNT'
  return (
    <ContentDialog
      form={form}
      title={title}
      done={({ dropped }) =>
        dropped.length
          ? `${t('notices.saved')} · ${t('notices.dropped', { what: dropped.join('、') })}`
          : t('notices.saved')
      }
      refreshes={refreshes}
      onClose={onClose}
      first={
        <>
          <SelectField form={form} name="kind" label={t('notices.kind')} options={optionsOf(noticeKinds)} />
          <SelectField form={form} name="level" label={t('notices.level')} options={optionsOf(noticeLevels)} />
        </>
      }
    >
      <Grid min={300}>
        <SelectField form={form} name="audience" label={t('notices.audience')} options={optionsOf(audiences)} />
        {chosen && <TextField form={form} name="audienceIds" label={t('notices.audienceIds')} />}
        <TimeField form={form} name="startTime" label={t('notices.start')} hint={t('notices.startHint')} />
        <TimeField form={form} name="endTime" label={t('notices.end')} hint={t('notices.endHint')} />
      </Grid>
    </ContentDialog>
  )
}
