/** Every list of transactions with every filter: what a console asks, and the bare query that finds the same rows. */
import { pageAuthorizations, pageDeclines, pageTrades } from '#contract/trades/trades.ts'
import type { Labels } from '../worlds/manySettled.ts'
import type { Many } from '../worlds/manyAuthorizations.ts'

export type Query = Readonly<Record<string, string | number>>
/** `where`: its first value is $3. `reach`: a page whose ratio has a target. */
export type Case = {
  readonly what: string
  readonly query: Query
  readonly where?: string
  readonly values?: readonly unknown[]
  readonly offset?: number
  readonly reach?: true
}
export type ListName = 'authorizations' | 'declines' | 'settled'
type List = {
  readonly path: string
  /** The id of a row in the answer, and in the table. */
  readonly id: string
  readonly key: 'auth_id' | 'trade_id'
  readonly table: 'auth' | 'trade'
  /** What the list shows of a row. */
  readonly shown: string
  readonly of: string
  readonly own: string
}

const SHOWN_AUTH = `auth_text(auth_id) AS id, la_id, merchant_no, descriptor, amount_cents, merchant_amount, merchant_currency, rate, fee_cents, held_cents,
  cleared_cents, status, reason, iso_code, counted, three_ds, pos, occurred_at, expires_at`
const OF_AUTH = 'cell = $1 AND account_no = $2'
const auths = { table: 'auth', key: 'auth_id', shown: SHOWN_AUTH, own: 'owner_sub_no IS NULL' } as const
export const lists: Readonly<Record<ListName, List>> = {
  authorizations: { ...auths, path: pageAuthorizations.path, id: 'cardAuthId', of: OF_AUTH },
  declines: { ...auths, path: pageDeclines.path, id: 'refuseId', of: `${OF_AUTH} AND status = 'DECLINED'` },
  settled: {
    path: pageTrades.path,
    id: 'tradeId',
    key: 'trade_id',
    table: 'trade',
    shown: `trade_id AS id, card_id, owner_sub_uid, auth_id, type, status, merchant_no, descriptor, amount_cents, cross_fee_cents, refunded_cents, merchant_amount,
      merchant_currency, rate, biz_code, arn, occurred_at, posted_at, reverses_trade_id`,
    of: 'cell = $1 AND account_id = $2',
    own: 'owner_sub_uid IS NULL',
  },
}

/** The bare query of a case. */
export function bareQuery(list: ListName, { where, offset = 0 }: Omit<Case, 'query'>, size: number): string {
  const { table, key, shown, of, own } = lists[list]
  return `
    SELECT ${shown}, merchant.name AS merchant_name, merchant.mcc, merchant.country
      FROM (SELECT * FROM ${table} WHERE ${of} AND ${where ?? own} ORDER BY ${key} DESC LIMIT ${size} OFFSET ${offset}) AS listed
      JOIN merchant USING (merchant_no)
     ORDER BY ${key} DESC`
}

/** `pages`: how many there are. `below`: the key under which a page begins, and the cursor that says so. */
export type Deep = { readonly pages: number; readonly pageNo: number; readonly key: unknown; readonly cursor: string }
type Found = {
  readonly many: Many
  readonly labels: Labels
  readonly merchantNos: (words: string, country?: string) => Promise<number[]>
}

/** Where a page lies: some pages deep, and the last. By number they end, and a filter (`own`) ends its search sooner (docs/decisions/0089-figures-are-counted-once-and-searches-end.md). */
const DEEPEST = 100_000
export function deepCases(list: ListName, deep: readonly Deep[]): Case[] {
  const { key, own } = lists[list]
  const name = (pageNo: number): string => `page ${pageNo.toLocaleString('en')}`
  return deep.flatMap(({ pageNo, key: below, cursor, pages }): Case[] => [
    {
      what: `${name(pageNo)} by cursor`,
      query: { pageNo, cursor },
      where: `${own} AND ${key} < $3`,
      values: [below],
      reach: true,
    },
    ...((pageNo - 1) * 10 <= DEEPEST
      ? [
          {
            what: `${pageNo === pages ? `the last page, ${pageNo.toLocaleString('en')},` : name(pageNo)} by number`,
            query: { pageNo, scope: 'all' },
            where: 'true',
            offset: (pageNo - 1) * 10,
          },
        ]
      : []),
  ])
}

/** Filters that all three lists have. */
export async function commonCases(list: ListName, { many, labels, merchantNos }: Found): Promise<Case[]> {
  const { own, table } = lists[list]
  const byCards = table === 'auth' ? 'la_id = ANY ($3::bigint[])' : 'card_id = ANY ($3::text[])'
  const cardsOf = (labelled: Labels['inGroup']): unknown[] => [
    labelled.map(({ la_id, card_id }) => (table === 'auth' ? la_id : card_id)),
  ]
  const merchant = async (what: string, words: string): Promise<Case> => ({
    what,
    query: { merchant: words },
    where: `${own} AND merchant_no = ANY ($3::int[])`,
    values: [await merchantNos(words)],
  })
  const [from, to] = [Date.now() - 40 * 86_400_000, Date.now() - 30 * 86_400_000]
  const amount = (what: string, query: Query, where: string, values: unknown[]): Case => ({
    what,
    query,
    where: `${own} AND ${where}`,
    values,
  })
  return [
    { what: 'first page', query: {}, reach: true },
    { what: 'sub-accounts too', query: { scope: 'all' }, where: 'true', reach: true },
    await merchant('of a merchant', 'openai 5'),
    await merchant('of a rare merchant', 'google ads 55'),
    await merchant('of a merchant that is not there', 'no such shop'),
    {
      what: 'of one card',
      query: { cardId: many.cardIds[200]! },
      where: `${own} AND ${table === 'auth' ? 'la_id = (SELECT la_id FROM card WHERE cell = $1 AND card_id = $3)' : 'card_id = $3'}`,
      values: [many.cardIds[200]],
    },
    { what: 'of a group', query: { gid: labels.gid }, where: `${own} AND ${byCards}`, values: cardsOf(labels.inGroup) },
    {
      what: 'of a tag',
      query: { tagId: labels.tagId },
      where: `${own} AND ${byCards}`,
      values: cardsOf(labels.tagged),
    },
    {
      what: 'of a sub-account',
      query: { subUid: labels.subUid },
      where: table === 'auth' ? 'owner_sub_no = $3' : 'owner_sub_uid = $3',
      values: [table === 'auth' ? labels.subNo : labels.subUid],
    },
    {
      what: 'of a country',
      query: { country: 'GB' },
      where: `${own} AND merchant_no = ANY ($3::int[])`,
      values: [await merchantNos('', 'GB')],
    },
    { what: 'in a currency', query: { currency: 'EUR' }, where: `${own} AND merchant_currency = $3`, values: ['EUR'] },
    {
      what: 'in a currency that none has',
      query: { currency: 'JPY' },
      where: `${own} AND merchant_currency = $3`,
      values: ['JPY'],
    },
    amount('between two dates', { startTime: from, endTime: to }, 'occurred_at BETWEEN $3 AND $4', [
      new Date(from),
      new Date(to),
    ]),
    amount('above 900 dollars', { minAmount: 90_000 }, 'abs(amount_cents) >= $3', [90_000]),
    amount('above 1,090 dollars', { minAmount: 109_000 }, 'abs(amount_cents) >= $3', [109_000]),
    amount('above an amount that none has', { minAmount: 900_000 }, 'abs(amount_cents) >= $3', [900_000]),
    amount('below a dollar and a cent', { maxAmount: 101 }, 'abs(amount_cents) <= $3', [101]),
  ]
}

const by = (list: ListName, column: string, name: string, values: readonly string[]): Case[] =>
  values.map((value) => ({
    what: `${name} ${value}`,
    query: { [name]: value },
    where: `${lists[list].own} AND ${column} = $3`,
    values: [value],
  }))

/** Filters that one list has. */
export const ownCases: Readonly<Record<ListName, readonly Case[]>> = {
  authorizations: by('authorizations', 'status', 'status', [
    'PENDING',
    'PARTIAL',
    'COMPLETE',
    'REVERSED',
    'EXPIRED',
    'DECLINED',
  ]),
  declines: by('declines', 'reason', 'reason', ['INSUFFICIENT_FUNDS', 'CVC_MISMATCH']),
  settled: [
    ...by('settled', 'status', 'status', ['POSTED', 'REFUNDED', 'REVERSED', 'DISPUTED']),
    ...by('settled', 'type', 'type', ['PURCHASE', 'REFUND']),
    { what: 'of a kind that none has', query: { bizCode: 1003 }, where: `${lists.settled.own} AND biz_code = 1003` },
  ],
}
