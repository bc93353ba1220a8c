/** Our money at Stripe: the Issuing balance, and what was settled. */
import type Stripe from 'stripe'
import { miswritten } from '../network/faults.ts'
import type { World } from '../world.ts'
import { idOf, seconds } from './facts.ts'

const PREFUNDED_CENTS = 5_000_000_00
const CURRENCY = 'usd'

/** Prefunded, less what was settled and what is held, and with what disputes have returned. */
export function balanceOf({ store }: World) {
  const { settled } = store.maybeOne<{ settled: number }>(
    'SELECT coalesce(sum(amount), 0) AS settled FROM stripe_transactions',
  )!
  const { held } = store.maybeOne<{ held: number }>(
    `SELECT coalesce(sum(max(0, approved - reversed - cleared)), 0) AS held
       FROM authorizations JOIN cards ON cards.ref = card_ref AND issuer = 'stripe' WHERE status IN ('PENDING', 'PARTIAL')`,
  )!
  const { won } = store.maybeOne<{ won: number }>(
    `SELECT coalesce(sum(won), 0) AS won FROM disputes WHERE issuer = 'stripe'`,
  )!
  const none = { amount: 0, currency: CURRENCY, source_types: { card: 0 } }
  const available = [{ amount: PREFUNDED_CENTS + settled + won - held, currency: CURRENCY }]
  return {
    object: 'balance',
    available: [none],
    connect_reserved: [{ amount: 0, currency: CURRENCY }],
    issuing: { available },
    livemode: false,
    pending: [none],
  } satisfies Stripe.Balance
}

type Transaction = Stripe.Issuing.Transaction

/** Of the transactions in a period, newest first. Interchange and fees are not simulated. */
export function balanceTransactions(world: World, { from, to }: { from: number; to: number }) {
  const rows = world.store.many<{ body: string }>(
    'SELECT body FROM stripe_transactions WHERE created_at >= :from AND created_at < :to ORDER BY seq DESC',
    { from, to },
  )
  const lines = rows.map(({ body }) => lineOf(JSON.parse(body) as Transaction))
  if (!world.faults.wrongSettlement) return lines
  return miswritten(
    lines,
    (line) => lineOf({ ...line.source, amount: line.source.amount - 100 }),
    ({ source }) =>
      lineOf({ ...source, id: idOf('ipi', `nobody ${source.id}`), card: idOf('ic', 'nobody'), authorization: null }),
  )
}

const lineOf = (source: Transaction) =>
  ({
    id: source.balance_transaction === null ? idOf('txn', source.id) : String(source.balance_transaction),
    object: 'balance_transaction',
    amount: source.amount,
    available_on: source.created,
    balance_type: 'issuing',
    created: source.created,
    currency: source.currency,
    description: null,
    exchange_rate: null,
    fee: 0,
    fee_details: [],
    net: source.amount,
    reporting_category: 'issuing_transaction',
    source,
    status: 'available',
    type: 'issuing_transaction',
  }) satisfies Stripe.BalanceTransaction

/** A limit of `created`, in seconds, as milliseconds. */
export const since = (created: { gte?: number | undefined; lt?: number | undefined } | undefined) => ({
  from: (created?.gte ?? 0) * 1000,
  to: (created?.lt ?? seconds(Number.MAX_SAFE_INTEGER)) * 1000,
})
