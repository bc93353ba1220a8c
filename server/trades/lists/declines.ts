import type { Checked } from '#contract/core/call.ts'
import { declineReasons, declineRisk, type DeclineReason, reasonText } from '#contract/trades/declines.ts'
import { flag, type Lang } from '#contract/core/fields.ts'
import type * as contract from '#contract/trades/trades.ts'
import type { Actor } from '#server/core/actor.ts'
import type { Answer } from '#server/core/answer.ts'
import { db, sql } from '#server/core/db.ts'
import { declineRate, declineRateOfSubs, type Rate } from '../ladder/rate.ts'
import type { AuthListRow, Scope } from './queries.ts'
import { whyShown } from '../why.ts'
import { pageOfList, whereColumns } from './page.ts'

export const pageDeclines: Answer<typeof contract.pageDeclines> = (actor, input) =>
  page(actor, input.scope ?? 'own', input)
export const pageSubDeclines: Answer<typeof contract.pageSubDeclines> = (actor, input) => page(actor, 'subs', input)

export const declinesBy = ({ reason }: Pick<Checked<typeof contract.pageDeclines>, 'reason'>) => ({
  status: 'DECLINED',
  more: reason ? [sql`reason = ${reason}`] : [],
})

async function page(actor: Actor, scope: Scope, input: Checked<typeof contract.pageDeclines>) {
  const [{ rows, around, sums }, rate] = await Promise.all([
    pageOfList('auth', actor, scope, input, declinesBy(input), { declines: true }),
    rateOf(actor, input.subUid),
  ])
  const columns = await whereColumns(actor.accountId, rows)
  const onPage = rows.reduce((sum, { amount_cents }) => sum + amount_cents, 0)
  return {
    ...around,
    data: rows.map((row) => ({ ...columns(row), ...declineColumns(row, actor.from.lang) })),
    summary: {
      count: around.total,
      counted: sums.counted,
      declineRateBps: rate.bps,
      windowDays: declineRisk.windowDays,
      windowAttempts: rate.attempts,
      windowDeclined: rate.declined,
      sumBalance: sums.sum,
      sumBalancePage: onPage,
      totalNum: around.total,
    },
  }
}

/** A parent gets the rate over the whole account, which can stop its cards; a sub-account gets its own share of it. */
function rateOf({ accountId, subUid }: Actor, asked: string | undefined): Promise<Rate> {
  const of = subUid ?? asked
  return of === undefined ? declineRate(db, accountId) : declineRateOfSubs(db, { accountId, subUid: of })
}

const declineColumns = (row: AuthListRow, lang: Lang) => ({
  refuseId: row.auth_id,
  cardAuthId: row.auth_id,
  reason: row.reason ?? 'ISSUER_DECLINED',
  reasonText: reasonText(row.reason ?? 'ISSUER_DECLINED', lang),
  isoCode: row.iso_code,
  counted: flag(row.counted),
  why: whyShown(row.why),
  advice: declineReasons[(row.reason ?? 'ISSUER_DECLINED') as DeclineReason]?.advice[lang] ?? '',
  fee: 0,
})
