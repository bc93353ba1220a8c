import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { rails, rechargeInfo, type Rail } from '#contract/funding/funding.ts'
import { parse, plain } from '#contract/core/money.ts'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { useAsk } from '#web/parts/client/queries.ts'
import { useSession } from '#web/parts/client/useSession.ts'
import { Field } from '#web/ui/forms/Field.tsx'
import { MoneyInput } from '#web/ui/forms/Input.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Panel, Stat } from '#web/ui/dialogs/Panel.tsx'
import { Row, Stack } from '#web/ui/layout.tsx'
import { Note } from '#web/ui/Notes.tsx'
import { Segmented } from '#web/ui/forms/Segmented.tsx'
import { IdentityNote } from '../identity/verification/IdentityNote.tsx'
import { HandOver } from './HandOver.tsx'
import { OpenOrders } from './OpenOrders.tsx'
import { cheapestFirst, payFor } from './payFor.ts'
import { ClosedRail, OpenRail, RailTable, RailWaiting } from './RailTable.tsx'
import { useText } from './text.ts'
import css from './Funding.module.css'

const names = Object.keys(rails) as Rail[]
const amounts = ['100', '200', '500', '1000'] as const
const PAGE_MS = 60_000

function useIsBusiness(): boolean {
  const status = useSession().UserInfo?.statusList
  return !status || (status.identity === 'PASSED' && status.identityType === 'BUSINESS')
}

/** Asks for the amount, then compares all methods: what is paid, what it costs, when it arrives; cheapest first. */
export default function RechargePage() {
  const t = useText()
  const [search, setSearch] = useSearchParams()
  const [service, setService] = useState<Rail>()
  const typed = search.get('amount') ?? ''
  const change = (amount: string) => setSearch(amount ? { amount } : {}, { replace: true })
  const infos = {
    USDT_TRC20: useAsk(rechargeInfo, { rail: 'USDT_TRC20' }, { quiet: true, everyMs: PAGE_MS }),
    ONLINE_WECHAT: useAsk(rechargeInfo, { rail: 'ONLINE_WECHAT' }, { quiet: true, everyMs: PAGE_MS }),
    ONLINE_ALIPAY: useAsk(rechargeInfo, { rail: 'ONLINE_ALIPAY' }, { quiet: true, everyMs: PAGE_MS }),
    UNIONPAY: useAsk(rechargeInfo, { rail: 'UNIONPAY' }, { quiet: true, everyMs: PAGE_MS }),
    USD_WIRE: useAsk(rechargeInfo, { rail: 'USD_WIRE' }, { quiet: true, everyMs: PAGE_MS }),
  } satisfies Record<Rail, unknown>
  const today = infos.USDT_TRC20.data?.today
  const want = parse(typed)
  const overDay = today !== undefined && want !== undefined && want > today.left
  const asked = names.map((rail) => ({ rail, terms: infos[rail].data, failed: infos[rail].isError }))
  const business = useIsBusiness()
  /** Wires are for verified businesses only: everybody else would learn it after the form. */
  const forOthers = (rail: Rail): boolean => rail === 'USD_WIRE' && !business
  const open = asked.flatMap(({ rail, terms }) =>
    terms?.enabled && !forOthers(rail)
      ? [{ rail, terms, way: want === undefined ? undefined : payFor(want, terms) }]
      : [],
  )
  const closed = asked.flatMap(({ rail, terms }) =>
    terms?.offered && (!terms.enabled || forOthers(rail)) ? [{ rail, terms }] : [],
  )
  const waiting = asked.filter(({ terms, failed }) => !terms && !failed)
  const sorted = want === undefined ? open : cheapestFirst(open)
  // Among the self-service ones: methods that involve people (a wire, customer service) are not recommended automatically.
  const best = sorted.find(
    ({ rail, way, terms }) => rail !== 'USD_WIRE' && way && way.pay <= (terms.displayMax ?? Infinity),
  )?.rail

  return (
    <PageFrame>
      <IdentityNote />
      <OpenOrders />
      <Panel>
        <Row between align="start" gap={5}>
          <Stack className={css.amount}>
            <Field
              label={t('funding.amount')}
              hint={t('funding.amountHint')}
              problem={typed !== '' && want === undefined ? t('funding.usdt.shape') : undefined}
            >
              {(wiring) => <MoneyInput {...wiring} value={typed} onChange={change} placeholder="0.00" autoFocus />}
            </Field>
            <Segmented
              label={t('funding.amount')}
              value={typed}
              options={amounts.map((value) => ({ value, label: `$${Number(value).toLocaleString('en')}` }))}
              onChange={change}
            />
          </Stack>
          {/* Here before its figures are: coming later, it would push the methods down on a phone. */}
          <Stat
            label={t('funding.dayLimit')}
            value={<Money cents={today?.left} />}
            note={
              <>
                <Money cents={today?.used} /> / <Money cents={today?.limit} />
              </>
            }
          />
        </Row>
      </Panel>
      {overDay && (
        <div role="status">
          <Note tone="warn">{t('funding.overDay', { left: `$${plain(today.left)}` })}</Note>
        </div>
      )}
      <h2 className={css.title}>{t('funding.railsTitle')}</h2>
      <RailTable>
        {waiting.length > 0
          ? names.map((rail) => <RailWaiting key={rail} />)
          : sorted.map(({ rail, terms, way }) => (
              <OpenRail
                key={rail}
                rail={rail}
                terms={terms}
                way={way}
                cheapest={rail === best}
                overDay={overDay}
                onService={() => setService(rail)}
              />
            ))}
        {waiting.length === 0 &&
          closed.map(({ rail, terms }) => (
            <ClosedRail key={rail} rail={rail} terms={terms} forOthers={forOthers(rail)} />
          ))}
      </RailTable>
      {service && (
        <HandOver
          rail={service}
          amount={open.find(({ rail }) => rail === service)?.way?.pay}
          unit={infos[service].data?.payUnit ?? 'USD'}
          onClose={() => setService(undefined)}
        />
      )}
    </PageFrame>
  )
}
