import { useState } from 'react'
import { Link } from 'react-router'
import { show } from '#contract/core/money.ts'
import { backTestRules, cancelBackTest, showRuleSet, type BackTest } from '#contract/trades/desk/rules.ts'
import { useCall } from '#web/parts/client/queries.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Panel } from '#web/ui/dialogs/Panel.tsx'
import { Facts, Muted, Row, Section, Stack } from '#web/ui/layout.tsx'
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
      <Stack gap={4}>
        <Muted as="p">{t('rules.backTestText')}</Muted>
        {makes && set.state !== 'DISCARDED' && (
          <Row gap={4}>
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
          </Row>
        )}
        {test ? <Result test={test} /> : <p>{t('rules.noBackTest')}</p>}
      </Stack>
    </Panel>
  )
}

function Result({ test }: { test: BackTest }) {
  const t = useText()
  const { state, done, total, stopped, cards, accounts, stoppedAmount, passed } = test
  if (state === 'CANCELLED') return <p>{t('rules.cancelled')}</p>
  const share = state === 'DONE' ? 1 : total ? done / total : 0
  return (
    <Stack gap={4} aria-live="polite">
      <div
        className={css.bar}
        role="progressbar"
        aria-label={t('rules.backTest')}
        aria-valuenow={Math.round(share * 100)}
      >
        <i style={{ width: `${share * 100}%` }} />
      </div>
      <Muted as="p">{t('rules.progress', { done, total: total ?? '…' })}</Muted>
      {state === 'DONE' && (
        <>
          <strong>{t('rules.result', { stopped, cards, accounts, amount: show(stoppedAmount) })}</strong>
          {passed > 0 && <p>{t('rules.passedToo', { passed })}</p>}
          {test.byRule.length > 0 && (
            <Section title={t('rules.by')}>
              <Facts facts={test.byRule.map((one) => [one.name, <strong>{one.stopped}</strong>])} />
            </Section>
          )}
          {test.worst.length > 0 && (
            <Section title={t('rules.worst')}>
              <Facts
                facts={test.worst.map((one) => [
                  <Link to={paths.account(one.accountId)}>{one.userNo}</Link>,
                  <>
                    {one.stopped} · <Money cents={one.amount} />
                  </>,
                ])}
              />
            </Section>
          )}
        </>
      )}
    </Stack>
  )
}
