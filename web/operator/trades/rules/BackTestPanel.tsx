import { useState } from 'react'
import { Link } from 'react-router'
import { show } from '#contract/core/money.ts'
import { backTestRules, cancelBackTest, showRuleSet, type BackTest } from '#contract/trades/desk/rules.ts'
import { useCall } from '#web/parts/client/queries.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Panel } from '#web/ui/dialogs/Panel.tsx'
import { Segmented } from '#web/ui/forms/Segmented.tsx'
import { useHolds } from '#web/operator/desk.ts'
import { paths } from '#web/operator/paths.ts'
import type { RuleSet } from './RuleList.tsx'
import { useText } from '../text.ts'
import css from './Rules.module.css'

const choices = ['1', '7', '30', '90'] as const

/** A back-test of the set on past authorizations: requested, tracked, and shown. */
export function BackTestPanel({ set }: { set: RuleSet }) {
  const t = useText()
  const [days, setDays] = useState<(typeof choices)[number]>('7')
  const makes = useHolds('staff:risk.make')
  const run = useCall(backTestRules, { refreshes: [showRuleSet] })
  const cancel = useCall(cancelBackTest, { refreshes: [showRuleSet] })
  const test = set.backTest
  const going = test?.state === 'WAITING' || test?.state === 'RUNNING'
  return (
    <Panel title={t('rules.backTest')}>
      <div className={css.lines}>
        <p className={css.note}>{t('rules.backTestText')}</p>
        {makes && set.state !== 'DISCARDED' && (
          <div className={css.row}>
            <Segmented
              label={t('rules.backTest')}
              value={days}
              options={choices.map((value) => ({ value, label: t('rules.days', { count: value }) }))}
              onChange={setDays}
            />
            {going ? (
              <Button loading={cancel.isPending} onClick={() => cancel.mutate({ backTestId: test.backTestId })}>
                {t('rules.cancel')}
              </Button>
            ) : (
              <Button
                icon="refresh"
                loading={run.isPending}
                onClick={() => run.mutate({ rulesId: set.rulesId, days: Number(days) })}
              >
                {t('rules.run')}
              </Button>
            )}
          </div>
        )}
        {test ? <Result test={test} /> : <p>{t('rules.noBackTest')}</p>}
      </div>
    </Panel>
  )
}

function Result({ test }: { test: BackTest }) {
  const t = useText()
  const { state, done, total, stopped, cards, accounts, stoppedAmount, passed } = test
  if (state === 'CANCELLED') return <p>{t('rules.cancelled')}</p>
  const share = state === 'DONE' ? 1 : total ? done / total : 0
  return (
    <div className={css.lines} aria-live="polite">
      <div
        className={css.bar}
        role="progressbar"
        aria-label={t('rules.backTest')}
        aria-valuenow={Math.round(share * 100)}
      >
        <i style={{ width: `${share * 100}%` }} />
      </div>
      <p className={css.note}>{t('rules.progress', { done, total: total ?? '…' })}</p>
      {state === 'DONE' && (
        <>
          <p className={css.found}>{t('rules.result', { stopped, cards, accounts, amount: show(stoppedAmount) })}</p>
          {passed > 0 && <p>{t('rules.passedToo', { passed })}</p>}
          {test.byRule.length > 0 && <h3 className={css.note}>{t('rules.by')}</h3>}
          <ul className={css.list}>
            {test.byRule.map((one) => (
              <li key={one.name}>
                {one.name} <strong>{one.stopped}</strong>
              </li>
            ))}
          </ul>
          {test.worst.length > 0 && <h3 className={css.note}>{t('rules.worst')}</h3>}
          <ul className={css.list}>
            {test.worst.map((one) => (
              <li key={one.accountId}>
                <Link to={paths.account(one.accountId)}>{one.userNo}</Link>
                <span>
                  {one.stopped} · <Money cents={one.amount} />
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
