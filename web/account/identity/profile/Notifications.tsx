import { useState } from 'react'
import type { Input, Output } from '#contract/core/call.ts'
import { show } from '#contract/core/money.ts'
import {
  chooseChannel,
  chooseDigest,
  chooseLowBalance,
  consoleState,
  notifications,
  removeEmail,
  confirmEmail,
  emailCode,
} from '#contract/notices/notifications.ts'
import { useAsk, useCall } from '#web/parts/client/queries.ts'
import { remember } from '#web/parts/client/session.ts'
import { useSession } from '#web/parts/client/useSession.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Field } from '#web/ui/forms/Field.tsx'
import { Muted, Stack } from '#web/ui/layout.tsx'
import { Panel } from '#web/ui/dialogs/Panel.tsx'
import { Segmented } from '#web/ui/forms/Segmented.tsx'
import { SkeletonLines } from '#web/ui/Skeleton.tsx'
import { toast } from '#web/ui/dialogs/toast.ts'
import { PageForm } from '#web/parts/forms/PageForm.tsx'
import { MoneyField, TextField } from '#web/parts/forms/fields.tsx'
import { useForm } from '#web/parts/forms/useForm.ts'
import { SettingRow } from '../SettingRow.tsx'
import { useText } from '../text.ts'
import css from './Notifications.module.css'

/** Notification settings: an address, the times, and the channels of each event. */
export function Notifications() {
  const t = useText()
  const { subAccount } = useSession()
  const query = useAsk(notifications, {})
  const low = useAsk(consoleState, {}).data
  const [binding, setBinding] = useState(false)
  const digest = useCall(chooseDigest, {
    refreshes: [notifications],
    onDone: () => toast.ok(t('identity.notifications.saved')),
  })
  const remove = useCall(removeEmail, { refreshes: [notifications] })
  const data = query.data
  return (
    <Panel title={t('identity.notifications.title')}>
      {!data && <SkeletonLines lines={5} />}
      {data && (
        <Stack gap={4} className={css.all}>
          <SettingRow
            title={t('identity.notifications.email')}
            note={data.email ?? t('identity.notifications.emailNone')}
          >
            {data.email ? (
              <Button size="s" look="quiet" loading={remove.isPending} onClick={() => remove.mutate({})}>
                {t('identity.notifications.emailRemove')}
              </Button>
            ) : (
              !binding && (
                <Button size="s" onClick={() => setBinding(true)}>
                  {t('identity.notifications.emailBind')}
                </Button>
              )
            )}
          </SettingRow>
          {binding && !data.email && <EmailForm onDone={() => setBinding(false)} />}
          {data.email && (
            <Field label={t('identity.notifications.digest')} hint={t('identity.notifications.dailyText')} group>
              {() => (
                <Segmented
                  label={t('identity.notifications.digest')}
                  value={data.digest}
                  options={[
                    { value: 'EACH', label: t('identity.notifications.each') },
                    { value: 'DAILY', label: t('identity.notifications.daily') },
                  ]}
                  onChange={(value) => digest.mutate({ digest: value })}
                />
              )}
            </Field>
          )}
          {!subAccount && low && <LowBalance key={low.lowBalance} {...low} />}
          <details>
            <summary>{t('identity.notifications.events')}</summary>
            <Muted as="p">{t('identity.notifications.lead')}</Muted>
            <Events list={data.list} email={data.email !== null} />
          </details>
        </Stack>
      )}
    </Panel>
  )
}

type ConsoleState = Output<typeof consoleState>

function LowBalance({ lowBalance, alert }: ConsoleState) {
  const t = useText()
  const shown = String(lowBalance / 100)
  const form = useForm(chooseLowBalance, { initial: { lowBalance: alert ? shown : '' }, money: ['lowBalance'] })
  const typed = form.text('lowBalance')
  return (
    <PageForm
      form={form}
      submit={t('identity.notifications.save')}
      submitOff={typed === '' || (alert && typed === shown) ? t('identity.notifications.lowText') : undefined}
      done={t('identity.notifications.saved')}
      refreshes={[consoleState]}
      onDone={(answer) => remember({ LowBalance: answer.lowBalance })}
    >
      <MoneyField
        form={form}
        name="lowBalance"
        label={t('identity.notifications.low')}
        hint={t('identity.notifications.lowText')}
        placeholder={shown}
        required={false}
      />
      <Muted as="p">
        {t(alert ? 'identity.notifications.lowOn' : 'identity.notifications.lowOff', { limit: show(lowBalance) })}
      </Muted>
    </PageForm>
  )
}

type Row = Output<typeof notifications>['list'][number]
type Channel = Input<typeof chooseChannel>['channel']
const channelTexts = {
  APP: 'identity.notifications.app',
  SMS: 'identity.notifications.sms',
  EMAIL: 'identity.notifications.mail',
} as const satisfies Record<Channel, string>

function Events({ list, email }: { list: readonly Row[]; email: boolean }) {
  const t = useText()
  const choose = useCall(chooseChannel, { refreshes: [notifications] })
  const unlessTold = (row: Row) => row.app === 0 && t('identity.notifications.appFirst')
  const box = (row: Row, channel: Channel, on: boolean, off: string | false) => (
    <input
      type="checkbox"
      aria-label={t('identity.notifications.toggle', { event: row.title, channel: t(channelTexts[channel]) })}
      checked={on}
      disabled={off !== false || choose.isPending}
      title={off || undefined}
      onChange={(event) => choose.mutate({ event: row.event, channel, on: event.target.checked })}
    />
  )
  return (
    <table className={css.events}>
      <thead>
        <tr>
          <th scope="col">{t('identity.notifications.event')}</th>
          {Object.values(channelTexts).map((text) => (
            <th key={text} scope="col">
              {t(text)}
            </th>
          ))}
        </tr>
      </thead>
      {Object.entries(Object.groupBy(list, ({ groupText }) => groupText)).map(([group, rows]) => (
        <tbody key={group}>
          <tr>
            <th scope="rowgroup" colSpan={4}>
              {group}
            </th>
          </tr>
          {rows?.map((row) => (
            <tr key={row.event}>
              <td>{row.title}</td>
              <td>{box(row, 'APP', row.app === 1, row.appFixed === 1 && t('identity.notifications.fixed'))}</td>
              <td>
                {box(row, 'SMS', row.sms === 1, row.smsFixed ? t('identity.notifications.fixed') : unlessTold(row))}
              </td>
              <td>
                {box(row, 'EMAIL', row.email === 1, email ? unlessTold(row) : t('identity.notifications.bindFirst'))}
              </td>
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  )
}

/** First the address, then the code sent to it. */
function EmailForm({ onDone }: { onDone: () => void }) {
  const t = useText()
  const [target, setTarget] = useState<string>()
  const address = useForm(emailCode, { initial: { email: '' } })
  const proof = useForm(confirmEmail, { initial: { code: '' } })
  return target === undefined ? (
    <PageForm
      form={address}
      submit={t('identity.notifications.emailSend')}
      onDone={(answer) => setTarget(answer.target)}
      onCancel={onDone}
    >
      <TextField
        form={address}
        name="email"
        label={t('identity.notifications.email')}
        type="email"
        autoComplete="email"
        autoFocus
      />
    </PageForm>
  ) : (
    <PageForm
      form={proof}
      submit={t('identity.notifications.emailConfirm')}
      done={t('identity.notifications.emailBound')}
      refreshes={[notifications]}
      onDone={onDone}
      onCancel={onDone}
    >
      <p>{t('identity.notifications.emailSent', { target })}</p>
      <TextField
        form={proof}
        name="code"
        label={t('identity.notifications.emailCode')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        autoFocus
      />
    </PageForm>
  )
}
