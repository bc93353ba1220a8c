/** A test file's world with an issuer: cards are requested as the server requests them, and the resulting jobs are run by hand. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before } from 'node:test'
import type { Checked, Output, Input } from '#contract/core/call.ts'
import * as batches from '#contract/cards/batches.ts'
import * as cardGroups from '#contract/cards/groups.ts'
import * as holders from '#contract/cards/holders.ts'
import * as cards from '#contract/cards/cards.ts'
import * as tags from '#contract/cards/tags.ts'
import type { Actor } from '#server/core/actor.ts'
import {
  answers as cardAnswers,
  batchAnswers,
  groupAnswers,
  module as cardsModule,
  tagAnswers,
} from '#server/cards/module.ts'
import { db, isBusy, sql, type Tx } from '#server/core/db.ts'
import { balanceOf, cardAccount, prove, wallet, type Balance } from '#server/ledger/ledger.ts'
import { once } from '#server/core/once.ts'
import { outside, simulatedOutside, useOutside, type Issuer } from '#server/outside/outside.ts'
import { startSimulators, type Simulators } from '#simulators/start.ts'
import { runJobs } from './runJobs.ts'
import { withWorld, type Person } from './world.ts'

const { jobs: tasks } = cardsModule

/** `withWorld` plus the simulated issuer over real HTTP. `break` injects its faults. */
export function withIssuer(options: Parameters<typeof withWorld>[0] = {}) {
  const database = withWorld(options)
  let simulators: Simulators
  const secret = randomBytes(32).toString('base64')
  before(async () => {
    simulators = await startSimulators({ serverUrl: 'http://127.0.0.1:9', secret, blockMs: 600_000 })
    useOutside(simulatedOutside({ simulatorsUrl: simulators.url, secret }))
  })
  after(() => simulators.stop())
  return {
    database,
    /** For another process that talks to the same issuer. */
    reachedBy: (): [url: string, secret: string] => [simulators.url, secret],
    /** The issuer's own count of cards, whatever our records say. */
    cardsMade: async (): Promise<number> =>
      simulators.world.store.many<{ ref: string }>('SELECT ref FROM cards', {}).length,
    /** Changes a card at the issuer without telling anyone: to another state, or removed. */
    change: (ref: string, state: 'ACTIVE' | 'CLOSED' | 'FORGOTTEN'): void =>
      void (state === 'FORGOTTEN'
        ? simulators.world.store.run('DELETE FROM cards WHERE ref = :ref', { ref })
        : simulators.world.store.run('UPDATE cards SET state = :state WHERE ref = :ref', { ref, state })),
    async break(faults: Record<string, unknown>): Promise<void> {
      await fetch(`${simulators.url}/network/faults`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(faults),
      })
    },
  }
}

/** Replaces the issuer until the test ends. */
export async function withIssuerThat<T>(change: Partial<Issuer>, work: () => Promise<T>): Promise<T> {
  const before = outside
  useOutside({ ...before, issuer: { ...before.issuer, ...change } })
  try {
    return await work()
  } finally {
    useOutside(before)
  }
}

/** All calls of the module. */
const contract = { ...cards, ...batches, ...holders, ...cardGroups, ...tags }
const answers = { ...cardAnswers, ...batchAnswers, ...groupAnswers, ...tagAnswers }
type Name = keyof typeof answers
type Row<N extends Name> = (typeof contract)[N]

/** Makes a call like app.ts: validates the input, runs it once if the row requires it, checks the answer against the contract. */
export async function asks<N extends Name>(who: Actor, name: N, input: Input<Row<N>>): Promise<Output<Row<N>>> {
  const row = contract[name]
  const checked = row.input.parse(input) as Checked<Row<N>>
  const answer = answers[name] as unknown as (actor: Actor, input: unknown, tx?: Tx) => Promise<unknown>
  const given = row.once
    ? await once(who, row.path, checked as { requestNo?: string }, (tx) => answer(who, checked, tx))
    : await answer(who, checked)
  row.output.parse(given)
  return given as Output<Row<N>>
}

/** Retries like a person who is told that the system is busy: the same request with the same number. */
export async function asksUntilKnown<N extends Name>(
  ...[who, name, input]: Parameters<typeof asks<N>>
): Promise<Output<Row<N>>> {
  for (let tries = 1; ; tries++) {
    try {
      return await asks(who, name, input)
    } catch (error) {
      if (!isBusy(error) || tries === 10) throw error
    }
  }
}

/** Runs the queued card jobs until none is due. */
export const work = (): Promise<void> => runJobs(tasks)

const holder = {
  firstName: 'Ana',
  lastName: 'Lopez',
  street: '1 Cedar Avenue',
  city: 'Portland',
  state: 'OR',
  zipCode: '97201',
}
export const openingInput = (change: Partial<Input<typeof cards.openCard>> = {}): Input<typeof cards.openCard> => ({
  vid: 'VISA-US-1',
  rechargeAmount: 5000,
  ...holder,
  requestNo: `test-${randomBytes(8).toString('hex')}`,
  ...change,
})

/** Opens a card and waits for the issuer. */
export async function opensCard(who: Actor, change: Partial<Input<typeof cards.openCard>> = {}): Promise<string> {
  const { cardId } = await asks(who, 'openCard', openingInput(change))
  await work()
  return cardId
}

export const requestNo = (): string => `test-${randomBytes(8).toString('hex')}`

export const walletOf = ({ accountId }: Pick<Person, 'accountId'>): Promise<Balance> => balanceOf(db, wallet(accountId))
export const moneyOn = ({ accountId }: Pick<Person, 'accountId'>, cardId: string): Promise<Balance> =>
  balanceOf(db, cardAccount(accountId, cardId))

/** The ledger entries of a card's orders: `D 2010 5425`, in order of writing. */
export async function entriesOfOrder(orderNo: string): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    SELECT side || ' ' || code || ' ' || amount AS line
      FROM ledger_entry AS entry
      JOIN ledger_account USING (la_id)
      JOIN ledger_transfer AS transfer USING (transfer_id)
     WHERE transfer.biz_id = ${orderNo}
     ORDER BY transfer.kind, transfer.leg, n`.execute(db)
  return rows.map(({ line }) => line)
}

/** An account's operations in the operation log. */
export async function operationsOf({ accountId }: Pick<Person, 'accountId'>): Promise<string[]> {
  const rows = await db
    .selectFrom('operate_log')
    .select(['type', 'result', 'amount_cents'])
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute()
  return rows.map(({ type, result, amount_cents }) =>
    [type, result, amount_cents].filter((part) => part !== null).join(' '),
  )
}

/** The notifications that people got. */
export async function newsTo({ accountId }: Pick<Person, 'accountId'>): Promise<string[]> {
  const { rows } = await sql<{ event: string }>`
    SELECT payload->>'event' AS event
      FROM graphile_worker._private_jobs AS job
      JOIN graphile_worker._private_tasks AS task ON task.id = job.task_id
     WHERE identifier = 'notices.tell' AND payload->>'accountId' = ${accountId}
     ORDER BY job.id`.execute(db)
  return rows.map(({ event }) => event)
}

export const booksHold = async (): Promise<void> => assert.deepEqual(await prove(), [])
