import { createSecretKey } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { nowMs } from '#server/core/clock.ts'
import type { NetworkEvent } from '#server/outside/issuers/networkEvents.ts'
import { signingKey } from '#server/outside/signatures.ts'
import { alipayCourier } from './alipay/notify.ts'
import { buildApp } from './app.ts'
import { chainNode } from './chain/node.ts'
import { worldClock } from './clock.ts'
import { cardByPan, finishPending, type Card } from './issuer/cards.ts'
import { undoInterrupted } from './network/authorizations.ts'
import { lithicWire } from './lithic/events.ts'
import { lithicMessages } from './lithic/messages.ts'
import { lithicAsking, questionSender } from './lithic/question.ts'
import { lithicSecrets } from './lithic/secrets.ts'
import { asking, REPEATED_SHARE, simulatedSender, type Asking } from './network/decision.ts'
import { moveDisputesOn } from './network/disputes.ts'
import { eventQueue } from './network/events.ts'
import { noFaults } from './network/faults.ts'
import { lapseChallenges } from './network/finishThreeD.ts'
import { poster } from './network/post.ts'
import { issuerEvents } from './network/wires.ts'
import { paymentQueues } from './payments/orders.ts'
import { fixedRate, movingRate } from './rates.ts'
import { startShoppers } from './shoppers.ts'
import { openStore } from './store.ts'
import { stripeMessages } from './stripe/messages.ts'
import { stripeAsking } from './stripe/question.ts'
import { stripeSecrets } from './stripe/secrets.ts'
import { stripeWire } from './stripe/wire.ts'
import type { Vendors } from './vendors.ts'
import { weChatCourier } from './weChatPay/notify.ts'
import { seeded, type World } from './world.ts'

export type SimulatorsOptions = {
  /** 0 picks a free port. */
  port?: number
  host?: string
  /** Kaika's server: `http://127.0.0.1:4000`. */
  serverUrl: string
  /** Where people open the console, if browsers reach it by another name. */
  consoleUrl?: string
  /** Where Kaika accepts authorizations and the issuer's events, if different. */
  networkUrl?: string
  /** The issuer's signing secret, base64. */
  secret: string
  /** The SQLite file; without it, nothing survives `stop()`. */
  storePath?: string
  now?: () => number
  /** Off by default. */
  shoppers?: boolean
  /** How long a processor waits for our decision. */
  deadlineMs?: number
  /** Between two blocks of the chain; TRON's own is 3 s. */
  blockMs?: number
  /** The authenticator secret of the demo's staff; the phone shows its codes. */
  staffSecret?: string
  /** Determines all random behaviour. */
  seed?: number
  /** Exchange rates are fixed by default. */
  ratesMove?: boolean
  /** Kaika's accounts at simulated vendors. None by default. */
  vendors?: Vendors
}

export type Simulators = { url: string; world: World; stop(): Promise<void> }

/** How often PENDING cards and open 3-D challenges are checked. */
const TICK_MS = 100

/** Starts the issuer, the card network, the TRON node and the phone, on one port. */
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
  const secrets = lithicSecrets(secret)
  const [webhookKey, asaKey] = [signingKey(secrets.webhookSecret), signingKey(secrets.asaSecret)]
  const ofStripe = stripeSecrets(secret)
  const keyOf = (text: string) => createSecretKey(Buffer.from(text))
  const shared = { store, now, random, faults, post: networkPost }
  const askSimulated = asking({
    ...{ faults, deadlineMs, repeats: () => random() < REPEATED_SHARE },
    send: simulatedSender({ key, now, post: networkPost }),
  })
  // Lithic repeats every request without a usable answer immediately, once.
  const askLithic = lithicAsking(
    () => world,
    asking({
      ...{ faults, deadlineMs, repeats: () => true },
      send: questionSender({ store, key: asaKey, now, post: networkPost }),
    }),
  )
  const askStripe = stripeAsking(() => world, {
    ...{ key: keyOf(ofStripe.authSecret), post: networkPost },
    askingBy: (send) => asking({ faults, deadlineMs, repeats: () => false, send }),
  })
  const asks: Readonly<Record<Card['issuer'], Asking>> = {
    simulated: askSimulated,
    lithic: askLithic,
    stripe: askStripe,
  }
  const world: World = {
    store,
    key,
    now,
    random,
    rateAt: ratesMove ? movingRate : fixedRate,
    faults,
    events: issuerEvents(
      () => world,
      eventQueue<NetworkEvent>({
        ...{ table: 'events', path: '/issuer/simulated/events', mark: { issuer: 'simulated' } },
        ...{ ...shared, key },
      }),
      { lithic: lithicWire, stripe: stripeWire },
    ),
    lithic: { secrets, messages: lithicMessages({ ...shared, key: webhookKey }) },
    stripe: { secrets: ofStripe, messages: stripeMessages({ ...shared, key: keyOf(ofStripe.webhookSecret) }) },
    paymentFaults,
    payments: paymentQueues(
      { store, key, now, random, faults: paymentFaults, post },
      { WECHAT: weChatCourier(store, now), ALIPAY: alipayCourier(store, now) },
    ),
    vendors: options.vendors ?? {},
    asking: (request) => asks[cardByPan(store, request.cardNumber ?? '')?.issuer ?? 'simulated'](request),
  }
  const node = chainNode(store, now, blockMs)
  const app = await buildApp(world, node, clock, {
    ...{ ratesMove, staffSecret: options.staffSecret, post },
    consoleUrl: options.consoleUrl ?? options.serverUrl,
  })
  undoInterrupted(world)
  const tick = setInterval(() => {
    finishPending(world)
    lapseChallenges(world)
    moveDisputesOn(world)
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
