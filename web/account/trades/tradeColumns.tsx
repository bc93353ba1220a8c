import { statusColumn, type Column } from '#web/parts/lists/columns.tsx'
import { showTime } from '#web/parts/dates.ts'
import { Muted, Row, TwoLines } from '#web/ui/layout.tsx'
import { Money } from '#web/ui/Money.tsx'
import { StatusTag, Tag } from '#web/ui/tags/Tag.tsx'
import { authTone } from './authTones.ts'
import { adviceOf, tradeTone, typeTone, type Authorization, type Decline, type Trade, isForeign } from './tradeTones.ts'
import { say } from './text.ts'
import type { trades } from './text.cn.ts'
import { countryName } from '../countries.ts'
import { merchantKind } from './merchantKinds.ts'
import css from './Trades.module.css'

const word = (key: keyof (typeof trades)['column']) => () => say(`trades.column.${key}`)

type Any = Authorization | Trade | Decline

const merchant = {
  key: 'merchant',
  title: word('merchant'),
  phone: 'head',
  width: 200,
  cell: (row: Any) => (
    <TwoLines below={kindAndCountry(row)}>
      <b className={css.merchant}>{row.merchantName}</b>
    </TwoLines>
  ),
} as const
const card = { key: 'card', title: word('card'), width: 120, cell: (row: Any) => <CardCell row={row} /> } as const
const time = {
  key: 'time',
  title: word('time'),
  width: 160,
  cell: (row: Any) => <time className={css.time}>{showTime(row.tradeTime)}</time>,
} as const
/** A part of the amount; for most rows there is none. */
const part = <R extends Any>(key: 'cleared' | 'held' | 'fee', cents: (row: R) => number): Column<R> => ({
  key,
  title: word(key),
  align: 'right',
  width: 96,
  phone: 'no',
  cell: (row) => <Money cents={cents(row) || undefined} unit={row.unit} />,
})

export const authorizationColumns: readonly Column<Authorization>[] = [
  merchant,
  {
    key: 'amount',
    title: word('amount'),
    align: 'right',
    width: 112,
    phone: 'head',
    cell: (row) => <MoneyCell row={row} struck={row.status === 'DECLINED'} />,
  },
  {
    key: 'status',
    title: word('status'),
    width: 190,
    cell: (row) => (
      <Row as="span">
        <StatusTag tone={authTone[row.status]} text={row.statusText} />
        {row.status === 'DECLINED' && <span className={css.why}>{row.reasonText}</span>}
      </Row>
    ),
  },
  card,
  part('cleared', (row) => row.clearedAmount),
  part('held', (row) => row.remainingHold),
  time,
]

export const settledColumns: readonly Column<Trade>[] = [
  merchant,
  {
    key: 'amount',
    title: word('amount'),
    align: 'right',
    width: 112,
    phone: 'head',
    cell: (row) => <MoneyCell row={row} sign="always" />,
  },
  { key: 'type', title: word('type'), width: 88, cell: (row) => <Tag tone={typeTone[row.type]}>{row.typeText}</Tag> },
  statusColumn('status', word('status'), tradeTone, { width: 110 }),
  card,
  part('fee', (row) => row.crossFee),
  { key: 'note', title: word('note'), width: 116, phone: 'no', cell: (row) => <Muted>{row.bizText ?? ''}</Muted> },
  {
    key: 'postTime',
    title: word('postTime'),
    width: 160,
    cell: (row) => <time className={css.time}>{showTime(row.postTime)}</time>,
  },
]

export const declineColumns: readonly Column<Decline>[] = [
  {
    key: 'reason',
    title: word('reason'),
    width: 280,
    phone: 'head',
    cell: (row) => (
      <TwoLines below={row.advice || adviceOf(row.reason)}>
        <strong className={css.reason}>{row.reasonText}</strong>
      </TwoLines>
    ),
  },
  { ...merchant, phone: 'line' },
  { key: 'amount', title: word('amount'), align: 'right', width: 112, cell: (row) => <MoneyCell row={row} /> },
  card,
  {
    key: 'counted',
    title: word('counted'),
    width: 120,
    cell: (row) =>
      row.counted ? <StatusTag tone="warn" text={say('trades.rate.yes')} /> : <Tag>{say('trades.rate.no')}</Tag>,
  },
  time,
]

/** What names on a statement often do not say: the merchant's kind and country. */
export const kindAndCountry = ({ mcc, merchantCountry }: Pick<Any, 'mcc' | 'merchantCountry'>): string =>
  [merchantKind(mcc) ?? mcc, countryName(merchantCountry)].filter(Boolean).join(' · ')

/** The amount in the merchant's currency, if that is another than the card's. */
export function AbroadAmount({ row }: { row: Pick<Any, 'unit' | 'merchantAmount' | 'merchantCurrency'> }) {
  return (
    <>
      <Money cents={Math.abs(row.merchantAmount)} unit={row.merchantCurrency} /> {row.merchantCurrency}
    </>
  )
}

function MoneyCell({ row, sign, struck }: { row: Any; sign?: 'always'; struck?: boolean }) {
  return (
    <TwoLines end below={isForeign(row) && <AbroadAmount row={row} />}>
      <span className={struck ? css.struck : undefined}>
        <Money cents={row.amount} unit={row.unit} sign={sign} strong={!struck} />
      </span>
    </TwoLines>
  )
}

function CardCell({ row: { lastFour, tags, subNickname } }: { row: Any }) {
  return (
    <TwoLines below={[subNickname, ...tags.map(({ name }) => name)].filter(Boolean).join(' · ')}>
      <span className={css.time}>···· {lastFour}</span>
    </TwoLines>
  )
}
