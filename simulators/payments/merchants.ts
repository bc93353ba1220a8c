/** Merchant accounts at providers that are simulated in their own form, and the orders made through these accounts. */
import { createHmac, generateKeyPairSync } from 'node:crypto'
import type { ProviderEvent, ProviderId } from '#server/outside/payments.ts'
import type { Courier } from '../network/events.ts'
import { NoAnswer, poster, type Answer } from '../network/post.ts'
import type { Store } from '../store.ts'
import { Refused, type World } from '../world.ts'
import { boundsOf, findOrder, type PaymentRow } from './orders.ts'

/** The two key pairs of an account, PEM. A real merchant makes its own and never shows it; here both sides are one. */
export type Pairs = Record<'merchantPrivate' | 'merchantPublic' | 'providerPrivate' | 'providerPublic', string>

/** Made when they are first needed, and then kept: a pair takes about a fifth of a second. */
export function pairsOf(store: Store, provider: ProviderId): Pairs {
  const name = `merchant keys ${provider}`
  const kept = store.maybeOne<{ value: string }>('SELECT value FROM facts WHERE name = :name', { name })
  if (kept) return JSON.parse(kept.value) as Pairs
  const pair = () =>
    generateKeyPairSync('rsa', {
      modulusLength: 2048,
      privateKeyEncoding: { format: 'pem', type: 'pkcs8' },
      publicKeyEncoding: { format: 'pem', type: 'spki' },
    })
  const [merchant, own] = [pair(), pair()]
  const pairs: Pairs = {
    ...{ merchantPrivate: merchant.privateKey, merchantPublic: merchant.publicKey },
    ...{ providerPrivate: own.privateKey, providerPublic: own.publicKey },
  }
  store.run('INSERT OR IGNORE INTO facts (name, value) VALUES (:name, :value)', { name, value: JSON.stringify(pairs) })
  return pairs
}

/** What an operator sets: the values of settings, and the content of the files that others name. */
export type Account = { settings: Record<string, string>; files: Record<string, string> }

export const keepNotifyUrl = ({ store }: World, provider: ProviderId, orderNo: string, notifyUrl: string): void =>
  void store.run(
    'INSERT OR REPLACE INTO merchant_orders (order_no, provider, notify_url) VALUES (:orderNo, :provider, :notifyUrl)',
    { orderNo, provider, notifyUrl },
  )

/** Where notifications of this order go. Those of a payment without an order go where the latest order's went. */
function notifyUrlOf(store: Store, provider: ProviderId, orderNo: string): string | undefined {
  const found =
    store.maybeOne<{ url: string }>('SELECT notify_url AS url FROM merchant_orders WHERE order_no = :orderNo', {
      orderNo,
    }) ??
    (findOrder({ store }, orderNo)
      ? undefined
      : store.maybeOne<{ url: string }>(
          'SELECT notify_url AS url FROM merchant_orders WHERE provider = :provider ORDER BY rowid DESC LIMIT 1',
          { provider },
        ))
  return found?.url
}

type Written = { body: string; headers: Record<string, string> }

/** Notifies by POST, each event as `write` writes it. `accepts`: what the provider takes for yes. */
export function courierTo(
  provider: ProviderId,
  store: Store,
  write: (event: ProviderEvent) => Written,
  accepts: (answer: Answer) => boolean,
): Courier<ProviderEvent> {
  return {
    takes: ({ orderNo }) => notifyUrlOf(store, provider, orderNo) !== undefined,
    async send(event) {
      const { origin, pathname } = new URL(notifyUrlOf(store, provider, event.orderNo)!)
      const post = poster(origin)
      const { body, headers } = write(event)
      const bytes = Buffer.from(body)
      try {
        return accepts(await post(pathname, { ...headers, 'content-length': bytes.length }, bytes, 5000))
      } catch (error) {
        if (error instanceof NoAnswer) return false
        throw error
      } finally {
        post.close()
      }
    },
  }
}

type BillRow = PaymentRow & { subject: string | null }

/** A day's payments, and the payments of any day that were reversed on it. */
export function billOf({ store }: World, provider: ProviderId, day: string): { paid: BillRow[]; reversed: BillRow[] } {
  const rows = (column: 'paid_at' | 'reversed_at') =>
    store.many<BillRow>(
      `SELECT p.ref, p.order_no, p.amount, p.paid_at, p.reversed_at, o.subject
         FROM payments p LEFT JOIN payment_orders o ON o.order_no = p.order_no
        WHERE p.provider = :provider AND p.${column} >= :from AND p.${column} < :until ORDER BY p.seq`,
      { provider, ...boundsOf(day) },
    )
  return { paid: rows('paid_at'), reversed: rows('reversed_at') }
}

/** Bills of a day are made until ten o'clock of the next. */
export const isBillMade = (world: World, day: string): boolean => world.now() >= boundsOf(day).until + 10 * 3_600_000

const LINK_MS = 30_000
const stamp = (world: World, text: string): string => createHmac('sha256', world.key).update(text).digest('hex')

/** The token of a link to a bill, valid for thirty seconds. */
export function billToken(world: World, day: string): string {
  const text = `${day}.${world.now() + LINK_MS}`
  return `${text}.${stamp(world, text)}`
}
/** The day of the bill; refuses an unknown or expired token. */
export function dayOfToken(world: World, token: string): string {
  const [day = '', until = '', mark] = token.split('.')
  if (mark !== stamp(world, `${day}.${until}`) || Number(until) < world.now()) throw new Refused(403, 'NO_AUTH')
  return day
}
