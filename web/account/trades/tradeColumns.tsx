import { showTime } from '#web/parts/dates.ts'
import type { Column } from '#web/parts/lists/QueryTable.tsx'
import { Money } from '#web/ui/Money.tsx'
import { StatusTag, Tag } from '#web/ui/tags/Tag.tsx'
import { authTone } from './authTones.ts'
import { adviceOf, tradeTone, typeTone, type Authorization, type Decline, type Trade, isForeign } from './tradeTones.ts'
import { say } from './text.ts'
import type { trades } from './text.cn.ts'
import { countryName } from './countries.ts'
import { merchantKind } from './merchantKinds.ts'
import css from './Trades.module.css'

const word = (key: keyof (typeof trades)['column']) => () => say(`trades.column.${key}`)

type Any = Authorization | Trade | Decline

const merchant = {
  key: 'merchant',
  title: word('merchant'),
  phone: 'head',
  width: 200,
  cell: (row: Any) => <MerchantCell row={row} />,
} as const
const card = { key: 'card', title: word('card'), width: 120, cell: (row: Any) => <CardCell row={row} /> } as const
const time = {
  key: 'time',
  title: word('time'),
  width: 160,
  cell: (row: Any) => <time className={css.time}>{showTime(row.tradeTime)}</time>,
} as const
const some = (cents: number, unit: string) => (cents ? <Money cents={cents} unit={unit} /> : <span>–</span>)

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
      <span className={css.state}>
        <StatusTag tone={authTone[row.status]} text={row.statusText} />
        {row.status === 'DECLINED' && <span className={css.why}>{row.reasonText}</span>}
      </span>
    ),
  },
  card,
  {
    key: 'cleared',
    title: word('cleared'),
    align: 'right',
    width: 96,
    phone: 'no',
    cell: (row) => some(row.clearedAmount, row.unit),
  },
  {
    key: 'held',
    title: word('held'),
    align: 'right',
    width: 96,
    phone: 'no',
    cell: (row) => some(row.remainingHold, row.unit),
  },
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
  {
    key: 'status',
    title: word('status'),
    width: 110,
    cell: (row) => <StatusTag tone={tradeTone[row.status]} text={row.statusText} />,
  },
  card,
  {
    key: 'fee',
    title: word('fee'),
    align: 'right',
    width: 80,
    phone: 'no',
    cell: (row) => some(row.crossFee, row.unit),
  },
  {
    key: 'note',
    title: word('note'),
    width: 116,
    phone: 'no',
    cell: (row) => <span className={css.note}>{row.bizText ?? ''}</span>,
  },
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
      <span className={css.reason}>
        <strong>{row.reasonText}</strong>
        <small>{row.advice || adviceOf(row.reason)}</small>
      </span>
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

type Row = Authorization | Trade | Decline

/** The merchant's name and, below it, its kind and country: names on a statement often say neither. */
function MerchantCell({ row: { merchantName, mcc, merchantCountry } }: { row: Row }) {
  return (
    <span className={css.two}>
      <strong>{merchantName}</strong>
      <small>{[merchantKind(mcc) ?? mcc, countryName(merchantCountry)].filter(Boolean).join(' · ')}</small>
    </span>
  )
}

/** The card amount and, if the merchant uses another currency, the amount in that currency. */
function MoneyCell({ row, sign, struck }: { row: Row; sign?: 'always'; struck?: boolean }) {
  return (
    <span className={`${css.two} ${css.amounts}`} data-struck={struck || undefined}>
      <Money cents={row.amount} unit={row.unit} sign={sign} strong />
      {isForeign(row) && (
        <small>
          <Money cents={Math.abs(row.merchantAmount)} unit={row.merchantCurrency} /> {row.merchantCurrency}
        </small>
      )}
    </span>
  )
}

function CardCell({ row: { lastFour, tags, subNickname } }: { row: Row }) {
  return (
    <span className={css.two}>
      <span className={css.time}>···· {lastFour}</span>
      {(tags.length > 0 || subNickname) && (
        <small>{[subNickname, ...tags.map(({ name }) => name)].filter(Boolean).join(' · ')}</small>
      )}
    </span>
  )
}
