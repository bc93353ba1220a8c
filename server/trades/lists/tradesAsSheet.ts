/** The three lists of transactions as sheets: the rows of their pages, selected by the same conditions. */
import type { RawBuilder } from 'kysely'
import type { Checked } from '#contract/core/call.ts'
import { declineReasons } from '#contract/trades/declines.ts'
import type { Words } from '#contract/core/fields.ts'
import { authStatuses, bizCodes, tradeStatuses, tradeTypes } from '#contract/trades/trades.ts'
import type * as contract from '#contract/trades/trades.ts'
import type { Actor } from '#server/core/actor.ts'
import { cardNamesSql } from '#server/cards/cards.ts'
import { sql } from '#server/core/db.ts'
import { subNamesSql } from '#server/identity/identity.ts'
import { worded, type Sheet, type SheetColumn, type SheetKind } from '#server/core/sheet.ts'
import { authorizationsBy } from './authorizations.ts'
import { declinesBy } from './declines.ts'
import { AUTHS, questionOf, TRADES, type Question } from './queries.ts'
import { tradesBy } from './settled.ts'

type Plain<T> = Omit<T, 'pageNo' | 'pageSize' | 'cursor'>
const onePage = { pageNo: 1, pageSize: 1 }
const nothingFound = sql`false`

const column = (key: string, cn: string, en: string, kind: SheetKind, value: RawBuilder<unknown>): SheetColumn => ({
  key,
  title: { cn, en },
  kind,
  value,
})
const foreign = (made: SheetColumn): SheetColumn => ({ ...made, foreign: true })

const time = column('tradeTime', '交易时间', 'Time', 'at', sql`listed.occurred_at`)
const where = [
  column('cardSeqNo', '卡序列号', 'Card serial no.', 'text', sql`named.card_seq_no`),
  column('lastFour', '卡号后四位', 'Last four digits', 'text', sql`named.last4`),
  foreign(column('merchantName', '商户', 'Merchant', 'text', sql`merchant.name`)),
  foreign(column('desc', '交易描述', 'Descriptor', 'text', sql`listed.descriptor`)),
  column('mcc', 'MCC', 'MCC', 'text', sql`merchant.mcc`),
  column('merchantCountry', '商户国家/地区', 'Country', 'text', sql`merchant.country`),
]
const amounts = [
  column('amount', '金额', 'Amount', 'money', sql`listed.amount_cents`),
  column('unit', '币种', 'Currency', 'text', sql`'USD'::text`),
  {
    ...column('merchantAmount', '商户金额', 'Merchant amount', 'money', sql`listed.merchant_amount`),
    currency: sql`listed.merchant_currency`,
  },
  column('merchantCurrency', '商户币种', 'Merchant currency', 'text', sql`listed.merchant_currency`),
]
const account = foreign(column('account', '子账户', 'Sub-account', 'text', sql`sub.nickname`))
const authId = (value: RawBuilder<unknown>) => column('cardAuthId', '授权编号', 'Authorization no.', 'text', value)
const ofAuth = authId(sql`auth_text(listed.auth_id)`)

const reasons = Object.fromEntries(Object.entries(declineReasons).map(([reason, { words }]) => [reason, words]))
const advices = Object.fromEntries(Object.entries(declineReasons).map(([reason, { advice }]) => [reason, advice]))
/** Most rows have no reason and are not compared with all thirty. */
const reasonIn = (words: Record<string, Words>, lang: Actor['from']['lang'], otherwise: string) =>
  sql`CASE WHEN listed.reason IS NULL THEN ${otherwise} ELSE ${worded(sql`listed.reason`, words, lang)} END`

export async function authorizationsAsSheet(
  actor: Actor,
  input: Plain<Checked<typeof contract.pageAuthorizations>>,
): Promise<Sheet> {
  const { of, asked } = authorizationsBy(input.scope ?? 'own', input)
  const { lang } = actor.from
  const columns = [
    time,
    ...where,
    ...amounts,
    column('status', '状态', 'Status', 'text', worded(sql`listed.status`, authStatuses, lang)),
    column('reason', '原因', 'Reason', 'text', reasonIn(reasons, lang, { cn: '已批准', en: 'Approved' }[lang])),
    column('clearedAmount', '已结算', 'Cleared', 'money', sql`listed.cleared_cents`),
    column('remainingHold', '冻结中', 'Held', 'money', sql`listed.held_cents`),
    column('fee', '手续费', 'Fee', 'money', sql`listed.fee_cents`),
    column('expireTime', '到期时间', 'Expires', 'at', sql`listed.expires_at`),
    account,
    ofAuth,
  ]
  return sheetOf('auth', actor, columns, await questionOf(AUTHS, actor, of, { ...input, ...onePage }, asked))
}

export async function declinesAsSheet(
  actor: Actor,
  input: Plain<Checked<typeof contract.pageDeclines>>,
): Promise<Sheet> {
  const { lang } = actor.from
  const columns = [
    time,
    ...where,
    ...amounts,
    column('reason', '拒付原因', 'Reason', 'text', reasonIn(reasons, lang, reasons['ISSUER_DECLINED']![lang])),
    column('isoCode', '响应码', 'Response code', 'text', sql`listed.iso_code`),
    column(
      'counted',
      '计入拒付率',
      'Counts towards the decline rate',
      'text',
      sql`CASE WHEN listed.counted THEN ${{ cn: '计入', en: 'Yes' }[lang]} ELSE ${{ cn: '不计入', en: 'No' }[lang]} END`,
    ),
    column('advice', '处理建议', 'What to do', 'text', reasonIn(advices, lang, advices['ISSUER_DECLINED']![lang])),
    account,
    ofAuth,
  ]
  const found = await questionOf(AUTHS, actor, input.scope ?? 'own', { ...input, ...onePage }, declinesBy(input))
  return sheetOf('auth', actor, columns, found)
}

export async function tradesAsSheet(actor: Actor, input: Plain<Checked<typeof contract.pageTrades>>): Promise<Sheet> {
  const { of, asked } = tradesBy(input.scope ?? 'own', input)
  const { lang } = actor.from
  const columns = [
    time,
    column('postTime', '入账时间', 'Posted', 'at', sql`listed.posted_at`),
    ...where,
    column('type', '类型', 'Type', 'text', worded(sql`listed.type`, tradeTypes, lang)),
    ...amounts,
    column('rate', '汇率', 'Rate', 'text', sql`listed.rate`),
    column('crossFee', '手续费', 'Fee', 'money', sql`listed.cross_fee_cents`),
    column('status', '状态', 'Status', 'text', worded(sql`listed.status`, tradeStatuses, lang)),
    column('bizText', '说明', 'Note', 'text', worded(sql`listed.biz_code::text`, bizCodes, lang)),
    foreign(column('arn', 'ARN', 'ARN', 'text', sql`listed.arn`)),
    account,
    column('tradeId', '结算编号', 'Transaction no.', 'text', sql`listed.trade_id`),
    authId(sql`listed.auth_id`),
  ]
  return sheetOf('trade', actor, columns, await questionOf(TRADES, actor, of, { ...input, ...onePage }, asked))
}

function sheetOf(
  table: 'auth' | 'trade',
  { accountId }: Actor,
  columns: readonly SheetColumn[],
  found: Question | undefined,
): Sheet {
  const listed = sql`(SELECT * FROM ${sql.table(table)} WHERE ${found?.whole ?? nothingFound}) AS listed`
  const [card, sub] =
    table === 'auth'
      ? [sql`USING (la_id)`, sql`sub.sub_no = listed.owner_sub_no`]
      : [sql`USING (card_id)`, sql`sub.sub_uid = listed.owner_sub_uid`]
  return {
    columns,
    from: sql`${listed}
      JOIN merchant USING (merchant_no)
      LEFT JOIN ${cardNamesSql(accountId)} AS named ${card}
      LEFT JOIN ${subNamesSql(accountId)} AS sub ON ${sub}`,
    orderBy: sql`listed.${sql.ref(`${table}_id`)} DESC`,
    counted: listed,
  }
}
