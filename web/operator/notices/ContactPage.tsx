import type { Output } from '#contract/core/call.ts'
import { deskContact, saveContact } from '#contract/notices/content.ts'
import { CallForm } from '#web/parts/forms/CallForm.tsx'
import { showTime } from '#web/parts/dates.ts'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { refresh, useAsk } from '#web/parts/client/queries.ts'
import { useForm } from '#web/parts/forms/useForm.ts'
import { Qr } from '#web/ui/charts/Qr.tsx'
import { Field } from '#web/ui/forms/Field.tsx'
import { Checkbox, Input, TextArea } from '#web/ui/forms/Input.tsx'
import { Panel } from '#web/ui/dialogs/Panel.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { toast } from '#web/ui/dialogs/toast.ts'
import { langNow } from '#web/text.ts'
import { useHolds } from '../desk.ts'
import { useText } from './text.ts'
import css from './Content.module.css'

export default function ContactPage() {
  const { data } = useAsk(deskContact, {})
  return <PageFrame>{data ? <ContactForm key={data.updateTime} shown={data} /> : <Skeleton height={420} />}</PageFrame>
}

function ContactForm({ shown: { contact, madeBy, updateTime, chatPossible } }: { shown: Output<typeof deskContact> }) {
  const t = useText()
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
    toast.ok(t('notices.contactSaved'))
    refresh(deskContact)
  }
  const { problem, ...reason } = form.field('reason')
  return (
    <CallForm
      loading={form.loading}
      submitError={form.submitError}
      submit={t('notices.contactSave')}
      onSubmit={() => void save()}
    >
      {([1, 2] as const).map((n) => (
        <Panel key={n} title={t('notices.qr', { n })}>
          <div className={css.two}>
            {text(`qr${n}Cn`, t('notices.nameCn'))}
            {text(`qr${n}En`, t('notices.nameEn'))}
            {text(`qr${n}Url`, t('notices.url'))}
          </div>
        </Panel>
      ))}
      <Panel title={t('notices.channel')}>
        <div className={css.two}>
          {text('channelCn', t('notices.nameCn'))}
          {text('channelEn', t('notices.nameEn'))}
          {text('channelUrl', t('notices.url'))}
        </div>
      </Panel>
      <Panel title={t('notices.hours')}>
        <div className={css.two}>
          {text('hoursCn', t('notices.hoursCn'))}
          {text('hoursEn', t('notices.hoursEn'))}
        </div>
      </Panel>
      <Panel title={t('notices.chat')}>
        {chatPossible ? (
          <div className={css.two}>
            <Checkbox checked={form.values.chatOn === true} onChange={(chatOn) => form.set({ chatOn })}>
              {t('notices.chatOn')}
            </Checkbox>
            {text('chatKey', t('notices.chatKey'))}
          </div>
        ) : (
          <p>{t('notices.chatNone')}</p>
        )}
      </Panel>
      <ContactPreview values={form.values} />
      <Field label={t('desk.reason')} hint={t('desk.reasonHint')} problem={problem} required>
        {(wiring) => <TextArea {...wiring} {...reason} rows={2} maxLength={500} disabled={!may} />}
      </Field>
      {madeBy && updateTime && <p>{t('notices.changedBy', { name: madeBy, time: showTime(updateTime) })}</p>}
    </CallForm>
  )
}

/** A preview of the account console, in the desk's language. A placeholder stands for the QR code. */
function ContactPreview({ values }: { values: Readonly<Record<string, unknown>> }) {
  const t = useText()
  const said = (name: string) => String(values[name + (langNow() === 'cn' ? 'Cn' : 'En')] ?? '')
  return (
    <Panel title={t('notices.preview')}>
      <div className={css.qrs}>
        {(['qr1', 'qr2'] as const).map((name) => (
          <figure key={name}>
            <Qr text={String(values[`${name}Url`] ?? '') || ' '} size={148} label={said(name)} />
            <figcaption>{said(name)}</figcaption>
          </figure>
        ))}
        <div className={css.channel}>
          <strong>{said('channel')}</strong>
          <span>{String(values['channelUrl'] ?? '')}</span>
          <span className={css.none}>{`${t('notices.hours')} · ${said('hours')}`}</span>
        </div>
      </div>
    </Panel>
  )
}
