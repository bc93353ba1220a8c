import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { checks } from '#contract/core/checks.ts'
import { parse, show } from '#contract/core/money.ts'
import {
  chooseChannel,
  chooseDigest,
  chooseLowBalance,
  consoleState,
  notifications,
  removeEmail,
} from '#contract/notices/notifications.ts'
import { useAsk, useCall } from '#web/parts/client/queries.ts'
import { remember } from '#web/parts/client/session.ts'
import { useSession } from '#web/parts/client/useSession.ts'
import { langNow } from '#web/text/i18n.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Field } from '#web/ui/forms/Field.tsx'
import { MoneyInput } from '#web/ui/forms/Input.tsx'
import { Panel } from '#web/ui/dialogs/Panel.tsx'
import { Segmented } from '#web/ui/forms/Segmented.tsx'
import { SkeletonLines } from '#web/ui/Skeleton.tsx'
import { toast } from '#web/ui/dialogs/toast.ts'
import { EmailForm } from './EmailForm.tsx'
import css from './Notifications.module.css'

/** How I want to be told: an address, when, and of what by which channel. */
export function Notifications() {
  const { t } = useTranslation()
  const { subAccount } = useSession()
  const query = useAsk(notifications, {})
  const [binding, setBinding] = useState(false)
  const digest = useCall(chooseDigest, { refreshes: [notifications], onDone: () => toast.ok(t('notices.prefs.saved')) })
  const remove = useCall(removeEmail, { refreshes: [notifications] })
  const data = query.data
  return (
    <Panel title={t('notices.prefs.title')}>
      {!data && <SkeletonLines lines={5} />}
      {data && (
        <div className={css.all}>
          <div className={css.row}>
            <span>
              <strong>{t('notices.prefs.email')}</strong>
              <small>{data.email ?? t('notices.prefs.emailNone')}</small>
            </span>
            {data.email ? (
              <Button size="s" look="quiet" loading={remove.isPending} onClick={() => remove.mutate({})}>
                {t('notices.prefs.emailRemove')}
              </Button>
            ) : (
              !binding && (
                <Button size="s" onClick={() => setBinding(true)}>
                  {t('notices.prefs.emailBind')}
                </Button>
              )
            )}
          </div>
          {binding && !data.email && <EmailForm onDone={() => setBinding(false)} />}
          {data.email && (
            <div>
              <small>{t('notices.prefs.digest')}</small>
              <Segmented
                label={t('notices.prefs.digest')}
                value={data.digest}
                options={[
                  { value: 'EACH', label: t('notices.prefs.each') },
                  { value: 'DAILY', label: t('notices.prefs.daily') },
                ]}
                onChange={(value) => digest.mutate({ digest: value })}
              />
              <small>{t('notices.prefs.dailyText')}</small>
            </div>
          )}
          {!subAccount && <LowBalance />}
          <details>
            <summary>{t('notices.prefs.events')}</summary>
            <p className={css.lead}>{t('notices.prefs.lead')}</p>
            <Events list={data.list} email={data.email !== null} />
          </details>
        </div>
      )}
    </Panel>
  )
}

function LowBalance() {
  const { t } = useTranslation()
  const state = useAsk(consoleState, {})
  const [typed, setTyped] = useState<string>()
  const save = useCall(chooseLowBalance, {
    refreshes: [consoleState],
    onDone: ({ lowBalance }) => {
      remember({ LowBalance: lowBalance })
      setTyped(undefined)
      toast.ok(t('notices.prefs.saved'))
    },
  })
  const limit = state.data?.lowBalance ?? 0
  const cents = typed === undefined ? undefined : (parse(typed) ?? (/^0+$/.test(typed) ? 0 : undefined))
  return (
    <form
      className={css.low}
      onSubmit={(event) => {
        event.preventDefault()
        if (cents !== undefined) save.mutate({ lowBalance: cents })
      }}
    >
      <Field
        label={t('notices.prefs.low')}
        hint={t('notices.prefs.lowText')}
        problem={
          save.error?.fields.lowBalance ?? (typed && cents === undefined ? checks.amount_shape[langNow()] : undefined)
        }
      >
        {(wiring) => (
          <MoneyInput
            {...wiring}
            value={typed ?? (state.data?.alert ? String(limit / 100) : '')}
            placeholder={String(limit / 100)}
            onChange={setTyped}
          />
        )}
      </Field>
      <div className={css.row}>
        <small>{t(state.data?.alert ? 'notices.prefs.lowOn' : 'notices.prefs.lowOff', { limit: show(limit) })}</small>
        <Button size="s" type="submit" loading={save.isPending} disabled={cents === undefined}>
          {t('notices.prefs.save')}
        </Button>
      </div>
    </form>
  )
}

type Row = { event: string; title: string; group: string; groupText: string; sms: 0 | 1; smsFixed: 0 | 1; email: 0 | 1 }

function Events({ list, email }: { list: readonly Row[]; email: boolean }) {
  const { t } = useTranslation()
  const choose = useCall(chooseChannel, { refreshes: [notifications] })
  const box = (row: Row, channel: 'SMS' | 'EMAIL', on: boolean, off?: string) => (
    <input
      type="checkbox"
      aria-label={t('notices.prefs.toggle', {
        event: row.title,
        channel: channel === 'SMS' ? t('notices.prefs.sms') : t('notices.prefs.mail'),
      })}
      checked={on}
      disabled={off !== undefined || choose.isPending}
      title={off}
      onChange={(event) => choose.mutate({ event: row.event as 'welcome', channel, on: event.target.checked })}
    />
  )
  return (
    <table className={css.events}>
      <thead>
        <tr>
          <th scope="col">{t('notices.prefs.event')}</th>
          <th scope="col">{t('notices.prefs.sms')}</th>
          <th scope="col">{t('notices.prefs.mail')}</th>
        </tr>
      </thead>
      {Object.entries(Object.groupBy(list, ({ groupText }) => groupText)).map(([group, rows]) => (
        <tbody key={group}>
          <tr>
            <th scope="rowgroup" colSpan={3}>
              {group}
            </th>
          </tr>
          {rows?.map((row) => (
            <tr key={row.event}>
              <td>{row.title}</td>
              <td>{box(row, 'SMS', row.sms === 1, row.smsFixed ? t('notices.prefs.fixed') : undefined)}</td>
              <td>{box(row, 'EMAIL', row.email === 1, email ? undefined : t('notices.prefs.bindFirst'))}</td>
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  )
}
