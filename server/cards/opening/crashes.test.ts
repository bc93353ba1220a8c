import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { owner } from '#test/database.ts'
import { asks, booksHold, entriesOfOrder, openingInput, walletOf } from '#test/fixtures/cards.ts'
import { wires } from '#test/issuers/wires.ts'
import { withApp } from '#test/http/app.ts'
import { newAccount } from '#test/world.ts'
import { showControls } from '#server/controls/showControls.ts'
import { sql } from '#server/core/db.ts'
import { SERVER_ROLE } from '#server/core/database/serverRole.ts'
import { issuerOf, outside, OutsideUnknown, useOutside, withIssuers, type Issuer } from '#server/outside/outside.ts'
import { askIssuer } from './askIssuer.ts'

/** The process ends here. What it had in memory is gone, and the next one begins from the tables. */
class Killed extends Error {}
const killed = (): Promise<never> => Promise.reject(new Killed())
const unanswered = (): Promise<never> => Promise.reject(new OutsideUnknown('no answer'))

const served = withApp()
let connected: Promise<void> | undefined
const connects = async (): Promise<void> => {
  for (const { connect } of wires) await connect(served)
}

for (const { issuerId, vid } of wires)
  describe(`wherever it ends while ${issuerId} makes a card, there is one card, paid once`, () => {
    const breaks = (faults: object) =>
      fetch(`${served.simulators.url}/network/faults`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(faults),
      })
    /** With the issuer changed until the work is done or its process has ended. */
    async function withChange(change: Partial<Issuer>, work: () => Promise<void>): Promise<void> {
      const before = outside
      useOutside(withIssuers(before, { ...issuerOf(issuerId), ...change }))
      try {
        await work()
      } catch (error) {
        if (!(error instanceof Killed)) throw error
      } finally {
        useOutside(before)
      }
    }
    /** As the issuer does it; set before anything is changed. */
    let makes: Issuer['createCard']

    const points: Record<string, (ask: () => Promise<void>) => Promise<void>> = {
      'after the order, before its job': async () => {},
      'before the issuer is asked': (ask) => withChange({ createCard: killed }, ask),
      'the question does not arrive': (ask) => withChange({ createCard: unanswered }, ask),
      'the issuer fails and makes nothing': async (ask) => {
        await breaks({ issuerDownMs: 60_000 })
        await ask()
        await breaks({})
      },
      'the card is made, the answer is lost': (ask) =>
        withChange({ createCard: async (card) => (await makes(card), unanswered()) }, ask),
      'the card is made, and nobody is there to read the answer': (ask) =>
        withChange({ createCard: async (card) => (await makes(card), killed()) }, ask),
      'while the card is looked up': async (ask) => {
        await withChange({ createCard: async (card) => (await makes(card), unanswered()) }, ask)
        await withChange({ findByIdem: killed }, ask)
      },
      'the list of cards does not have it yet': async (ask) => {
        await withChange({ createCard: async (card) => (await makes(card), unanswered()) }, ask)
        await withChange({ findByIdem: async () => null }, ask)
      },
      'within the commit': async (ask) => {
        await sql`REVOKE INSERT ON card_number FROM ${sql.id(SERVER_ROLE)}`.execute(owner)
        await assert.rejects(ask(), /permission denied/)
        await sql`GRANT INSERT ON card_number TO ${sql.id(SERVER_ROLE)}`.execute(owner)
      },
      'after the commit, before the job is done': (ask) => ask(),
      'one of two processes': async (ask) => {
        const first = withChange({ createCard: async (card) => (await makes(card), killed()) }, ask)
        await Promise.allSettled([first, ask()])
      },
    }

    for (const [where, happens] of Object.entries(points))
      test(where, async () => {
        await (connected ??= connects())
        const ana = await newAccount({ balanceCents: 50_000 })
        makes = issuerOf(issuerId).createCard
        const before = await walletOf(ana)
        const { cardId, orderNo } = await asks(ana, 'openCard', openingInput({ vid, controls: { singleMax: 100 } }))
        const ask = () => askIssuer({ accountId: ana.accountId, orderNo })
        const status = async () => (await asks(ana, 'showCard', { cardId })).card.status
        await happens(ask)
        for (let tries = 0; tries < 3; tries++) await ask()
        assert.equal(await status(), 'ACTIVE')
        assert.deepEqual((await showControls(ana, { scope: 'CARD', scopeId: cardId })).controls, { singleMax: 100 })
        assert.equal(await countOf(issuerOf(issuerId), orderNo), 1)
        const after = await walletOf(ana)
        assert.deepEqual([before.posted - after.posted, after.held], [5650, before.held])
        assert.equal((await entriesOfOrder(orderNo)).length, 4)
        await booksHold()
      })
  })

async function countOf(issuer: Issuer, idem: string): Promise<number> {
  let count = 0
  for (let cursor: string | undefined; ;) {
    const page = await issuer.listCards(cursor)
    count += page.cards.filter((card) => card.idem === idem).length
    if (page.next === undefined) return count
    cursor = page.next
  }
}
