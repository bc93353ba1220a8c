/** The books as finance and auditors read them: accounts as of any moment, transfers as T-accounts, cover, and proofs. */
import * as z from 'zod'
import { Holder } from '../accounts/accounts.ts'
import { call, nothing } from '../core/call.ts'
import { pageInput, pageOf, requestNo, text, Time, time, whole } from '../core/fields.ts'

const BookAccount = z.object({
  laId: z.int(),
  code: z.string(),
  name: z.string(),
  /** A card, a rail, an issuer, a bank; empty where the holder or the code says it all. */
  owner: z.string(),
  /** Whose it is, where it is an account holder's. */
  holder: Holder.nullable(),
  currency: z.string(),
  scale: z.int(),
  normal: z.enum(['D', 'C']),
  /** In the direction of `normal`, as of the moment that was asked for. */
  debits: z.int(),
  credits: z.int(),
  balance: z.int(),
})
type BookAccount = z.infer<typeof BookAccount>

/** Cover in each currency: minor units, and US cents at the rate of that moment (yuan for a dollar between banks, and since when). */
const CoverShown = z.object({
  rate: z.string().nullable(),
  rateTime: Time.nullable(),
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
  input: z.object({ asOf: time.optional() }),
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
    /** What is owed to customers and for them, and the money that covers it; in US cents, by the rates of the proof. */
    owed: z.int(),
    cover: z.int(),
    /** What either is made of. */
    parts: z.array(
      z.object({ code: z.string(), name: z.string(), counts: z.enum(['client', 'cover']), cents: z.int() }),
    ),
    /** The same in each currency, and the rate that adds them up. */
    byCurrency: CoverShown,
  }),
  refusals: [],
})

export const bookAccounts = call({
  on: 'GET /api/operator/books/accounts',
  title: '科目账户 Chart of accounts',
  who: 'staff:books.view',
  perMinute: 120,
  input: z.object({ ...pageInput, code: text(4, 4), asOf: time.optional(), owner: text(64).optional() }),
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
  balanceAfter: z.int().nullable(),
  postTime: Time,
})
type BookEntry = z.infer<typeof BookEntry>

/** One account and its entries, newest first. */
export const bookEntries = call({
  on: 'GET /api/operator/books/entries',
  title: '账户分录 Entries of a ledger account',
  who: 'staff:books.view',
  perMinute: 120,
  input: z.object({ ...pageInput, laId: whole(1), asOf: time.optional() }),
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

/** By what stands on a slip of paper: a transfer's number, an account holder's, an order's. */
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
  output: BookTransfer.extend({
    holder: Holder.nullable(),
    effectiveTime: Time,
    memo: z.string().nullable(),
    reverses: z.string().nullable(),
    entries: z.array(
      BookEntry.pick({ n: true, side: true, amount: true, currency: true, scale: true, balanceAfter: true }).extend({
        laId: z.int(),
        code: z.string(),
        name: z.string(),
        owner: z.string(),
        holder: Holder.nullable(),
      }),
    ),
  }),
  refusals: ['not_found'],
})

const BookProof = z.object({
  proofId: z.string(),
  state: z.enum(['WAITING', 'HOLDS', 'BROKEN', 'FAILED']),
  checks: z.int().nullable(),
  breaks: z.array(z.object({ check: z.string(), says: z.string(), subject: z.string(), found: z.string() })),
  /** With the rate that it used, so that its move is seen from proof to proof. */
  cover: CoverShown.nullable(),
  askedBy: z.string(),
  createTime: Time,
  tookMs: z.int().nullable(),
})
type BookProof = z.infer<typeof BookProof>

export const listProofs = call({
  on: 'GET /api/operator/books/proofs',
  title: '账簿校验记录 Verification runs of the books',
  who: 'staff:books.view',
  input: nothing,
  output: z.object({ list: z.array(BookProof) }),
  refusals: [],
})

/** Recompute the books from their entries; a job, whose result is kept. One at a time. */
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
