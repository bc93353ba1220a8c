import { column, statusColumn, type Column } from '#web/parts/lists/columns.tsx'
import { When } from '#web/parts/When.tsx'
import { Muted, Row, TwoLines } from '#web/ui/layout.tsx'
import { Money } from '#web/ui/Money.tsx'
import { StatusTag, Tag } from '#web/ui/tags/Tag.tsx'
import { authTone } from './authTones.ts'
import { adviceOf, tradeTone, typeTone, type Authorization, type Decline, type Trade, isForeign } from './tradeTones.ts'
import { stoppedText } from './stopped.ts'
import { say, title } from './text.ts'
import { AbroadAmount, kindAndCountry } from './abroad.tsx'
import css from './Trades.module.css'

type Any = Authorization | Trade | Decline

const merchant = column<Any>(
  'merchant',
  title('trades.column.merchant'),
  (row) => (
    <TwoLines below={kindAndCountry(row)}>
      <b className={css.merchant}>{row.merchantName}</b>
    </TwoLines>
  ),
  { phone: 'title', width: 200, phoneCell: (row: Any) => <b>{row.merchantName}</b> },
)
const card = column<Any>('card', title('trades.column.card'), (row) => <CardCell row={row} />, {
  width: 120,
  phone: 'note',
  phoneCell: (row: Any) => `···· ${row.lastFour}`,
})
const timeOf = (time: number) => <When time={time} className={css.time} />
const time = column<Any>('time', title('trades.column.time'), (row) => timeOf(row.tradeTime), {
  width: 160,
  phone: 'end',
  phoneCell: (row: Any) => <When time={row.tradeTime} short />,
})
const amount = <R extends Any>(cell: Column<R>['cell'], more?: Pick<Column<R>, 'phoneCell'>) =>
  column<R>('amount', title('trades.column.amount'), cell, { align: 'right', width: 112, phone: 'value', ...more })
/** A part of the amount; for most rows there is none. */
const part = <R extends Any>(key: 'cleared' | 'held' | 'fee', cents: (row: R) => number) =>
  column<R>(key, title(`trades.column.${key}`), (row) => <Money cents={cents(row) || undefined} unit={row.unit} />, {
    align: 'right',
    width: 96,
    phone: 'no',
  })

export const authorizationColumns: readonly Column<Authorization>[] = [
  merchant,
  amount((row) => <MoneyCell row={row} struck={row.status === 'DECLINED'} />, {
    phoneCell: (row) => <Money cents={row.amount} unit={row.unit} strong={row.status !== 'DECLINED'} />,
  }),
  column(
    'status',
    title('trades.column.status'),
    (row) => (
      <Row as="span">
        <StatusTag tone={authTone[row.status]} text={row.statusText} />
        {row.status === 'DECLINED' ? (
          <TwoLines below={row.why && stoppedText(row.why)}>
            <span className={css.why}>{row.reasonText}</span>
          </TwoLines>
        ) : (
          row.why && <Muted>{stoppedText(row.why)}</Muted>
        )}
      </Row>
    ),
    {
      width: 190,
      phone: 'note',
      phoneCell: (row: Authorization) => <StatusTag tone={authTone[row.status]} text={row.statusText} />,
    },
  ),
  card,
  part('cleared', (row) => row.clearedAmount),
  part('held', (row) => row.remainingHold),
  time,
]

export const settledColumns: readonly Column<Trade>[] = [
  merchant,
  amount((row) => <MoneyCell row={row} sign="always" />, {
    phoneCell: (row) => <Money cents={row.amount} unit={row.unit} sign="always" strong />,
  }),
  column('type', title('trades.column.type'), (row) => <Tag tone={typeTone[row.type]}>{row.typeText}</Tag>, {
    width: 88,
    phone: 'note',
  }),
  statusColumn('status', title('trades.column.status'), tradeTone, { width: 110, phone: 'no' }),
  card,
  part('fee', (row) => row.crossFee),
  column('note', title('trades.column.note'), (row) => <Muted>{row.bizText ?? ''}</Muted>, { width: 116, phone: 'no' }),
  column('postTime', title('trades.column.postTime'), (row) => timeOf(row.postTime), {
    width: 160,
    phone: 'end',
    phoneCell: (row: Trade) => <When time={row.postTime} short />,
  }),
]

export const declineColumns: readonly Column<Decline>[] = [
  column(
    'reason',
    title('trades.column.reason'),
    (row) => (
      <TwoLines below={row.why ? stoppedText(row.why) : row.advice || adviceOf(row.reason)}>
        <strong className={css.reason}>{row.reasonText}</strong>
      </TwoLines>
    ),
    { width: 280, phone: 'note', phoneCell: (row: Decline) => row.reasonText },
  ),
  merchant,
  amount((row) => <MoneyCell row={row} />, { phoneCell: (row) => <Money cents={row.amount} unit={row.unit} strong /> }),
  card,
  column(
    'counted',
    title('trades.column.counted'),
    (row) =>
      row.counted ? <StatusTag tone="warn" text={say('trades.rate.yes')} /> : <Tag>{say('trades.rate.no')}</Tag>,
    { width: 120, phone: 'no' },
  ),
  time,
]

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
