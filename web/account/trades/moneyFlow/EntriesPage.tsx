import { useState, type ReactNode } from 'react'
import { Link, useLocation, useNavigate, useParams, useSearchParams } from 'react-router'
import type { Output } from '#contract/core/call.ts'
import { moneyFlow, moneyFlowEntries } from '#contract/trades/moneyFlow.ts'
import { Answered } from '#web/parts/Answered.tsx'
import { serverNow } from '#web/parts/client/serverClock.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { showDate, showTime } from '#web/parts/dates.ts'
import { Keyset } from '#web/parts/lists/Keyset.tsx'
import { Detail } from '#web/parts/LoadFailed.tsx'
import { paths } from '#web/account/paths.ts'
import { useReachable } from '#web/account/useReachable.ts'
import { Drawer } from '#web/ui/dialogs/Dialog.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { Muted, Rows, Stack, TwoLines } from '#web/ui/layout.tsx'
import { Money } from '#web/ui/Money.tsx'
import { flowDaysFrom, type FlowDays } from './address.ts'
import { OTHERS } from './itemWords.ts'
import { otherMerchants, type Flow } from './stages.ts'
import { useText } from './text.ts'
import css from './MoneyFlow.module.css'

/** What is behind one flow, beside the picture: its ledger entries, or the merchants that have no place in the picture. */
export default function EntriesPage() {
  const t = useText()
  const { ribbon = '' } = useParams()
  const [search] = useSearchParams()
  const days = flowDaysFrom(search, serverNow())
  const { data: flow, error, isPending } = useAsk(moneyFlow, days, { quiet: true })
  const found = flow?.ribbons.find((one) => one.ribbon === ribbon)
  return (
    <Opened title={ribbon === OTHERS ? t('moneyFlow.otherMerchants') : (found?.name ?? t('moneyFlow.entries'))}>
      <Detail pending={isPending} missing={t('moneyFlow.noEntries')} why={error?.says ?? t('moneyFlow.noEntriesText')}>
        {flow && ribbon === OTHERS && <Merchants flow={flow} />}
        {flow && found && <Entries key={`${ribbon}${days.from}${days.until}`} flow={flow} found={found} days={days} />}
      </Detail>
    </Opened>
  )
}

function Opened({ title, children }: { title: string; children: ReactNode }) {
  const navigate = useNavigate()
  const { search } = useLocation()
  return (
    <Drawer title={title} width={560} onClose={() => void navigate({ pathname: paths.moneyFlow, search })}>
      {children}
    </Drawer>
  )
}

const Dates = ({ flow: { from, until } }: { flow: Flow }) => {
  const t = useText()
  return <Muted as="p">{t('moneyFlow.dates', { from: showDate(from), until: showDate(until) })}</Muted>
}

function Entries({ flow, found, days }: { flow: Flow; found: Flow['ribbons'][number]; days: FlowDays }) {
  const t = useText()
  const [after, setAfter] = useState<string>()
  const query = useAsk(moneyFlowEntries, { ...days, ribbon: found.ribbon, ...(after && { cursor: after }) })
  return (
    <>
      <Stack gap={2}>
        <Money cents={found.cents} size="xl" />
        <Dates flow={flow} />
        <Muted as="p">
          {found.entries === null ? t('moneyFlow.sumByDay') : t('moneyFlow.sumText', { count: found.entries })}
        </Muted>
      </Stack>
      <Answered query={query}>
        {({ list, cursor }) => (
          <>
            {list.length === 0 ? (
              <Empty icon="ledger" title={t('moneyFlow.noEntries')} text={t('moneyFlow.noEntriesText')} />
            ) : (
              <Rows className={css.entries} aria-label={found.name}>
                {list.map((entry) => (
                  <Entry key={entry.entryId} entry={entry} />
                ))}
              </Rows>
            )}
            <Keyset after={after} cursor={cursor} go={setAfter} />
          </>
        )}
      </Answered>
    </>
  )
}

function Entry({ entry }: { entry: Output<typeof moneyFlowEntries>['list'][number] }) {
  const t = useText()
  const reachable = useReachable()
  const { kindText, about, time, cents, flowNo, tradeId, cardId, lastFour, subNickname } = entry
  const links = [
    flowNo && reachable(paths.financeRecord) && [paths.flow(flowNo), t('moneyFlow.entry.flow')],
    tradeId && reachable(paths.cardRecord) && [paths.trade(tradeId), t('moneyFlow.entry.trade')],
    cardId && lastFour && reachable(paths.cardList) && [paths.card(cardId), t('moneyFlow.entry.card', { lastFour })],
  ].filter((link) => typeof link === 'object')
  return (
    <li>
      <TwoLines below={[showTime(time), subNickname].filter(Boolean).join(' · ')}>
        {[kindText, about].filter(Boolean).join(' · ')}
      </TwoLines>
      <Money cents={cents} strong />
      {links.length > 0 && (
        <span className={css.links}>
          {links.map(([to, text]) => (
            <Link key={to} to={to!}>
              {text}
            </Link>
          ))}
        </span>
      )}
    </li>
  )
}

function Merchants({ flow }: { flow: Flow }) {
  const t = useText()
  const { search } = useLocation()
  const rest = otherMerchants(flow.ribbons)
  if (rest.length === 0)
    return <Empty icon="ledger" title={t('moneyFlow.noEntries')} text={t('moneyFlow.noEntriesText')} />
  return (
    <>
      <Stack gap={2}>
        <Money cents={rest.reduce((sum, { cents }) => sum + cents, 0)} size="xl" />
        <Dates flow={flow} />
        <Muted as="p">{t('moneyFlow.otherMerchantsText')}</Muted>
      </Stack>
      <Rows className={css.entries} aria-label={t('moneyFlow.otherMerchants')}>
        {rest.map(({ ribbon, name, cents }) => (
          <li key={ribbon}>
            <Link to={{ pathname: paths.moneyFlowOf(ribbon), search }}>{name}</Link>
            <Money cents={cents} strong />
          </li>
        ))}
      </Rows>
    </>
  )
}
