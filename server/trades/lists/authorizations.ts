import type { Checked } from '#contract/core/call.ts'
import { flag, type Lang } from '#contract/core/fields.ts'
import { authStatuses, type AuthStatus } from '#contract/trades/trades.ts'
import type * as contract from '#contract/trades/trades.ts'
import type { Actor } from '#server/core/actor.ts'
import type { Answer } from '#server/core/answer.ts'
import { db } from '#server/core/db.ts'
import { checksFrom } from '../checks.ts'
import { eventsOf } from '../queries.ts'
import type { AuthListRow, Scope } from './queries.ts'
import { whyShown } from '../why.ts'
import { pageOfList, whereColumns } from './page.ts'
import { reasonText } from '#contract/trades/declines.ts'

/** Returns a parent's own cards, with `scope=all` or a `subUid` also its sub-accounts'; a sub-account gets its own regardless of the input. */
export const pageAuthorizations: Answer<typeof contract.pageAuthorizations> = (actor, input) =>
  page(actor, input.scope ?? 'own', input)
export const pageSubAuthorizations: Answer<typeof contract.pageSubAuthorizations> = (actor, input) =>
  page(actor, 'subs', input)

type By = Pick<Checked<typeof contract.pageAuthorizations>, 'cardAuthId' | 'status'>
export const authorizationsBy = (scope: Scope, { cardAuthId, status }: By) => ({
  // A lookup by ID covers all cards of the account: the detail page need not know the owner.
  of: cardAuthId !== undefined && scope === 'own' ? ('all' as const) : scope,
  asked: { more: [], status },
})

async function page(actor: Actor, scope: Scope, input: Checked<typeof contract.pageAuthorizations>) {
  const { of, asked } = authorizationsBy(scope, input)
  const { rows, around, sums } = await pageOfList('auth', actor, of, input, asked)
  const columns = await whereColumns(actor.accountId, rows)
  const { lang } = actor.from
  const data = await Promise.all(
    rows.map(async (row) => ({
      ...columns(row),
      ...authColumns(row, lang),
      ...(input.cardAuthId !== undefined && { events: await eventsShown(row, lang) }),
    })),
  )
  const onPage = rows.reduce((sum, { status, amount_cents }) => (status === 'DECLINED' ? sum : sum + amount_cents), 0)
  return { ...around, data, summary: { sumBalance: sums.sum, sumBalancePage: onPage, totalNum: around.total } }
}

const authColumns = (row: AuthListRow, lang: Lang) => ({
  cardAuthId: row.auth_id,
  clearedAmount: row.cleared_cents,
  remainingHold: row.held_cents,
  fee: row.fee_cents,
  status: row.status as AuthStatus,
  statusText: authStatuses[row.status as AuthStatus][lang],
  reason: row.reason ?? 'APPROVE',
  reasonText: reasonText(row.reason, lang),
  counted: flag(row.counted),
  why: whyShown(row.why),
  checks: checksFrom(row.checks),
  approveTime: row.status === 'DECLINED' ? null : row.occurred_at.getTime(),
  expireTime: row.expires_at?.getTime() ?? null,
})

/** The later changes of an authorization, oldest first. An undone increment is omitted: it never took effect. */
async function eventsShown({ account_id, auth_id }: AuthListRow, lang: Lang) {
  const events = await eventsOf(db, account_id, auth_id)
  return events
    .filter(({ undone }) => !undone)
    .map(({ kind, amount_cents, reason, occurred_at }) => ({
      kind: kind as contract.AuthEventKind,
      amount: amount_cents,
      reasonText: reason === null ? null : reasonText(reason, lang),
      time: occurred_at.getTime(),
    }))
}
