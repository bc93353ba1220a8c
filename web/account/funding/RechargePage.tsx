import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { rails, rechargeInfo, type Rail } from '../../../contract/funding.ts'
import { parse } from '../../../contract/money.ts'
import { PageFrame } from '../../parts/PageFrame.tsx'
import { useAsk } from '../../parts/queries.ts'
import { Field } from '../../ui/Field.tsx'
import { MoneyInput } from '../../ui/Input.tsx'
import { Money } from '../../ui/Money.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { ClosedRail, OpenRail } from './RailCard.tsx'
import { OpenOrders } from './OpenOrders.tsx'
import css from './Recharge.module.css'

const names = Object.keys(rails) as Rail[]
const amounts = ['110', '500', '1000', '5000'] as const

/** How much first, then every way with what it costs, what arrives and when. What is not offered yet says so. */
export default function RechargePage() {
  const { t } = useTranslation()
  const [search, setSearch] = useSearchParams()
  const typed = search.get('amount') ?? ''
  const change = (amount: string) => setSearch(amount ? { amount } : {}, { replace: true })
  const infos = {
    USDT_TRC20: useAsk(rechargeInfo, { rail: 'USDT_TRC20' }, { quiet: true }),
    ONLINE_WECHAT: useAsk(rechargeInfo, { rail: 'ONLINE_WECHAT' }, { quiet: true }),
    ONLINE_ALIPAY: useAsk(rechargeInfo, { rail: 'ONLINE_ALIPAY' }, { quiet: true }),
    UNIONPAY: useAsk(rechargeInfo, { rail: 'UNIONPAY' }, { quiet: true }),
    USD_WIRE: useAsk(rechargeInfo, { rail: 'USD_WIRE' }, { quiet: true }),
  } satisfies Record<Rail, unknown>
  const today = infos.USDT_TRC20.data?.today
  const cents = parse(typed)
  const overDay = today !== undefined && cents !== undefined && cents > today.left
  const asked = names.map((rail) => ({ rail, query: infos[rail] }))
  const closed = asked.filter(({ rail, query }) => rail !== 'USDT_TRC20' && query.data)

  return (
    <PageFrame>
      <OpenOrders />
      <Panel>
        <div className={css.first}>
          <div className={css.amount}>
            <Field
              label={t('funding.amount')}
              hint={t('funding.amountHint')}
              problem={typed !== '' && cents === undefined ? t('funding.usdt.shape') : undefined}
            >
              {(wiring) => <MoneyInput {...wiring} value={typed} onChange={change} placeholder="0.00" autoFocus />}
            </Field>
            <Segmented
              label={t('funding.amount')}
              value={typed}
              options={amounts.map((value) => ({ value, label: `$${Number(value).toLocaleString('en')}` }))}
              onChange={change}
            />
          </div>
          {today && (
            <div className={css.today}>
              <span>{t('funding.dayLimit')}</span>
              <Money cents={today.left} size="l" />
              <small>
                <Money cents={today.used} /> / <Money cents={today.limit} />
              </small>
            </div>
          )}
        </div>
        {overDay && (
          <p className={css.warn} role="status">
            {t('funding.overDay', {
              left: `$${(today.left / 100).toLocaleString('en', { minimumFractionDigits: 2 })}`,
            })}
          </p>
        )}
      </Panel>
      <h2 className={css.title}>{t('funding.railsTitle')}</h2>
      {asked.map(({ rail, query }) =>
        rail !== 'USDT_TRC20' ? null : (
          <OpenRail key={rail} rail={rail} query={query} typed={typed} amount={cents} overDay={overDay} />
        ),
      )}
      {closed.length > 0 && (
        <>
          <h2 className={css.title}>
            {t('funding.rail.closedTitle')} <small>{t('funding.rail.closedText')}</small>
          </h2>
          <div className={css.closed}>
            {closed.map(({ rail, query }) => (
              <ClosedRail key={rail} rail={rail} terms={query.data!} />
            ))}
          </div>
        </>
      )}
    </PageFrame>
  )
}
