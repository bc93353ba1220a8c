import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { subtractedParts, type FlowRow } from '#contract/funding/funding.ts'
import { showTime } from '#web/parts/dates.ts'
import { CopyButton } from '#web/ui/forms/CopyButton.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Facts } from '#web/ui/dialogs/Panel.tsx'
import { paths } from '#web/account/paths.ts'
import { movement } from './flowLook.ts'
import { type say, useText } from '../text.ts'
import css from './Flows.module.css'

type Fact = readonly [ReactNode, ReactNode]

export function FlowDetail({ flow }: { flow: FlowRow }) {
  const t = useText()
  const { unit } = flow
  const moved = movement(flow)
  const held = flow.status === 'PROCESSING'
  return (
    <div className={css.detail}>
      <div>
        <Money cents={held ? flow.amount : moved} unit={unit} sign={held ? undefined : 'always'} size="xl" />
        <p className={css.note}>{showTime(flow.initiated)}</p>
        {held && <p className={css.held}>{t('funding.flows.one.held')}</p>}
      </div>
      {flow.parts.length > 0 && (
        <section>
          <h3 className={css.title}>{t('funding.flows.one.madeOf')}</h3>
          <dl className={css.parts}>
            {flow.parts.map(({ part, text, amount }) => (
              <div key={part}>
                <dt>{text}</dt>
                <dd>
                  <Money cents={subtractedParts.has(part) ? -amount : amount} unit={unit} />
                </dd>
              </div>
            ))}
            <div className={css.whole}>
              <dt>{t('funding.flows.one.whole')}</dt>
              <dd>
                <Money cents={flow.amount} unit={unit} strong />
              </dd>
            </div>
          </dl>
        </section>
      )}
      <section>
        <h3 className={css.title}>{t('funding.flows.one.details')}</h3>
        <Facts facts={[...balanceFacts(flow, t), ...aboutFacts(flow, t)]} />
      </section>
    </div>
  )
}

type T = typeof say

function balanceFacts(flow: FlowRow, t: T): Fact[] {
  if (flow.balanceAfter === null) return []
  return [
    [t('funding.flows.one.before'), <Money cents={flow.balanceAfter - movement(flow)} unit={flow.unit} />],
    [t('funding.flows.one.after'), <Money cents={flow.balanceAfter} unit={flow.unit} strong />],
  ]
}

function aboutFacts(flow: FlowRow, t: T): Fact[] {
  const facts: Fact[] = []
  const card = flow.lastFour ? `···· ${flow.lastFour}` : flow.cardSeqNo
  if (flow.cardId)
    facts.push([t('funding.flows.one.card'), <Link to={paths.card(flow.cardId)}>{card ?? flow.cardId}</Link>])
  else if (card) facts.push([t('funding.flows.one.card'), card])
  facts.push([
    flow.type === 'TOPUP_USDT' ? t('funding.flows.one.topUp') : t('funding.flows.column.no'),
    <>
      {flow.type === 'TOPUP_USDT' && flow.bizNo.startsWith('tup_') ? (
        <Link to={paths.rechargeOrder(flow.bizNo)}>{flow.bizNo}</Link>
      ) : (
        flow.bizNo
      )}
      <CopyButton text={flow.bizNo} what={t('funding.flows.column.no')} />
    </>,
  ])
  if (flow.subNickname) facts.push([t('funding.flows.column.sub'), flow.subNickname])
  if (flow.remark) facts.push([t('funding.flows.one.remark'), flow.remark])
  if (flow.status === 'DONE') facts.push([t('funding.flows.one.no'), flow.flowNo])
  return facts
}
