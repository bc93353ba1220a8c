/** Inputs for controls of cards and their templates, payments to confirm, and for staff calls about network events on hold and refunds under review. */
import { setTimeout } from 'node:timers/promises'
import { pointControls } from '#server/cards/cards.ts'
import { keepDocument } from '#server/controls/documents.ts'
import { db, one, sql, transaction } from '#server/core/db.ts'
import { nowMs } from '#server/core/clock.ts'
import type { RefundPosted } from '#server/outside/outside.ts'
import type { Actor } from '#server/core/actor.ts'
import { decides, event, inHand, newRef, request, shop, tells, type Plastic } from '#test/fixtures/trades.ts'
import { someRequestNo } from './actors.ts'
import { nothing, withNo, type Asker, type InputRecipe } from './fixtures.ts'
import { templateInputs } from './templateInputs.ts'

/** Only the issuer's reference of the card is needed for an event about it. */
async function cardOf({ has }: Asker): Promise<Plastic> {
  const { rows } = await sql<{ ref: string }>`SELECT issuer_ref AS ref FROM card WHERE card_id = ${has.steady}`.execute(
    db,
  )
  return { cardRef: rows[0]!.ref } as Plastic
}
async function aHeldEvent(asker: Asker): Promise<{ eventId: string }> {
  const told = event('clearing.posted', await cardOf(asker), 50_00, { currency: 'JPY' })
  await tells(told)
  return { eventId: told.id }
}
/** The merchant reverses the previous refund first; otherwise they would pile up on a shared card. */
let before: RefundPosted | undefined
async function aReview(asker: Asker): Promise<{ tradeId: string }> {
  if (before) await tells({ ...before, id: newRef(), type: 'refund.reversed' })
  before = event('refund.posted', await cardOf(asker), 450_00) as RefundPosted
  await tells(before)
  const { rows } = await sql<{ id: string }>`
    SELECT trade_id AS id FROM trade WHERE clearing_ref = ${before.clearingRef}`.execute(db)
  return { tradeId: rows[0]!.id }
}

async function aChallenge(asker: Asker): Promise<string> {
  const [{ cardRef }, ref] = [await cardOf(asker), newRef()]
  await tells({
    ...{ type: 'threeDs.challenged', id: newRef(), issuer: 'simulated', cardRef, challengeRef: ref, merchant: shop },
    ...{ amount: 4200, currency: 'USD', merchantAmount: 4200, merchantCurrency: 'USD' },
    ...{ occurredAt: nowMs(), expiresAt: nowMs() + 300_000 },
  })
  const { rows } = await sql<{
    id: string
  }>`SELECT code_id AS id FROM three_d_code WHERE challenge_ref = ${ref}`.execute(db)
  return rows[0]!.id
}

async function anAuthorization({ has }: Asker): Promise<{ cardAuthId: string }> {
  const card = await inHand({ accountId: '', loginId: 'log_test' } as Actor, has.steady)
  return { cardAuthId: (await decides(request(card, 100))).authorizationId! }
}

/** The merchant asks for more than a card may have. What the service does a moment after a decline is done before the call. */
async function aDecline({ has }: Asker): Promise<{ cardAuthId: string }> {
  const card = await inHand({ accountId: '', loginId: 'log_test' } as Actor, has.steady)
  const { authorizationId } = await decides(request(card, 900_000_00))
  const isLeft = () =>
    sql`SELECT 1 FROM graphile_worker.jobs JOIN card ON key = 'declines ' || account_id WHERE card_id = ${has.steady}`.execute(
      db,
    )
  for (let tries = 0; tries < 50 && (await isLeft()).rows.length === 0; tries++) await setTimeout(20)
  return { cardAuthId: authorizationId! }
}

/** The card is for three purchases from now on. */
async function forThreeUses(cardId: string): Promise<string> {
  const { account_id: accountId } = await one(
    db,
    sql<{ account_id: string }>`SELECT account_id FROM card WHERE card_id = ${cardId}`,
  )
  await transaction(async (tx) => {
    const controlNo = await keepDocument(tx, accountId, { uses: { max: 3, per: 'APPROVAL', then: 'FREEZE' } })
    await pointControls(tx, accountId, [cardId], controlNo)
  })
  return cardId
}

export const tradeInputs = {
  ...templateInputs,
  wouldPass: async (asker) => ({ ...(await anAuthorization(asker)), suppose: '{"load":5000,"unfreeze":1}' }),
  replayDecline: aDecline,
  chooseBrands: nothing,
  showControls: ({ has }) => ({ scope: 'CARD', scopeId: has.toFreeze }),
  saveControls: ({ has }) => ({
    scope: 'CARD',
    scopeIds: has.toFreeze,
    controls: '{"singleMax":100000}',
    requestNo: someRequestNo(),
  }),
  moveLock: ({ has }) => ({ cardId: has.toFreeze, move: 'REARM', requestNo: someRequestNo() }),
  allowUses: async ({ has }) => ({ cardId: await forThreeUses(has.steady), add: '1', requestNo: someRequestNo() }),
  tryControls: ({ has }) => ({ scope: 'CARD', scopeIds: has.toFreeze, controls: '{"singleMax":100}', days: '30' }),
  controlHistory: ({ has }) => ({ scope: 'CARD', scopeId: has.toFreeze }),
  answerThreeD: async (asker) => ({ id: await aChallenge(asker), answer: 'DECLINE' }),
  listHeldEvents: nothing,
  retryEvent: async (asker) => withNo(await aHeldEvent(asker)),
  dismissEvent: async (asker) => withNo(await aHeldEvent(asker)),
  listRefundReviews: nothing,
  releaseRefund: async (asker) => withNo(await aReview(asker)),
  returnRefund: async (asker) => withNo(await aReview(asker)),
} satisfies Record<string, InputRecipe>
