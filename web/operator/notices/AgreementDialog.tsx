import { useNavigate, useParams } from 'react-router'
import {
  agreementKinds,
  listDeskAgreements,
  publishAgreement,
  saveAgreement,
  type DeskAgreement,
} from '#contract/notices/agreements.ts'
import { listApprovals } from '#contract/staff/approvals.ts'
import { CallForm } from '#web/parts/forms/CallForm.tsx'
import { refresh, useAsk } from '#web/parts/client/queries.ts'
import { useForm } from '#web/parts/forms/useForm.ts'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
import { Field } from '#web/ui/forms/Field.tsx'
import { Checkbox, Input, Select } from '#web/ui/forms/Input.tsx'
import { SkeletonLines } from '#web/ui/Skeleton.tsx'
import { toast } from '#web/ui/dialogs/toast.ts'
import { paths } from '../paths.ts'
import { Decide } from './Decide.tsx'
import css from './Content.module.css'
import { HtmlField } from './HtmlField.tsx'
import { localOf } from './NoticeForm.tsx'
import { langNow } from '#web/text.ts'
import { useText } from './text.ts'

export default function AgreementDialog() {
  const t = useText()
  const navigate = useNavigate()
  const { agreementId = '', move } = useParams()
  const fresh = agreementId === 'new'
  const query = useAsk(listDeskAgreements, { pageSize: 200 }, { enabled: !fresh })
  const agreement = query.data?.data.find(({ id }) => id === agreementId)
  const close = () => void navigate(paths.agreements)
  const done = (words: string) => {
    toast.ok(words)
    refresh(listDeskAgreements, listApprovals)
    close()
  }
  return (
    <Dialog
      title={t(
        move === 'publish' ? 'notices.publish' : move === 'edit' && !fresh ? 'notices.edit' : 'notices.addVersion',
      )}
      width={move === 'publish' ? 520 : 960}
      onClose={close}
    >
      {!fresh && !agreement ? (
        <SkeletonLines lines={6} />
      ) : move === 'publish' ? (
        <Decide
          call={publishAgreement}
          id={agreementId}
          submit={t('notices.publish')}
          text={t(agreement?.mustAccept ? 'notices.mustAcceptText' : 'notices.agreementText')}
          onDone={() => done(t('notices.waiting'))}
          onClose={close}
        />
      ) : (
        <AgreementForm agreement={agreement} copy={move === 'copy'} onDone={done} onClose={close} />
      )}
    </Dialog>
  )
}

function AgreementForm({
  agreement,
  copy,
  onDone,
  onClose,
}: {
  agreement: DeskAgreement | undefined
  copy: boolean
  onDone: (words: string) => void
  onClose: () => void
}) {
  const t = useText()
  const form = useForm(saveAgreement, {
    initial: {
      ...(agreement && !copy && { id: agreement.id, effectiveTime: agreement.effectiveTime }),
      kind: agreement?.kind ?? 'TERMS',
      titleCn: agreement?.titleCn ?? '',
      titleEn: agreement?.titleEn ?? '',
      htmlCn: agreement?.htmlCn ?? '',
      htmlEn: agreement?.htmlEn ?? '',
      mustAccept: agreement?.mustAccept === 1,
    },
  })
  const [{ problem: cnProblem, ...titleCn }, { problem: enProblem, ...titleEn }] = [
    form.field('titleCn'),
    form.field('titleEn'),
  ]
  async function save() {
    if (await form.submit()) onDone(t('notices.saved'))
  }
  const when = (
    <Field label={t('notices.effective')} hint={t('notices.startHint')} problem={form.problemOf('effectiveTime')}>
      {(wiring) => (
        <Input
          {...wiring}
          type="datetime-local"
          value={localOf(form.values.effectiveTime)}
          onChange={(value) => form.set({ effectiveTime: value ? new Date(value).getTime() : undefined })}
        />
      )}
    </Field>
  )
  return (
    <CallForm form={form} submit={t('notices.save')} onSubmit={() => void save()} onCancel={onClose}>
      <div className={css.two}>
        <Field label={t('notices.agreement')} required>
          {(wiring) => (
            <Select
              {...wiring}
              value={String(form.values.kind)}
              disabled={form.values.id !== undefined}
              options={Object.entries(agreementKinds).map(([value, words]) => ({ value, label: words[langNow()] }))}
              onChange={(kind) => form.set({ kind: kind as 'TERMS' })}
            />
          )}
        </Field>
        {when}
        <Field label={t('notices.titleCn')} problem={cnProblem} required>
          {(wiring) => <Input {...wiring} {...titleCn} />}
        </Field>
        <Field label={t('notices.titleEn')} problem={enProblem} required>
          {(wiring) => <Input {...wiring} {...titleEn} />}
        </Field>
      </div>
      <HtmlField label={t('notices.htmlCn')} field={form.field('htmlCn')} />
      <HtmlField label={t('notices.htmlEn')} field={form.field('htmlEn')} />
      <Checkbox checked={form.values.mustAccept === true} onChange={(mustAccept) => form.set({ mustAccept })}>
        {t('notices.mustAccept')}
      </Checkbox>
    </CallForm>
  )
}
