/** The books as finance and auditors read them: accounts at any point in time, transfers as T-accounts, cover, and proofs. */
import * as z from 'zod/mini'
import { Holder } from '../accounts/accounts.ts'
import { call, nothing } from '../core/call.ts'
import { pageInput, pageOf, requestNo, text, Time, time, whole } from '../core/fields.ts'

const BookAccount = z.object({
  laId: z.int(),
  code: z.string(),
  name: z.string(),
  /** A card, a rail, an issuer or a bank; empty if the holder or the code already identifies it. */
  owner: z.string(),
  /** The holder, if the account belongs to an account holder. */
  holder: z.nullable(Holder),
  currency: z.string(),
  scale: z.int(),
  normal: z.enum(['D', 'C']),
  /** On the side of `normal`, at the requested time. */
  debits: z.int(),
  credits: z.int(),
  balance: z.int(),
})
type BookAccount = z.infer<typeof BookAccount>

/** Cover in each currency: minor units, and US cents at the mid-market rate of that time (yuan for a dollar, and since when). */
const CoverShown = z.object({
  rate: z.nullable(z.string()),
  rateTime: z.nullable(Time),
  currencies: z.array(
    z.object({
      currency: z.string(),
      scale: z.int(),
      owed: z.int(),
      covered: z.int(),
      owedCents: z.int(),
      coveredCents: z.int(),
    }),
  ),
})
export type CoverShown = z.infer<typeof CoverShown>

export const trialBalance = call({
  on: 'GET /api/operator/books/trial',
  title: '试算平衡 Trial balance',
  who: 'staff:books.view',
  perMinute: 30,
  input: z.object({ asOf: z.optional(time) }),
  output: z.object({
    asOf: Time,
    currencies: z.array(
      z.object({
        currency: z.string(),
        scale: z.int(),
        debits: z.int(),
        credits: z.int(),
        lines: z.array(
          z.object({
            code: z.string(),
            name: z.string(),
            accounts: z.int(),
            debits: z.int(),
            credits: z.int(),
            balance: z.int(),
          }),
        ),
      }),
    ),
    /** Money owed to and held for customers, and the money that covers it; in US cents at the rates of the proof. */
    owed: z.int(),
    cover: z.int(),
    /** The components of both. */
    parts: z.array(
      z.object({ code: z.string(), name: z.string(), counts: z.enum(['client', 'cover']), cents: z.int() }),
    ),
    /** The same by currency, with the rate used to add them up. */
    byCurrency: CoverShown,
  }),
  refusals: [],
})

export const bookAccounts = call({
  on: 'GET /api/operator/books/accounts',
  title: '科目账户 Chart of accounts',
  who: 'staff:books.view',
  perMinute: 120,
  input: z.object({ ...pageInput, code: text(4, 4), asOf: z.optional(time), owner: z.optional(text(64)) }),
  output: pageOf(BookAccount),
  refusals: [],
})

const BookEntry = z.object({
  transferId: z.string(),
  n: z.int(),
  kind: z.string(),
  kindText: z.string(),
  side: z.enum(['D', 'C']),
  amount: z.int(),
  currency: z.string(),
  scale: z.int(),
  balanceAfter: z.nullable(z.int()),
  postTime: Time,
})
type BookEntry = z.infer<typeof BookEntry>

/** One account and its entries, newest first. */
export const bookEntries = call({
  on: 'GET /api/operator/books/entries',
  title: '账户分录 Entries of a ledger account',
  who: 'staff:books.view',
  perMinute: 120,
  input: z.object({ ...pageInput, laId: whole(1), asOf: z.optional(time) }),
  output: pageOf(BookEntry, BookAccount),
  refusals: ['not_found'],
})

const BookTransfer = z.object({
  transferId: z.string(),
  kind: z.string(),
  kindText: z.string(),
  bizType: z.string(),
  bizId: z.string(),
  postTime: Time,
})
type BookTransfer = z.infer<typeof BookTransfer>

/** Finds records by a number from a document: of a transfer, an account holder or an order. */
export const findInBooks = call({
  on: 'GET /api/operator/books/find',
  title: '查找账目 Search the books',
  who: 'staff:books.view',
  perMinute: 60,
  input: z.object({ text: text(64, 4) }),
  output: z.object({ accounts: z.array(BookAccount), transfers: z.array(BookTransfer) }),
  refusals: [],
})

export const bookTransfer = call({
  on: 'GET /api/operator/books/transfer',
  title: '记账详情 Transfer',
  who: 'staff:books.view',
  input: z.object({ transferId: text(64, 4) }),
  output: z.extend(BookTransfer, {
    holder: z.nullable(Holder),
    effectiveTime: Time,
    memo: z.nullable(z.string()),
    reverses: z.nullable(z.string()),
    entries: z.array(
      z.extend(
        z.pick(BookEntry, { n: true, side: true, amount: true, currency: true, scale: true, balanceAfter: true }),
        { laId: z.int(), code: z.string(), name: z.string(), owner: z.string(), holder: z.nullable(Holder) },
      ),
    ),
  }),
  refusals: ['not_found'],
})

const BookProof = z.object({
  proofId: z.string(),
  state: z.enum(['WAITING', 'HOLDS', 'BROKEN', 'FAILED']),
  /** WHOLE read everything, NEW what is new since the checkpoint; null until it has ended. */
  kind: z.nullable(z.enum(['WHOLE', 'NEW'])),
  /** How many entries were read. */
  entries: z.nullable(z.int()),
  checks: z.nullable(z.int()),
  breaks: z.array(z.object({ check: z.string(), says: z.string(), subject: z.string(), found: z.string() })),
  /** Includes the rate used, so that its movement between proofs is visible. */
  cover: z.nullable(CoverShown),
  askedBy: z.string(),
  createTime: Time,
  tookMs: z.nullable(z.int()),
})
type BookProof = z.infer<typeof BookProof>

export const listProofs = call({
  on: 'GET /api/operator/books/proofs',
  title: '账簿校验记录 Verification runs of the books',
  who: 'staff:books.view',
  input: nothing,
  /** `wholeTime`: when everything was read last. */
  output: z.object({ list: z.array(BookProof), wholeTime: z.nullable(Time) }),
  refusals: [],
})

/** Recomputes the books from their entries, as a job with a stored result. One at a time. */
export const proveBooks = call({
  on: 'POST /api/operator/books/prove',
  title: '校验账簿 Verify the books',
  who: 'staff:books.view',
  once: true,
  perMinute: 10,
  input: z.object({ requestNo }),
  output: z.object({ proofId: z.string() }),
  refusals: ['conflict'],
})
