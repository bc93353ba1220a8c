import type { Output } from '#contract/core/call.ts'
import { deskContact, saveContact } from '#contract/notices/content.ts'
import { CallForm } from '#web/parts/forms/CallForm.tsx'
import { showTime } from '#web/parts/dates.ts'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { refresh, useAsk } from '#web/parts/client/queries.ts'
import { useForm } from '#web/parts/forms/useForm.ts'
import { Field } from '#web/ui/forms/Field.tsx'
import { Checkbox, Input, TextArea } from '#web/ui/forms/Input.tsx'
import { Panel } from '#web/ui/dialogs/Panel.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { toast } from '#web/ui/dialogs/toast.ts'
import { useHolds } from '../desk.ts'
import { useSay } from '../say.ts'
import { ContactPreview } from './ContactPreview.tsx'
import css from './Content.module.css'

export default function ContactPage() {
  const { data } = useAsk(deskContact, {})
  return <PageFrame>{data ? <ContactForm key={data.updateTime} shown={data} /> : <Skeleton height={420} />}</PageFrame>
}

function ContactForm({ shown: { contact, madeBy, updateTime, chatPossible } }: { shown: Output<typeof deskContact> }) {
  const { t } = useSay()
  const may = useHolds('staff:content.make')
  const [one, other] = [contact.qrs[0]!, contact.qrs[1]!]
  const form = useForm(saveContact, {
    initial: {
      ...{ qr1Cn: one.cn, qr1En: one.en, qr1Url: one.url, qr2Cn: other.cn, qr2En: other.en, qr2Url: other.url },
      ...{ channelCn: contact.channel.cn, channelEn: contact.channel.en, channelUrl: contact.channel.url },
      ...{ hoursCn: contact.hours.cn, hoursEn: contact.hours.en, chatOn: contact.chatOn, chatKey: contact.chatKey },
      reason: '',
    },
  })
  type Name = Parameters<typeof form.field>[0]
  const text = (name: Name, label: string) => {
    const { problem, ...bound } = form.field(name)
    return (
      <Field label={label} problem={problem}>
        {(wiring) => <Input {...wiring} {...bound} disabled={!may} />}
      </Field>
    )
  }
  async function save() {
    if (!(await form.submit())) return
    toast.ok(t('contentDesk.contactSaved'))
    refresh(deskContact)
  }
  const { problem, ...reason } = form.field('reason')
  return (
    <CallForm
      loading={form.loading}
      submitError={form.submitError}
      submit={t('contentDesk.contactSave')}
      onSubmit={() => void save()}
    >
      {([1, 2] as const).map((n) => (
        <Panel key={n} title={t('contentDesk.qr', { n })}>
          <div className={css.two}>
            {text(`qr${n}Cn`, t('contentDesk.nameCn'))}
            {text(`qr${n}En`, t('contentDesk.nameEn'))}
            {text(`qr${n}Url`, t('contentDesk.url'))}
          </div>
        </Panel>
      ))}
      <Panel title={t('contentDesk.channel')}>
        <div className={css.two}>
          {text('channelCn', t('contentDesk.nameCn'))}
          {text('channelEn', t('contentDesk.nameEn'))}
          {text('channelUrl', t('contentDesk.url'))}
        </div>
      </Panel>
      <Panel title={t('contentDesk.hours')}>
        <div className={css.two}>
          {text('hoursCn', t('contentDesk.hoursCn'))}
          {text('hoursEn', t('contentDesk.hoursEn'))}
        </div>
      </Panel>
      <Panel title={t('contentDesk.chat')}>
        {chatPossible ? (
          <div className={css.two}>
            <Checkbox checked={form.values.chatOn === true} onChange={(chatOn) => form.set({ chatOn })}>
              {t('contentDesk.chatOn')}
            </Checkbox>
            {text('chatKey', t('contentDesk.chatKey'))}
          </div>
        ) : (
          <p>{t('contentDesk.chatNone')}</p>
        )}
      </Panel>
      <ContactPreview values={form.values} />
      <Field label={t('desk.reason')} hint={t('desk.reasonHint')} problem={problem} required>
        {(wiring) => <TextArea {...wiring} {...reason} rows={2} maxLength={500} disabled={!may} />}
      </Field>
      {madeBy && updateTime && <p>{t('contentDesk.changedBy', { name: madeBy, time: showTime(updateTime) })}</p>}
    </CallForm>
  )
}
