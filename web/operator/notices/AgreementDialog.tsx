import { useNavigate, useParams } from 'react-router'
import {
  agreementKinds,
  listDeskAgreements,
  publishAgreement,
  saveAgreement,
  type DeskAgreement,
} from '#contract/notices/agreements.ts'
import { listApprovals } from '#contract/staff/approvals.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { CheckField, SelectField } from '#web/parts/forms/fields.tsx'
import { useForm } from '#web/parts/forms/useForm.ts'
import { optionsOf } from '#web/parts/lists/filters.ts'
import { LoadingDialog } from '../parts/LoadingDialog.tsx'
import { ReasonDialog } from '../parts/ReasonDialog.tsx'
import { TimeField } from '../parts/TimeField.tsx'
import { paths } from '../paths.ts'
import { ContentDialog, textsOf, type Draft } from './ContentDialog.tsx'
import { useText } from './text.ts'

const refreshes = [listDeskAgreements, listApprovals]

/** The actions on one version of an agreement, at their own address. */
export default function AgreementDialog() {
  const t = useText()
  const navigate = useNavigate()
  const { agreementId = '', move } = useParams()
  const fresh = agreementId === 'new'
  const query = useAsk(listDeskAgreements, { pageSize: 200 }, { enabled: !fresh })
  const agreement = query.data?.data.find(({ id }) => id === agreementId)
  const onClose = () => void navigate(paths.agreements)
  const edits = move === 'edit' && !fresh
  const title = t(move === 'publish' ? 'notices.publish' : edits ? 'notices.edit' : 'notices.addVersion')
  if (!fresh && !agreement) return <LoadingDialog title={title} onClose={onClose} />
  if (move === 'publish')
    return (
      <ReasonDialog
        call={publishAgreement}
        input={{ id: agreementId }}
        title={title}
        text={t(agreement?.mustAccept ? 'notices.mustAcceptText' : 'notices.agreementText')}
        submit={title}
        done={t('notices.waiting')}
        refreshes={refreshes}
        onClose={onClose}
      />
    )
  return <AgreementForm title={title} found={agreement} copy={move === 'copy'} onClose={onClose} />
}

function AgreementForm({ title, found: agreement, copy, onClose }: Draft<DeskAgreement>) {
  const t = useText()
  const form = useForm(saveAgreement, {
    initial: {
      ...textsOf(agreement, copy),
      ...(agreement && !copy && { effectiveTime: agreement.effectiveTime }),
      kind: agreement?.kind ?? 'TERMS',
      mustAccept: agreement?.mustAccept === 1,
    },
  })
  return (
    <ContentDialog
      form={form}
      title={title}
      refreshes={refreshes}
      onClose={onClose}
      first={
        <>
          <SelectField
            form={form}
            name="kind"
            label={t('notices.agreement')}
            disabled={form.values.id !== undefined}
            options={optionsOf(agreementKinds)}
          />
          <TimeField form={form} name="effectiveTime" label={t('notices.effective')} hint={t('notices.startHint')} />
        </>
      }
    >
      <CheckField form={form} name="mustAccept" label={t('notices.mustAccept')} />
    </ContentDialog>
  )
}
