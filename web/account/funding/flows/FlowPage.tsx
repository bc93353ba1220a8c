import { useLocation, useNavigate, useParams, Link } from 'react-router'
import type { ReactNode } from 'react'
import { listFlows, type FlowRow, subtractedParts } from '#contract/funding/funding.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { Drawer } from '#web/ui/dialogs/Dialog.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { Skeleton, SkeletonLines } from '#web/ui/Skeleton.tsx'
import { paths } from '#web/account/paths.ts'
import { showTime } from '#web/parts/dates.ts'
import { CopyButton } from '#web/ui/forms/CopyButton.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Facts } from '#web/ui/layout.tsx'
import { useText, type say } from '../text.ts'
import { addressOf, movement } from './flowTones.ts'
import { Status } from './flowColumns.tsx'
import css from './Flows.module.css'

/**
 * One statement line, beside the statement. The number of an entry is its position in the wallet, so it is the first one before the next; pending items precede
 * all entries.
 */
function useFlow(flowNo: string): { flow: FlowRow | undefined; waiting: boolean; problem: string | undefined } {
  const isEntry = /^\d{1,15}$/.test(flowNo)
  const input = isEntry ? { cursor: String(Number(flowNo) + 1), pageSize: 1 } : { pageSize: 100 }
  const query = useAsk(listFlows, input, { quiet: true })
  const flow = query.data?.data.find((row) => addressOf(row) === flowNo)
  return { flow, waiting: query.isPending || query.isPlaceholderData, problem: query.error?.says }
}

export default function FlowPage() {
  const t = useText()
  const { flowNo = '' } = useParams()
  const { search } = useLocation()
  const navigate = useNavigate()
  const { flow, waiting, problem } = useFlow(flowNo)
  return (
    <Drawer
      title={flow?.typeText ?? t('funding.flows.title')}
      extra={flow && <Status flow={flow} />}
      width={520}
      onClose={() => void navigate({ pathname: paths.financeRecord, search })}
    >
      {flow ? (
        <FlowDetail flow={flow} />
      ) : waiting ? (
        <div className={css.detail} aria-busy="true">
          <Skeleton height={80} radius={12} />
          <SkeletonLines lines={5} />
        </div>
      ) : (
        <Empty
          icon="search"
          title={t('funding.flows.one.missing')}
          text={problem ?? t('funding.flows.one.missingText')}
        />
      )}
    </Drawer>
  )
}

type Fact = readonly [ReactNode, ReactNode]

function FlowDetail({ flow }: { flow: FlowRow }) {
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
