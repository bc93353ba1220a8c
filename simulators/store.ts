/** The persistent state of the simulated world, in one SQLite file, so that cards and coins survive a restart. */
import { chmodSync } from 'node:fs'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'

const tables = `
  CREATE TABLE IF NOT EXISTS cards (
    ref TEXT PRIMARY KEY, idem TEXT NOT NULL UNIQUE, program_ref TEXT NOT NULL, pan TEXT NOT NULL UNIQUE,
    exp_month INTEGER NOT NULL, exp_year INTEGER NOT NULL, state TEXT NOT NULL,
    holder TEXT NOT NULL, address TEXT NOT NULL, memo TEXT NOT NULL, ready_at INTEGER, created_at INTEGER NOT NULL,
    issuer TEXT NOT NULL DEFAULT 'simulated'
  ) STRICT;
  CREATE INDEX IF NOT EXISTS cards_pending ON cards (ready_at) WHERE state = 'PENDING';
  CREATE TABLE IF NOT EXISTS authorizations (
    ref TEXT PRIMARY KEY, their_id TEXT, pan TEXT NOT NULL, card_ref TEXT, memo TEXT NOT NULL, merchant_id TEXT NOT NULL, descriptor TEXT NOT NULL,
    asked INTEGER NOT NULL, approved INTEGER NOT NULL, reversed INTEGER NOT NULL, cleared INTEGER NOT NULL, refunded INTEGER NOT NULL,
    merchant_amount INTEGER NOT NULL, merchant_currency TEXT NOT NULL, rate TEXT, pos TEXT NOT NULL, three_ds TEXT NOT NULL,
    status TEXT NOT NULL, reason TEXT, iso_code TEXT, seq INTEGER NOT NULL, by_shopper INTEGER NOT NULL, created_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS authorizations_their_id ON authorizations (their_id) WHERE their_id IS NOT NULL;
  CREATE INDEX IF NOT EXISTS authorizations_created ON authorizations (created_at);
  CREATE INDEX IF NOT EXISTS authorizations_memo ON authorizations (memo, created_at, status, reason);
  CREATE INDEX IF NOT EXISTS authorizations_card ON authorizations (card_ref, created_at);
  CREATE INDEX IF NOT EXISTS authorizations_open ON authorizations (created_at) WHERE by_shopper = 1 AND status IN ('PENDING', 'PARTIAL');
  CREATE INDEX IF NOT EXISTS authorizations_asking ON authorizations (ref) WHERE status = 'ASKING';
  CREATE TABLE IF NOT EXISTS challenges (
    ref TEXT PRIMARY KEY, code TEXT NOT NULL, request TEXT, state TEXT NOT NULL, tries_left INTEGER NOT NULL,
    by_shopper INTEGER NOT NULL, expires_at INTEGER NOT NULL, created_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS challenges_open ON challenges (expires_at) WHERE state = 'OPEN';
  CREATE TABLE IF NOT EXISTS postings (
    ref TEXT PRIMARY KEY, kind TEXT NOT NULL, auth_ref TEXT, card_ref TEXT NOT NULL, amount INTEGER NOT NULL,
    body TEXT NOT NULL, undone INTEGER NOT NULL DEFAULT 0, created_at INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS disputes (
    ref TEXT PRIMARY KEY, idem TEXT UNIQUE, issuer TEXT NOT NULL, card_ref TEXT NOT NULL, charge TEXT NOT NULL, amount INTEGER NOT NULL,
    reason TEXT NOT NULL, note TEXT NOT NULL, filed_at INTEGER, status TEXT NOT NULL, won INTEGER NOT NULL, submits_at INTEGER,
    submitted_at INTEGER, decides_at INTEGER, closed_at INTEGER, created_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS disputes_charge ON disputes (charge);
  CREATE INDEX IF NOT EXISTS disputes_open ON disputes (status) WHERE status IN ('OPEN', 'IN_PROGRESS');
  CREATE TABLE IF NOT EXISTS dispute_evidence (
    ref TEXT PRIMARY KEY, dispute_ref TEXT NOT NULL, name TEXT NOT NULL, status TEXT NOT NULL, bytes INTEGER NOT NULL, created_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS dispute_evidence_of ON dispute_evidence (dispute_ref);
  CREATE TABLE IF NOT EXISTS program_funds (reference TEXT PRIMARY KEY, amount INTEGER NOT NULL, created_at INTEGER NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS events (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, body TEXT NOT NULL,
    due_at INTEGER, copies INTEGER NOT NULL, tries INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX IF NOT EXISTS events_due ON events (due_at, seq) WHERE due_at IS NOT NULL;
  CREATE TABLE IF NOT EXISTS lithic_requests (
    idempotency_key TEXT PRIMARY KEY, body TEXT NOT NULL, card_ref TEXT NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS lithic_transactions (
    token TEXT PRIMARY KEY, card_ref TEXT NOT NULL, facts TEXT NOT NULL, created_at INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS lithic_transaction_events (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, token TEXT NOT NULL UNIQUE, transaction_token TEXT NOT NULL, type TEXT NOT NULL,
    amount INTEGER NOT NULL, merchant_amount INTEGER NOT NULL, final INTEGER NOT NULL, body TEXT NOT NULL, created_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS lithic_transaction_events_of ON lithic_transaction_events (transaction_token, seq);
  CREATE INDEX IF NOT EXISTS lithic_transaction_events_day ON lithic_transaction_events (created_at, seq);
  CREATE TABLE IF NOT EXISTS lithic_authentications (
    token TEXT PRIMARY KEY, ref TEXT NOT NULL, body TEXT NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS lithic_events (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, body TEXT NOT NULL,
    due_at INTEGER, copies INTEGER NOT NULL, tries INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX IF NOT EXISTS lithic_events_due ON lithic_events (due_at, seq) WHERE due_at IS NOT NULL;
  CREATE TABLE IF NOT EXISTS stripe_requests (
    idempotency_key TEXT PRIMARY KEY, request TEXT NOT NULL, answer TEXT NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS stripe_cardholders (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, body TEXT NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS stripe_cards (id TEXT PRIMARY KEY, cardholder TEXT NOT NULL, metadata TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS stripe_authorizations (
    id TEXT PRIMARY KEY, card_ref TEXT NOT NULL, body TEXT NOT NULL, requests TEXT NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS stripe_transactions (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, authorization_id TEXT, amount INTEGER NOT NULL, body TEXT NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS stripe_transactions_of ON stripe_transactions (authorization_id, seq);
  CREATE INDEX IF NOT EXISTS stripe_transactions_day ON stripe_transactions (created_at, seq);
  CREATE TABLE IF NOT EXISTS stripe_disputes (id TEXT PRIMARY KEY, evidence TEXT NOT NULL, metadata TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS stripe_files (id TEXT PRIMARY KEY, body TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS stripe_ephemeral_keys (
    nonce TEXT PRIMARY KEY, card_ref TEXT NOT NULL, secret TEXT NOT NULL, expires_at INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS stripe_events (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, body TEXT NOT NULL,
    due_at INTEGER, copies INTEGER NOT NULL, tries INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX IF NOT EXISTS stripe_events_due ON stripe_events (due_at, seq) WHERE due_at IS NOT NULL;
  CREATE TABLE IF NOT EXISTS coins (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, tx_hash TEXT NOT NULL UNIQUE, token TEXT NOT NULL, sender TEXT NOT NULL, receiver TEXT NOT NULL,
    units TEXT NOT NULL, block_no INTEGER, block_time INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS coins_receiver ON coins (receiver, block_time DESC, seq DESC);
  CREATE TABLE IF NOT EXISTS messages (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, mobile TEXT NOT NULL, area TEXT NOT NULL, text TEXT NOT NULL, code TEXT, time INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS messages_mobile ON messages (mobile, seq DESC);
  CREATE TABLE IF NOT EXISTS twilio_messages (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, sid TEXT NOT NULL UNIQUE, receiver TEXT NOT NULL, body TEXT NOT NULL, time INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS twilio_messages_receiver ON twilio_messages (receiver, seq DESC);
  CREATE TABLE IF NOT EXISTS s3_objects (name TEXT PRIMARY KEY, body BLOB NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS mails (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, receiver TEXT NOT NULL, subject TEXT NOT NULL, text TEXT NOT NULL,
    html TEXT NOT NULL, time INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS mails_receiver ON mails (receiver, seq DESC);
  CREATE TABLE IF NOT EXISTS wechat_events (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, body TEXT NOT NULL,
    due_at INTEGER, copies INTEGER NOT NULL, tries INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE TABLE IF NOT EXISTS alipay_events (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, body TEXT NOT NULL,
    due_at INTEGER, copies INTEGER NOT NULL, tries INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE TABLE IF NOT EXISTS unionpay_events (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, body TEXT NOT NULL,
    due_at INTEGER, copies INTEGER NOT NULL, tries INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE TABLE IF NOT EXISTS bank_cards (
    token TEXT PRIMARY KEY, mask TEXT NOT NULL, bank TEXT NOT NULL, mobile TEXT NOT NULL, sentinel TEXT NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS payment_orders (
    order_no TEXT PRIMARY KEY, provider TEXT NOT NULL, ref TEXT NOT NULL, amount INTEGER NOT NULL, subject TEXT NOT NULL,
    state TEXT NOT NULL, reason TEXT, card_token TEXT, code TEXT, code_tries INTEGER NOT NULL, expires_at INTEGER NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS payment_orders_newest ON payment_orders (created_at DESC);
  CREATE TABLE IF NOT EXISTS payments (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, ref TEXT NOT NULL UNIQUE, provider TEXT NOT NULL, order_no TEXT NOT NULL,
    amount INTEGER NOT NULL, paid_at INTEGER NOT NULL, reversed_at INTEGER
  ) STRICT;
  CREATE INDEX IF NOT EXISTS payments_order ON payments (order_no);
  CREATE TABLE IF NOT EXISTS merchant_orders (order_no TEXT PRIMARY KEY, provider TEXT NOT NULL, notify_url TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
`

type Values = Record<string, SQLInputValue>

export type Store = {
  /** Returns the rows of a query as objects keyed by column. */
  many<T>(sql: string, values?: Values): T[]
  maybeOne<T>(sql: string, values?: Values): T | undefined
  /** Returns how many rows changed. */
  run(sql: string, values?: Values): number
  /** All or nothing. */
  together<T>(work: () => T): T
  close(): void
}

/** Adds the column to a world that was created when all cards belonged to one issuer. */
function addIssuerOfCards(database: DatabaseSync): void {
  const columns = database.prepare('PRAGMA table_info(cards)').all() as { name: string }[]
  if (!columns.some(({ name }) => name === 'issuer'))
    database.exec(`ALTER TABLE cards ADD COLUMN issuer TEXT NOT NULL DEFAULT 'simulated'`)
}

export function openStore(file = ':memory:'): Store {
  const database = new DatabaseSync(file)
  if (file !== ':memory:') chmodSync(file, 0o600) // contains card numbers, though only fictional ones
  // A crash of the process loses nothing; a crash of the machine may lose the last moments of the simulated world.
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA busy_timeout = 3000')
  database.exec(tables)
  addIssuerOfCards(database)
  const known = new Map<string, ReturnType<DatabaseSync['prepare']>>()
  const prepared = (sql: string) => {
    let statement = known.get(sql)
    if (!statement) known.set(sql, (statement = database.prepare(sql)))
    return statement
  }
  return {
    many: <T>(sql: string, values: Values = {}) => prepared(sql).all(values) as T[],
    maybeOne: <T>(sql: string, values: Values = {}) => prepared(sql).get(values) as T | undefined,
    run: (sql, values = {}) => Number(prepared(sql).run(values).changes),
    together(work) {
      database.exec('BEGIN IMMEDIATE')
      try {
        const result = work()
        database.exec('COMMIT')
        return result
      } catch (error) {
        database.exec('ROLLBACK')
        throw error
      }
    },
    close: () => database.close(),
  }
}
