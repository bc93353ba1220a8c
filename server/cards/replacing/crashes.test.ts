import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ReplaceReason } from '#contract/cards/replacing.ts'
import { owner } from '#test/database.ts'
import {
  asks,
  booksHold,
  moneyOn,
  opensCard,
  requestNo,
  walletOf,
  withIssuer,
  withIssuerThat,
  work,
} from '#test/fixtures/cards.ts'
import { newAccount } from '#test/world.ts'
import { setClock } from '#server/core/clock.ts'
import { sql } from '#server/core/db.ts'
import { SERVER_ROLE } from '#server/core/database/serverRole.ts'
import { issuerOf, OutsideUnknown, type Issuer } from '#server/outside/outside.ts'
import { askIssuer } from '../opening/askIssuer.ts'
import { followReplacements } from './closeFormer.ts'

/** The process ends here. */
class Killed extends Error {}
const killed = (): Promise<never> => Promise.reject(new Killed())
const unanswered = (): Promise<never> => Promise.reject(new OutsideUnknown('no answer'))
const issuer = withIssuer({ connections: 24 })

/** Without the right to write this table, a transaction ends where it writes it. */
async function cutOff(table: string, act: () => Promise<unknown>): Promise<void> {
  await sql`REVOKE INSERT ON ${sql.table(table)} FROM ${sql.id(SERVER_ROLE)}`.execute(owner)
  try {
    await assert.rejects(act(), /permission denied/)
  } finally {
    await sql`GRANT INSERT ON ${sql.table(table)} TO ${sql.id(SERVER_ROLE)}`.execute(owner)
  }
}
async function dies(change: Partial<Issuer>, ask: () => Promise<void>): Promise<void> {
  await withIssuerThat(change, async () => {
    try {
      await ask()
    } catch (error) {
      if (!(error instanceof Killed)) throw error
    }
  })
}
const madeThen = (end: () => Promise<never>): Partial<Issuer> => {
  const makes = issuerOf('simulated').createCard
  return { createCard: async (card) => (await makes(card), end()) }
}

type Steps = { replace: () => Promise<unknown>; ask: () => Promise<void> }
/** Each ends somewhere; afterwards everything is done again as the next process would. */
const points: Record<string, (steps: Steps) => Promise<unknown>> = {
  nowhere: async () => {},
  'within the replacement, at its last table': ({ replace }) => cutOff('card_replacement', replace),
  'within the replacement, at the new card': ({ replace }) => cutOff('card', replace),
  'after the replacement, before its job': ({ replace }) => replace(),
  'before the issuer is asked': async ({ replace, ask }) => (await replace(), dies({ createCard: killed }, ask)),
  'the card is made, the answer is lost': async ({ replace, ask }) => (
    await replace(),
    dies(madeThen(unanswered), ask)
  ),
  'the card is made, and nobody reads the answer': async ({ replace, ask }) => (
    await replace(),
    dies(madeThen(killed), ask)
  ),
  'within the commit of the opening': async ({ replace, ask }) => (await replace(), cutOff('card_number', ask)),
  'after the opening, while the sweep writes': async ({ replace, ask }) => {
    await replace()
    await ask()
    await followReplacements()
  },
}

for (const reason of ['LOST', 'EXPIRING'] as const satisfies ReplaceReason[])
  describe(`wherever it ends while a card is replaced (${reason}), there is one new card and no cent is lost`, () => {
    for (const [where, happens] of Object.entries(points))
      test(where, async () => {
        const ana = await newAccount({ balanceCents: 20_000 })
        const old = await opensCard(ana)
        const [before, made] = [await walletOf(ana), await issuer.cardsMade()]
        const input = { cardId: old, reason, keepDays: 1, keepAmount: 700, requestNo: requestNo() }
        const replace = () => asks(ana, 'replaceCard', input)
        const ask = async () => {
          const { orderNo } = await replace()
          await askIssuer({ accountId: ana.accountId, orderNo })
        }
        await happens({ replace, ask })

        const { cardId, closeTime } = await replace()
        await Promise.all([ask(), ask()])
        await work()
        await Promise.all([followReplacements(), followReplacements()])
        if (reason === 'EXPIRING') {
          setClock(() => closeTime)
          try {
            await cutOff('card_log', followReplacements)
            await Promise.all([followReplacements(), followReplacements()])
          } finally {
            setClock()
          }
        }
        assert.equal(await issuer.cardsMade(), made + 1)
        assert.deepEqual([(await moneyOn(ana, old)).posted, (await moneyOn(ana, cardId)).posted], [0, 5000])
        const after = await walletOf(ana)
        assert.deepEqual([before.posted - after.posted, after.held], [500, 0])
        await booksHold()
      })
  })
