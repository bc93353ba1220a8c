import type { AddressInfo } from 'node:net'
import { nowMs } from '#server/core/clock.ts'
import type { NetworkEvent } from '#server/outside/networkEvents.ts'
import { signingKey } from '#server/outside/signatures.ts'
import { buildApp } from './app.ts'
import { worldClock } from './clock.ts'
import { chainNode } from './chain/node.ts'
import { finishPending } from './issuer/cards.ts'
import { undoInterrupted } from './network/authorizations.ts'
import { asking } from './network/decision.ts'
import { eventQueue } from './network/events.ts'
import { noFaults } from './network/faults.ts'
import { lapseChallenges } from './network/finishThreeD.ts'
import { poster } from './network/post.ts'
import { startShoppers } from './shoppers.ts'
import { paymentQueues } from './payments/queues.ts'
import { fixedRate, movingRate } from './rates.ts'
import { openStore } from './store.ts'
import { seeded, type World } from './world.ts'

export type SimulatorsOptions = {
  /** 0 takes a free one. */
  port?: number
  host?: string
  /** Kaika's server: `http://127.0.0.1:4000`. */
  serverUrl: string
  /** Where Kaika takes authorizations and the issuer's events, if not there. */
  networkUrl?: string
  /** The issuer's signing secret, base64. */
  secret: string
  /** The SQLite file; without one, nothing outlives `stop()`. */
  storePath?: string
  now?: () => number
  /** Off unless asked for. */
  shoppers?: boolean
  /** How long a processor waits for our decision. */
  deadlineMs?: number
  /** Between two blocks of the chain; TRON's own is 3 s. */
  blockMs?: number
  /** The authenticator secret of the demo's staff, which the phone shows codes of. */
  staffSecret?: string
  /** Behaviour that is left to chance follows from it. */
  seed?: number
  /** Exchange rates stand still unless asked to move. */
  ratesMove?: boolean
}

export type Simulators = { url: string; world: World; stop(): Promise<void> }

/** How often PENDING cards and open 3-D challenges are looked at. */
const TICK_MS = 100

/** The issuer, the card network, the TRON node and the phone, on one port. */
export async function startSimulators(options: SimulatorsOptions): Promise<Simulators> {
  const {
    port = 0,
    host = '127.0.0.1',
    secret,
    storePath,
    deadlineMs = 2000,
    blockMs = 3000,
    seed = 1,
    ratesMove = false,
  } = options
  const key = signingKey(secret)
  const store = openStore(storePath)
  const [faults, paymentFaults, random] = [noFaults(), noFaults(), seeded(seed)]
  const post = poster(options.serverUrl)
  const networkPost = options.networkUrl === undefined ? post : poster(options.networkUrl)
  const clock = worldClock({ store, key, post, read: options.now ?? nowMs })
  const now = (): number => clock.now()
  const world: World = {
    store,
    key,
    now,
    random,
    rateAt: ratesMove ? movingRate : fixedRate,
    faults,
    events: eventQueue<NetworkEvent>({
      ...{ table: 'events', path: '/issuer/events', mark: { issuer: 'simulated' } },
      ...{ store, key, now, random, faults, post: networkPost },
    }),
    paymentFaults,
    payments: paymentQueues({ store, key, now, random, faults: paymentFaults, post }),
    asking: asking({ key, now, faults, post: networkPost, deadlineMs, random }),
  }
  const node = chainNode(store, now, blockMs)
  const app = await buildApp(world, node, clock, { ratesMove, staffSecret: options.staffSecret })
  undoInterrupted(world)
  const tick = setInterval(() => {
    finishPending(world)
    lapseChallenges(world)
  }, TICK_MS)
  await app.listen({ host, port })
  const shoppers = options.shoppers ? startShoppers(world, seeded(seed + 1)) : undefined

  let stopping: Promise<void> | undefined
  return {
    url: `http://${host}:${(app.server.address() as AddressInfo).port}`,
    world,
    stop: () =>
      (stopping ??= (async () => {
        clearInterval(tick)
        clock.stop()
        node.stop()
        await shoppers?.stop()
        await app.close()
        await world.events.stop()
        for (const queue of Object.values(world.payments)) await queue.stop()
        post.close()
        networkPost.close()
        store.close()
      })()),
  }
}
