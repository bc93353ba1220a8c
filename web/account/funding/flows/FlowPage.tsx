import { useLocation, useNavigate, useParams, Link } from 'react-router'
import { listFlows, type FlowRow, subtractedParts } from '#contract/funding/funding.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { Drawer } from '#web/ui/dialogs/Dialog.tsx'
import { Detail } from '#web/parts/LoadFailed.tsx'
import { Note } from '#web/ui/Notes.tsx'
import { PriceLines } from '#web/ui/PriceLines.tsx'
import { paths } from '#web/account/paths.ts'
import { showTime } from '#web/parts/dates.ts'
import { CopyButton } from '#web/ui/forms/CopyButton.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Facts, Muted, Section, Stack, type Fact } from '#web/ui/layout.tsx'
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
      <Detail
        pending={waiting}
        missing={t('funding.flows.one.missing')}
        why={problem ?? t('funding.flows.one.missingText')}
      >
        {flow && <FlowDetail flow={flow} />}
      </Detail>
    </Drawer>
  )
}

function FlowDetail({ flow }: { flow: FlowRow }) {
  const t = useText()
  const { unit } = flow
  const moved = movement(flow)
  const held = flow.status === 'PROCESSING'
  return (
    <>
      <Stack gap={2}>
        <Money cents={held ? flow.amount : moved} unit={unit} sign={held ? undefined : 'always'} size="xl" />
        <Muted as="p">{showTime(flow.initiated)}</Muted>
        {held && <Note>{t('funding.flows.one.held')}</Note>}
      </Stack>
      {flow.parts.length > 0 && (
        <Section title={t('funding.flows.one.madeOf')}>
          <div className={css.parts}>
            <PriceLines
              unit={unit}
              lines={flow.parts.map(({ part, text, amount }) => ({
                label: text,
                cents: amount,
                minus: subtractedParts.has(part),
              }))}
              total={{ label: t('funding.flows.one.whole'), cents: flow.amount }}
            />
          </div>
        </Section>
      )}
      <Section title={t('funding.flows.one.details')}>
        <Facts facts={facts(flow, t)} />
      </Section>
    </>
  )
}

function facts(flow: FlowRow, t: typeof say): Fact[] {
  const { balanceAfter, unit, bizNo } = flow
  const card = flow.lastFour ? `···· ${flow.lastFour}` : flow.cardSeqNo
  const topUp = flow.type === 'TOPUP_USDT'
  return [
    balanceAfter !== null && [
      t('funding.flows.one.before'),
      <Money cents={balanceAfter - movement(flow)} unit={unit} />,
    ],
    balanceAfter !== null && [t('funding.flows.one.after'), <Money cents={balanceAfter} unit={unit} strong />],
    (flow.cardId ?? card) && [
      t('funding.flows.one.card'),
      flow.cardId ? <Link to={paths.card(flow.cardId)}>{card ?? flow.cardId}</Link> : card,
    ],
    [
      t(topUp ? 'funding.flows.one.topUp' : 'funding.flows.column.no'),
      <>
        {topUp && bizNo.startsWith('tup_') ? <Link to={paths.rechargeOrder(bizNo)}>{bizNo}</Link> : bizNo}
        <CopyButton text={bizNo} what={t('funding.flows.column.no')} />
      </>,
    ],
    flow.subNickname && [t('funding.flows.column.sub'), flow.subNickname],
    flow.remark && [t('funding.flows.one.remark'), flow.remark],
    flow.status === 'DONE' && [t('funding.flows.one.no'), flow.flowNo],
  ]
}
