import type { BatchKind } from '#contract/cards/batchStates.ts'
import type * as contract from '#contract/cards/batches.ts'
import type { OpeningRow } from '#contract/cards/batches.ts'
import { flag } from '#contract/core/fields.ts'
import { add } from '#contract/core/money.ts'
import type { ElementKey } from '#contract/core/permissions.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Actor } from '#server/core/actor.ts'
import type { Answer } from '#server/core/answer.ts'
import { db, type Tx } from '#server/core/db.ts'
import { useTicket } from '#server/identity/identity.ts'
import type { OrderRow } from '../orders/queries.ts'
import type { Starts } from '../opening/openCards.ts'
import { cardsWithin, type CardRow, type Reader } from '../queries.ts'
import { tagsOfCards } from '../tags/queries.ts'
import { startDeleting } from './deleteBatch.ts'
import { linesOf, startLoading } from './loadBatch.ts'
import { maybeSummed, markRetried, rowsToRetry, type SummedBatch } from './queries.ts'
import { startOpening, priceRows, type StartedBatch } from './startBatch.ts'

/** Retrying requires the permission for the batch's kind. */
const keys = {
  OPEN: 'card:batchOpen',
  LOAD: 'card:batchRecharge',
  DELETE: 'card:batchDelete',
} as const satisfies Record<BatchKind, ElementKey>

/** Returns the batch and those of its rows that this caller may retry. */
async function toRetry(
  reader: Reader,
  actor: Actor,
  batchNo: string,
): Promise<{ batch: SummedBatch; rows: OrderRow[] }> {
  const batch = await maybeSummed(reader, actor, batchNo)
  if (!batch) throw refuse('not_found', { field: 'batchNo' })
  if (!actor.may.has(keys[batch.kind])) throw refuse('not_permitted')
  // Cards belong to the login that opens them: a parent does not open a sub-account's cards by trying again.
  if (batch.sub_uid !== (actor.subUid ?? null)) throw refuse('conflict')
  const rows = await rowsToRetry(reader, actor.accountId, batchNo)
  if (!rows.length) throw refuse('conflict')
  return { batch, rows }
}

/** The failed openings with their original input, at today's price. */
async function openingsAgain(reader: Reader, actor: Actor, rows: readonly OrderRow[]) {
  const cards = await cardsWithin(
    reader,
    actor,
    rows.map(({ card_id }) => card_id),
  )
  const again = rows.map(({ card_id, row_no, amount_cents }): OpeningRow => {
    const card = cards.get(card_id)!
    return {
      row: row_no!,
      vid: card.vid,
      rechargeAmount: amount_cents,
      firstName: card.first_name,
      lastName: card.last_name,
      street: card.street,
      city: card.city,
      state: card.state,
      zipCode: card.zip_code,
      remark: card.remark,
    }
  })
  const { openings, problems, total } = await priceRows(reader, actor, again)
  const [first] = problems
  if (first) throw refuse(first.refusal, { ...first.data, row: first.row })
  const worn = await tagsOfCards(reader, actor.accountId, [...cards.keys()])
  const starts = startsOf([...cards.values()])
  const cardOf = new Map(rows.map(({ row_no, card_id }) => [row_no!, card_id]))
  const labelled = openings.map((opening) => {
    const cardId = cardOf.get(opening.row)!
    const { gid, control_no: controlNo, owner_sub_uid: ownerSubUid } = cards.get(cardId)!
    const tagIds = (worn.get(cardId) ?? []).map(({ tagId }) => tagId)
    return { ...opening, gid, tagIds, ownerSubUid, starts: starts.get(controlNo) }
  })
  return { openings: labelled, total }
}

/** Cards are allowed what the failed ones would have been. */
const startsOf = (cards: readonly CardRow[]): ReadonlyMap<number | null, Starts> =>
  new Map(
    cards.flatMap(({ control_no: controlNo }) => (controlNo === null ? [] : [[controlNo, { controlNo, note: '' }]])),
  )

const loadsAgain = async (reader: Reader, actor: Actor, rows: readonly OrderRow[]) => {
  const items = rows.map(({ card_id: cardId, amount_cents: amount }) => ({ cardId, amount }))
  const lines = await linesOf(reader, actor, items)
  return { lines, total: add(...lines.map(({ price }) => price?.total ?? 0)) }
}

/** Returns what a retry would cost now. */
export const priceRetry: Answer<typeof contract.priceRetry> = async (actor, { batchNo }) => {
  const { batch, rows } = await toRetry(db, actor, batchNo)
  const priced = {
    OPEN: () => openingsAgain(db, actor, rows),
    LOAD: () => loadsAgain(db, actor, rows),
    DELETE: () => Promise.resolve({ total: 0 }),
  }
  const { total } = await priced[batch.kind]()
  return { num: rows.length, total, unit: 'USD', needTicket: flag(batch.kind === 'DELETE') }
}

/** Try the failed rows again, each once, as a batch of their own: the failed rows keep their result. */
export const retryBatch: Answer<typeof contract.retryBatch> = async (actor, input, tx) => {
  const { batch, rows } = await toRetry(tx, actor, input.batchNo)
  const started = await startAgain(tx, actor, batch, rows, input)
  const fresh = await markRetried(
    tx,
    actor.accountId,
    rows.map(({ order_no }) => order_no),
    started.batchNo,
  )
  if (fresh < rows.length) throw refuse('conflict') // some of them were retried concurrently
  return started
}

async function startAgain(
  tx: Tx,
  actor: Actor,
  { kind, batch_no: batchNo }: SummedBatch,
  rows: readonly OrderRow[],
  { expectTotal, ticket }: { expectTotal?: number | undefined; ticket?: string | undefined },
): Promise<StartedBatch> {
  const agreed = (total: number): void => {
    if (expectTotal !== undefined && expectTotal !== total) throw refuse('quote_changed', { total })
  }
  if (kind === 'DELETE') {
    await useTicket(tx, actor, 'batchDelete', ticket)
    return startDeleting(
      tx,
      actor,
      rows.map(({ card_id }) => card_id),
      undefined,
      batchNo,
    )
  }
  if (kind === 'LOAD') {
    const { lines, total } = await loadsAgain(tx, actor, rows)
    agreed(total)
    return startLoading(tx, actor, lines, { retryOf: batchNo })
  }
  const { openings, total } = await openingsAgain(tx, actor, rows)
  agreed(total)
  return startOpening(tx, actor, openings, { retryOf: batchNo })
}
