import type * as contract from '#contract/cards/cards.ts'
import { cardLogTypes, reasonWords, type CardLogType } from '#contract/cards/states.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Answer } from '#server/core/answer.ts'
import { db } from '#server/core/db.ts'
import { accountOf, namesOfSubs } from '#server/identity/identity.ts'
import { TOTAL_CAP } from '../lists/queries.ts'
import { maybeCard } from '../queries.ts'
import { countLog, logOf } from './queries.ts'

/** Returns the log of a card, newest first. */
export const cardLog: Answer<typeof contract.cardLog> = async (actor, input) => {
  const { accountId, from } = actor
  if (!(await maybeCard(db, actor, input.cardId))) throw refuse('not_found', { field: 'cardId' })
  const before = input.cursor && /^clg_\w{26}$/.test(input.cursor) ? input.cursor : undefined
  const [found, count] = await Promise.all([
    logOf(db, accountId, input.cardId, {
      ...(before && { before }),
      skip: (input.pageNo - 1) * input.pageSize,
      limit: input.pageSize + 1,
    }),
    countLog(db, accountId, input.cardId),
  ])
  const rows = found.slice(0, input.pageSize)
  const haveNext = found.length > rows.length
  const nameOf = await namesOf(accountId, rows, from.lang)
  return {
    data: rows.map((row) => ({
      id: row.id,
      createTime: row.created_at.getTime(),
      type: row.type as CardLogType,
      typeText: cardLogTypes[row.type as CardLogType][from.lang],
      actorName: nameOf(row),
      subUid: row.sub_uid,
      before: row.before,
      after: row.after,
      amount: row.amount_cents,
      remark: row.login_id ? row.remark : reasonWords(row.remark)[from.lang],
      result: row.result,
    })),
    total: Math.min(count, TOTAL_CAP),
    ...(count > TOTAL_CAP && { totalCapped: true }),
    pageNo: input.pageNo,
    pageSize: input.pageSize,
    haveNext,
    ...(haveNext && { cursor: rows.at(-1)!.id }),
    summary: {},
  }
}

type Doer = { login_id: string | null; sub_uid: string | null }

async function namesOf(accountId: string, rows: readonly Doer[], lang: 'cn' | 'en'): Promise<(row: Doer) => string> {
  const names = await namesOfSubs(
    db,
    accountId,
    rows.map(({ sub_uid }) => sub_uid),
  )
  const { nickname } = await accountOf(db, accountId)
  const system = { cn: '系统', en: 'System' }[lang]
  return ({ login_id, sub_uid }) => (sub_uid ? (names.get(sub_uid) ?? sub_uid) : login_id ? nickname : system)
}
