/** After a fault: what must come right by itself, and the proof that it did. */
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { MINUTE, setClock } from '#server/core/clock.ts'
import { db, transaction, type Tx } from '#server/core/db.ts'
import { cardAccount, credit, debit, post, wallet } from '#server/ledger/ledger.ts'
import { composition } from '#server/modules.ts'
import { differences, underWay } from './compare.ts'
import type { Cluster } from './cluster.ts'
import type { Crowd } from './people.ts'

const { sweeps } = composition

const PATIENCE_MS = 90_000

/** Both servers answer, by themselves. */
export async function bothAnswer({ servers }: Cluster): Promise<void> {
  for (const { url, said } of servers) {
    // A call that needs the database: without a token it is refused only after a look at what the caller knows.
    const answers = (): Promise<boolean> =>
      fetch(`${url}/api/user/info`, {
        headers: { authorization: 'Bearer nobody' },
        signal: AbortSignal.timeout(5000),
      }).then(
        ({ status }) => status === 401,
        () => false,
      )
    for (let waited = 0; !(await answers()); waited += 100) {
      assert.ok(waited < PATIENCE_MS, `a server does not come back by itself\n${said}`)
      await sleep(100)
    }
  }
}

/**
 * Wait until nothing is under way any more. The sweeps that run by the minute are run here as if minutes passed, which
 * is all the help there is.
 */
export async function settled(cluster: Cluster, crowd: Crowd): Promise<void> {
  const from = Date.now()
  for (let passes = 0; ; passes++) {
    // What a server could not take is offered again later, and until then no list of ours knows of it.
    const taken = await cluster.simulators.world.events.flush(2000)
    const left = taken
      ? await underWay(db as unknown as Tx, crowd).catch((error: Error) => [error.message])
      : ['events on their way from the network']
    if (left.length === 0) return
    assert.ok(
      Date.now() - from < PATIENCE_MS,
      `still under way: ${left.slice(0, 5).join('; ')}\n${cluster.servers.map(({ said }) => said.slice(-2000)).join('\n')}`,
    )
    if (passes > 6) await minutesPass(3)
    await sleep(300)
  }
}

export async function minutesPass(minutes: number): Promise<void> {
  setClock(() => Date.now() + minutes * MINUTE)
  try {
    for (const { every, work } of Object.values(sweeps)) if (every === 'minute') await work()
  } finally {
    setClock()
  }
}

/** Everything that was acknowledged is there exactly once and nothing else is; and the comparison sees when it is not so. */
export async function nothingLostOrDoubled(cluster: Cluster, crowd: Crowd): Promise<void> {
  await bothAnswer(cluster)
  await settled(cluster, crowd)
  assert.deepEqual(await whatIsWrong(cluster, crowd), [])
  await theComparisonSees(cluster, crowd)
  assert.deepEqual(crowd.log.faults, [], 'what cannot be done now is "busy", never a fault')
}

/** The control of every fault: an acknowledgement that was lost, and a load that was done twice, do not pass. */
async function theComparisonSees(cluster: Cluster, crowd: Crowd): Promise<void> {
  const lost = await whatIsWrong(cluster, { ...crowd, log: crowd.log.withOneMore() })
  assert.ok(
    lost.some((line) => line.startsWith('acknowledged and not there: order')),
    `a lost order must be seen: ${lost.join('; ')}`,
  )
  const twice = crowd.log.orders.find(({ kind }) => kind === 'LOAD') ?? crowd.log.orders[0]!
  const doubled = await planted(async (tx) => {
    const { accountId, cardId, amount } = twice
    await post(tx, {
      kind: 'CARD_LOAD',
      accountId,
      biz: { type: 'card_order', id: `${twice.orderNo}-again` },
      lines: [debit(wallet(accountId), amount), credit(cardAccount(accountId, cardId), amount)],
    })
    return differences(tx, cluster, crowd)
  })
  assert.ok(
    doubled.some((line) => line.startsWith('there and not acknowledged: posted')),
    `a double must be seen: ${doubled.join('; ')}`,
  )
}

/** Look at something that is taken back. */
async function planted<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  let seen: T
  const takeBack = new Error('taken back')
  await transaction(async (tx) => {
    seen = await work(tx)
    throw takeBack
  }).catch((error: unknown) => {
    if (error !== takeBack) throw error
  })
  return seen!
}

export const whatIsWrong = (cluster: Cluster, crowd: Crowd): Promise<string[]> =>
  transaction((tx) => differences(tx, cluster, crowd))
