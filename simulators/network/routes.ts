import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { walletCards } from '../issuer/cards.ts'
import { FeesInput, FundsInput, receiveFunds, takeFees } from '../issuer/programFunds.ts'
import { merchantOf, merchants } from '../merchants.ts'
import type { World } from '../world.ts'
import { increment, purchase, PurchaseInput } from './authorizations.ts'
import { DecideInput, decideDispute, findDispute, listDisputes } from './disputes.ts'
import { breakThings, FaultsInput } from './faults.ts'
import {
  clear,
  ClearInput,
  expire,
  forcedPost,
  ForcedInput,
  LooseInput,
  refund,
  refundOf,
  reverse,
  ReverseInput,
  undoPosting,
} from './postings.ts'
import { remaining, type Authorization } from './records.ts'
import { CodeInput, finishChallenge } from './finishThreeD.ts'
import { openChallengeOf } from './threeD.ts'
import { sendWrong, WrongEventInput } from './wrong.ts'

const AmountInput = z.object({ amountCents: z.int().min(1).max(100_000_000) })
const ListInput = z.object({ limit: z.coerce.number().int().min(1).max(200).default(50) })
type At = { Params: { id: string } }

/** Actions of merchants and of their network. */
export function networkRoutes(app: FastifyInstance, world: World): void {
  /** Answers after the events have been offered to our server once, so that the caller can see the effect immediately. */
  const told = async <T>(result: T): Promise<T> => {
    await world.events.flush()
    return result
  }

  app.get('/merchants', () =>
    merchants.map(({ merchantId, name, mcc, country, currency }) => ({ merchantId, name, mcc, country, currency })),
  )

  /** What a holder reads off a card: the page fills its form with it. */
  app.get('/network/cards', (request) =>
    walletCards(
      world,
      z
        .object({
          lastFour: z
            .string()
            .regex(/^\d{4}$/)
            .optional(),
        })
        .parse(request.query).lastFour,
    ),
  )
  app.post('/network/purchases', async (request) => {
    const answer = await purchase(world, PurchaseInput.parse(request.body))
    return answer.challenge ? told(answer) : answer
  })
  app.post<At>('/network/three-d/:id', async (request) =>
    told(await finishChallenge(world, request.params.id, CodeInput.parse(request.body).code)),
  )
  app.get('/network/authorizations', (request) => shown(world, ListInput.parse(request.query).limit))
  app.post<At>('/network/authorizations/:id/increment', (request) =>
    increment(world, request.params.id, AmountInput.parse(request.body).amountCents),
  )
  app.post<At>('/network/authorizations/:id/clear', (request) =>
    told(clear(world, request.params.id, ClearInput.parse(request.body ?? {}))),
  )
  app.post<At>('/network/authorizations/:id/reverse', (request) =>
    told(reverse(world, request.params.id, ReverseInput.parse(request.body ?? {}))),
  )
  app.post<At>('/network/authorizations/:id/expire', (request) => told(expire(world, request.params.id)))
  app.post<At>('/network/authorizations/:id/refund', (request) =>
    told(refundOf(world, request.params.id, AmountInput.parse(request.body).amountCents)),
  )
  app.post('/network/refunds', (request) => told(refund(world, LooseInput.parse(request.body))))
  app.post('/network/forced-posts', (request) => told(forcedPost(world, ForcedInput.parse(request.body))))
  app.post<At>('/network/postings/:id/reverse', (request) => told(undoPosting(world, request.params.id)))

  app.get('/network/disputes', (request) => listDisputes(world, ListInput.parse(request.query).limit))
  app.post<At>('/network/disputes/:id/decide', async (request) =>
    told(decideDispute(world, findDispute(world, request.params.id), DecideInput.parse(request.body ?? {}))),
  )

  app.post('/network/program-funds', (request) => receiveFunds(world, FundsInput.parse(request.body)))
  app.post('/network/program-fees', (request) => takeFees(world, FeesInput.parse(request.body)))

  app.post('/network/wrong-events', (request) => told(sendWrong(world, WrongEventInput.parse(request.body))))

  app.get('/network/faults', () => {
    const { issuerDownUntil, ...faults } = world.faults
    return { ...faults, issuerDownMs: Math.max(0, issuerDownUntil - Date.now()) }
  })
  app.post('/network/faults', (request) => {
    breakThings(world.faults, FaultsInput.parse(request.body ?? {}))
    return {}
  })
  app.post('/network/flush', async () => ({ delivered: await world.events.flush(20_000) }))
}

function shown(world: World, limit: number) {
  const { store } = world
  const rows = store.many<Authorization>(
    'SELECT * FROM authorizations ORDER BY created_at DESC, ref DESC LIMIT :limit',
    { limit },
  )
  return rows.map((row) => ({
    authorizationId: row.ref,
    lastFour: row.pan.slice(-4),
    merchantId: row.merchant_id,
    merchantName: merchantOf(row.merchant_id)?.name ?? row.merchant_id,
    amountCents: row.asked,
    merchantAmount: row.merchant_amount,
    merchantCurrency: row.merchant_currency,
    heldCents: row.status === 'PENDING' || row.status === 'PARTIAL' ? remaining(row) : 0,
    clearedCents: row.cleared,
    refundedCents: row.refunded,
    status: row.status,
    reason: row.reason,
    isoCode: row.iso_code,
    challenge: row.status === 'CHALLENGED' ? openChallengeOf(world, row.ref) : undefined,
    byShopper: row.by_shopper === 1,
    time: row.created_at,
  }))
}
