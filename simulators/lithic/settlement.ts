/** The programme's money at Lithic: what was settled on a day, and the balance. */
import type { Balance } from 'lithic/resources/balances'
import type { SettlementDetail } from 'lithic/resources/reports/reports'
import type { Transaction } from 'lithic/resources/transactions/transactions'
import { digitsOf } from '../derived.ts'
import { cardOfAnyIssuer } from '../issuer/cards.ts'
import { miswritten } from '../network/faults.ts'
import type { World } from '../world.ts'
import { ACCOUNT_TOKEN, FINANCIAL_ACCOUNT_TOKEN, isoTime, networkOf, uuidOf } from './facts.ts'
import { transactionOf } from './transactions.ts'

const PREFUNDED_CENTS = 5_000_000_00
const DAY_MS = 86_400_000
/** Interchange and fees are not simulated, so a day is settled for the sum of its transactions. */
const SETTLED = `type IN ('CLEARING', 'CORRECTION_CREDIT', 'RETURN', 'RETURN_REVERSAL')`

type SettledRow = {
  token: string
  transaction_token: string
  amount: number
  body: string
  created_at: number
  card_ref: string
}

/** The lines of a day (UTC), oldest first. A purchase is positive, a refund negative. */
export function settlementDetails(world: World, date: string): SettlementDetail[] {
  const from = Date.parse(`${date}T00:00:00Z`)
  const rows = world.store.many<SettledRow>(
    `SELECT happened.token, transaction_token, amount, body, happened.created_at, card_ref
     FROM lithic_transaction_events AS happened JOIN lithic_transactions AS record ON record.token = transaction_token
     WHERE happened.created_at >= :from AND happened.created_at < :to AND ${SETTLED} ORDER BY seq`,
    { from, to: from + DAY_MS },
  )
  const lines = rows.map((row) => detailOf(world, row, date))
  return world.faults.wrongSettlement ? faulty(lines) : lines
}

function detailOf(world: World, row: SettledRow, date: string) {
  const card = cardOfAnyIssuer(world.store, row.card_ref)!
  const { amounts } = JSON.parse(row.body) as Transaction.Event
  return {
    token: uuidOf(`settled ${row.token}`),
    account_token: ACCOUNT_TOKEN,
    card_program_token: card.program_ref,
    card_token: card.ref,
    created: isoTime(row.created_at),
    currency: amounts.cardholder.currency,
    disputes_gross_amount: 0,
    event_tokens: [row.token],
    institution: digitsOf(`institution ${networkOf(card)}`, 10),
    interchange_fee_extended_precision: 0,
    interchange_gross_amount: 0,
    network: networkOf(card),
    other_fees_details: {},
    other_fees_gross_amount: 0,
    report_date: date,
    settlement_date: date,
    transaction_token: row.transaction_token,
    transactions_gross_amount: row.amount,
    type: 'CLEARING',
    updated: isoTime(row.created_at),
  } satisfies SettlementDetail
}

const faulty = (lines: SettlementDetail[]): SettlementDetail[] =>
  miswritten(
    lines,
    (line) => ({ ...line, transactions_gross_amount: line.transactions_gross_amount + 100 }),
    (line) => ({
      ...line,
      ...{ card_token: uuidOf('nobody'), transaction_token: uuidOf('nothing'), event_tokens: [uuidOf('never')] },
      token: uuidOf(`settled for nobody on ${line.report_date}`),
    }),
  )

/** The balance that backs the cards: prefunded, less what was settled and what is held. */
export function programBalance(world: World) {
  const { store } = world
  const { settled } = store.maybeOne<{ settled: number }>(
    `SELECT coalesce(sum(amount), 0) AS settled FROM lithic_transaction_events WHERE ${SETTLED}`,
  )!
  const open = store.many<{ held: number }>(
    `SELECT max(0, approved - reversed - cleared) AS held FROM authorizations JOIN cards ON cards.ref = card_ref AND issuer = 'lithic'
     WHERE status IN ('PENDING', 'PARTIAL')`,
  )
  const held = open.reduce((sum, row) => sum + row.held, 0)
  const last = store.maybeOne<{ token: string; transaction_token: string; created_at: number }>(
    'SELECT token, transaction_token, created_at FROM lithic_transaction_events ORDER BY seq DESC LIMIT 1',
  )
  const { won } = store.maybeOne<{ won: number }>(
    `SELECT coalesce(sum(won), 0) AS won FROM disputes WHERE issuer = 'lithic'`,
  )!
  const total = PREFUNDED_CENTS - settled + won
  return {
    available_amount: total - held,
    created: '2026-01-01T00:00:00Z',
    currency: 'USD',
    financial_account_token: FINANCIAL_ACCOUNT_TOKEN,
    financial_account_type: 'OPERATING',
    last_transaction_event_token: last?.token ?? null,
    last_transaction_token: last?.transaction_token ?? null,
    pending_amount: held,
    total_amount: total,
    updated: isoTime(last?.created_at ?? world.now()),
  } satisfies Omit<Balance, 'last_transaction_event_token' | 'last_transaction_token'> & {
    last_transaction_event_token: string | null
    last_transaction_token: string | null
  }
}

/** Returns the transaction once something has happened to it. */
export function shownTransaction(world: World, token: string): Transaction | undefined {
  const transaction = transactionOf(world, token)
  return transaction?.events.length ? transaction : undefined
}
