/** A database that Citus has spread over two workers: cells move while their cards pay, and a worker that is lost takes only its own cells with it. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { cardWorld } from '#bench/worlds/cardWorld.ts'
import { programsWithCitus, spreadDatabase, temporaryCitus, type Spread } from '#bin/postgres/citus.ts'
import { moveCells, placesOfCells, type Placed } from '#bin/postgres/moveCells.ts'
import { asServer, testWorkers } from '#bin/postgres/testCluster.ts'
import { compose } from '#server/core/composition.ts'
import { closeDb, db, openDb, sql } from '#server/core/db.ts'
import { useSecrets } from '#server/core/secrets.ts'
import { composition } from '#server/modules.ts'
import { simulatedOutside, useOutside } from '#server/outside/outside.ts'
import { ask } from '#server/trades/trades.ts'
import { limits } from '#server/trades/rules/limits.ts'
import { panHash } from '#server/cards/cards.ts'
import { request } from '../fixtures/trades.ts'
import { FIELD_KEY, LOOKUP_KEY } from '../world.ts'

const skipped = testWorkers.length === 0 && 'skipped: `npm run citus` runs it, where Citus is installed'

describe('a database spread over two workers', { skip: skipped }, () => {
  let spread: Spread
  let ownerUrl: string
  type Card = Awaited<ReturnType<typeof cardWorld>>['cards'][number] & { cell: number }
  let cards: Card[]
  /** What an answer says, and how long it took. */
  type Heard = { cell: number; approved: boolean | undefined; cents: number; ms: number }
  const heard: Heard[] = []

  // Other tests may run beside these, and a machine that is busy lets cells stand still for longer.
  const { deadlineMs } = limits
  const patience = (times: number) => void (limits.deadlineMs = deadlineMs * times)

  before(async () => {
    patience(10)
    spread = await temporaryCitus(programsWithCitus()!, {
      settings: ['wal_level=logical', 'citus.shard_count=8', 'shared_buffers=32MB'],
    })
    ownerUrl = await spreadDatabase(spread, 'kaika')
    compose(composition)
    useSecrets({ fieldKey: FIELD_KEY, lookupKey: LOOKUP_KEY })
    useOutside(simulatedOutside({ simulatorsUrl: 'http://127.0.0.1:9', secret: FIELD_KEY }))
    openDb(asServer(ownerUrl))
    const world = await cardWorld(128, 64)
    const { rows } = await sql<{ hash: string; cell: number }>`
      SELECT encode(pan_hmac, 'hex') AS hash, cell FROM card_number`.execute(db)
    const cellOf = new Map(rows.map(({ hash, cell }) => [hash, cell]))
    cards = world.cards.map((card) => ({ ...card, cell: cellOf.get(panHash(card.cardNumber).toString('hex'))! }))
    // One by one: the first of each opens connections and looks its card up.
    for (const card of cards) assert.ok((await pays(card)).approved)
  })
  after(async () => {
    await closeDb()
    await spread?.stop()
  })

  let paid = 0
  const pays = (card: Card): Promise<Heard> =>
    new Promise((resolve) => {
      const [began, cents] = [performance.now(), 100 + (paid++ % 5000)]
      ask('simulated', request(card, cents), (answer) => {
        const { cell } = card
        heard.push({ cell, approved: answer?.approved, cents, ms: performance.now() - began })
        resolve(heard.at(-1)!)
      })
    })
  /** Cards pay one after another, whatever the answers, until `work` is done. */
  async function whilePaying(work: () => Promise<unknown>): Promise<Heard[]> {
    const asked: Promise<Heard>[] = []
    const done = Symbol()
    const working = work().then(() => done)
    for (let n = 0; ; n++) {
      asked.push(pays(cards[n % cards.length]!))
      if ((await Promise.race([working, sleep(15)])) === done) break
    }
    return Promise.all(asked)
  }
  const worst = (of: readonly Heard[]) => Math.max(...of.map(({ ms }) => ms)).toFixed(0)
  const isAt = (port: number, places: readonly Placed[]) => {
    const cells = new Set(places.filter((place) => place.port === port).flatMap((place) => place.cells))
    return ({ cell }: { cell: number }) => cells.has(cell)
  }

  test('cells move to the other worker while their cards pay, and no decision fails', async (t) => {
    patience(10)
    const [place] = await placesOfCells(ownerUrl)
    const { hostname: host, port } = new URL(spread.workers.find((url) => Number(new URL(url).port) !== place!.port)!)
    const other = { host, port: Number(port) }
    const answers = await whilePaying(async () => {
      await sleep(500)
      await moveCells(ownerUrl, place!.shard, place!, other)
      await sleep(500)
    })
    t.diagnostic(`${answers.length} decisions, the longest ${worst(answers)} ms`)
    assert.deepEqual(
      answers.filter(({ approved }) => !approved),
      [],
    )
    const places = await placesOfCells(ownerUrl)
    assert.ok(isAt(other.port, places)({ cell: place!.cells[0]! }))
    await booksAgree()
  })

  for (const [what, fault] of [
    ['falls silent', 'SIGSTOP'],
    ['is killed', 'SIGKILL'],
  ] as const)
    test(`a worker ${what}: the cards of other cells pay as before, and those of its own are answered soon`, async (t) => {
      patience(2)
      const worker = spread.nodes.at(-1)!
      const isLost = isAt(Number(new URL(worker.url).port), await placesOfCells(ownerUrl))
      let answers: Heard[]
      try {
        answers = await whilePaying(async () => {
          await sleep(500)
          worker.signal(fault)
          await sleep(5000)
        })
      } finally {
        if (fault === 'SIGSTOP') worker.signal('SIGCONT')
      }
      const [lost, others] = [answers.filter(isLost), answers.filter((one) => !isLost(one))]
      const inTime = others.filter(({ approved }) => approved).length / others.length
      t.diagnostic(
        `others: ${(inTime * 100).toFixed(2)} % of ${others.length}, the longest ${worst(others)} ms; its own: ${lost.length}, the longest ${worst(lost)} ms`,
      )
      assert.ok(lost.some(({ approved }) => approved === undefined))
      assert.ok(inTime >= 0.99, `${inTime}`)
      // Once the worker is known to be away, its requests do not wait.
      assert.ok(
        lost.slice(-5).every(({ ms, approved }) => approved === undefined && ms < 500),
        worst(lost.slice(-5)),
      )
      if (fault === 'SIGKILL') return
      for (let tries = 0; ; tries++) {
        const again = await Promise.all(cards.filter(isLost).map(pays))
        if (again.every(({ approved }) => approved)) break
        assert.ok(tries < 50, 'the worker is back, and its cards do not pay')
        await sleep(100)
      }
      await booksAgree()
    })

  /** What callers heard approved is what cards and authorizations hold, but for requests without an answer. */
  async function booksAgree(): Promise<void> {
    const approved = heard.filter((one) => one.approved).reduce((sum, { cents }) => sum + cents, 0)
    const unanswered = heard.filter((one) => one.approved === undefined).reduce((sum, { cents }) => sum + cents, 0)
    const { rows } = await sql<{ held: number; authorized: number }>`
      SELECT (SELECT sum(held)::bigint FROM ledger_account WHERE code = '2020') AS held,
             (SELECT sum(held_cents)::bigint FROM auth) AS authorized`.execute(db)
    const { held, authorized } = rows[0]!
    assert.equal(held, authorized)
    assert.ok(held >= approved && held <= approved + unanswered, `${held} is held, ${approved} was heard`)
  }
})
