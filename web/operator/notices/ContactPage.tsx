import type { Output } from '#contract/core/call.ts'
import { deskContact, saveContact } from '#contract/notices/content.ts'
import { PageForm } from '#web/parts/forms/PageForm.tsx'
import { showTime } from '#web/parts/dates.ts'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { useAsk } from '#web/parts/client/queries.ts'
import { SwitchField, TextField } from '#web/parts/forms/fields.tsx'
import { useForm } from '#web/parts/forms/useForm.ts'
import { Qr } from '#web/ui/charts/Qr.tsx'
import { Grid, Muted, Row, Stack } from '#web/ui/layout.tsx'
import { Panel } from '#web/ui/dialogs/Panel.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { langNow } from '#web/text.ts'
import { useHolds } from '../desk.ts'
import { ReasonField } from '../parts/ReasonDialog.tsx'
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
  const groups = [
    ['qr1', t('notices.qr', { n: 1 })],
    ['qr2', t('notices.qr', { n: 2 })],
    ['channel', t('notices.channel')],
    ['hours', t('notices.hours')],
  ] as const
  return (
    <PageForm form={form} submit={t('notices.contactSave')} done={t('notices.contactSaved')} refreshes={[deskContact]}>
      {groups.map(([name, title]) => {
        const [cn, en] = name === 'hours' ? (['hoursCn', 'hoursEn'] as const) : (['nameCn', 'nameEn'] as const)
        return (
          <Panel key={name} title={title}>
            <Grid min={300}>
              <TextField form={form} name={`${name}Cn`} label={t(`notices.${cn}`)} disabled={!may} />
              <TextField form={form} name={`${name}En`} label={t(`notices.${en}`)} disabled={!may} />
              {name !== 'hours' && (
                <TextField form={form} name={`${name}Url`} label={t('notices.url')} disabled={!may} />
              )}
            </Grid>
          </Panel>
        )
      })}
      <Panel title={t('notices.chat')}>
        {chatPossible ? (
          <Grid min={300}>
            <SwitchField form={form} name="chatOn" label={t('notices.chatOn')} />
            <TextField form={form} name="chatKey" label={t('notices.chatKey')} disabled={!may} />
          </Grid>
        ) : (
          <p>{t('notices.chatNone')}</p>
        )}
      </Panel>
      <ContactPreview values={form.values} />
      <ReasonField form={form} disabled={!may} />
      {madeBy && updateTime && <p>{t('notices.changedBy', { name: madeBy, time: showTime(updateTime) })}</p>}
    </PageForm>
  )
}

/** A preview of the account console, in the desk's language. A placeholder stands for the QR code. */
function ContactPreview({ values }: { values: Readonly<Record<string, unknown>> }) {
  const t = useText()
  const said = (name: string) => String(values[name + (langNow() === 'cn' ? 'Cn' : 'En')] ?? '')
  return (
    <Panel title={t('notices.preview')}>
      <Row gap={5} align="start" className={css.qrs}>
        {(['qr1', 'qr2'] as const).map((name) => (
          <figure key={name}>
            <Qr text={String(values[`${name}Url`] ?? '') || ' '} size={148} label={said(name)} />
            <figcaption>{said(name)}</figcaption>
          </figure>
        ))}
        <Stack gap={1}>
          <strong>{said('channel')}</strong>
          <span>{String(values['channelUrl'] ?? '')}</span>
          <Muted>{`${t('notices.hours')} · ${said('hours')}`}</Muted>
        </Stack>
      </Row>
    </Panel>
  )
}
