/** Shows the codes of the last hour to those who may see them. Showing a code is logged before it happens. */
import { codeViewed } from '#contract/audit/audit.ts'
import type * as contract from '#contract/threeD/threeD.ts'
import { THREE_D_WINDOW_MS, type ThreeDCode } from '#contract/threeD/threeD.ts'
import { flag } from '#contract/core/fields.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Actor } from '../core/actor.ts'
import type { Answer } from '../core/answer.ts'
import { recordMany } from '../audit/audit.ts'
import { namePatterns } from '../brands/brands.ts'
import { cardIdsBy, cardNames, maybeCard } from '../cards/cards.ts'
import { ago, nowMs } from '../core/clock.ts'
import { db, transaction } from '../core/db.ts'
import { codesOf, countCodes, noteSeen, type CodeRow, type Wanted } from './queries.ts'
import { openCode } from './codes.ts'

/** More codes than a card normally gets in an hour. */
const OF_ONE_CARD = 20

/** Returns the codes of all cards of the caller, newest first. */
export const threeDPool: Answer<typeof contract.threeDPool> = async (actor, input) => {
  const [cardIds, names] = await Promise.all([
    cardIdsBy(db, actor, input),
    input.merchant === undefined ? undefined : namePatterns(input.merchant),
  ])
  const what = { since: since(), names, cardIds }
  const page = { limit: input.pageSize, offset: (input.pageNo - 1) * input.pageSize }
  const [{ total }, shown] = await Promise.all([countCodes(db, actor, what), shownTo(actor, what, page)])
  return {
    list: shown.rows.map((row) => ({
      cardId: row.card_id,
      cardSeqNo: shown.names.get(row.card_id)?.cardSeqNo ?? '',
      lastFour: shown.names.get(row.card_id)?.lastFour ?? '',
      ...columns(row),
    })),
    total,
    serverTime: nowMs(),
  }
}

/** Returns the codes of one card, newest first. */
export const cardThreeD: Answer<typeof contract.cardThreeD> = async (actor, { cardId }) => {
  if (!(await maybeCard(db, actor, cardId))) throw refuse('not_found', { field: 'cardId' })
  const page = { limit: OF_ONE_CARD, offset: 0 }
  const { rows } = await shownTo(actor, { since: since(), cardIds: [cardId] }, page)
  return { list: rows.map(columns), serverTime: nowMs() }
}

const since = (): Date => ago(THREE_D_WINDOW_MS)

const columns = (row: CodeRow): ThreeDCode => ({
  id: row.code_id,
  merchantName: row.merchant_name,
  amount: row.amount_cents,
  unit: 'USD',
  code: openCode(row),
  answer: row.answer as ThreeDCode['answer'],
  createTime: row.issued_at.getTime(),
  expireTime: row.expires_at.getTime(),
  used: flag(row.finished_at),
  result: row.result as ThreeDCode['result'],
})

/** Each code is logged once per login that saw it, not once per request of the page. */
async function shownTo(actor: Actor, what: Wanted, page: { limit: number; offset: number }) {
  const rows = await codesOf(db, actor, what, page)
  const names = await cardNames(db, actor.accountId, [...new Set(rows.map(({ card_id }) => card_id))])
  const unseen = rows.filter(({ seen }) => !seen)
  if (unseen.length)
    await transaction(async (tx) => {
      const noted = await noteSeen(
        tx,
        actor,
        unseen.map(({ code_id }) => code_id),
      )
      const first = new Set(noted.map(({ code_id }) => code_id))
      await recordMany(
        tx,
        actor,
        unseen
          .filter(({ code_id, code_sealed }) => first.has(code_id) && code_sealed)
          .map((row) => ({
            type: 'CARD_OTP',
            target: `${names.get(row.card_id)?.cardSeqNo ?? ''} (${names.get(row.card_id)?.lastFour ?? ''})`,
            content: { cn: `${codeViewed.cn}（${row.merchant_name}）`, en: `${codeViewed.en} (${row.merchant_name})` },
          })),
      )
    })
  return { rows, names }
}
