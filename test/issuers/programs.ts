/** A programme with money at the issuer: prefunds by two people, settlement files as the issuer would give them. For tests only. */
import assert from 'node:assert/strict'
import * as contract from '#contract/programs/desk.ts'
import * as invoices from '#contract/programs/invoices.ts'
import type { Input } from '#contract/core/call.ts'
import type { Staff } from '#server/core/actor.ts'
import { DAY, dateOf, dayBegan, HOUR, nowMs, setClock } from '#server/core/clock.ts'
import { db, many, sql, transaction } from '#server/core/db.ts'
import { newId } from '#server/core/ids.ts'
import { credit, debit, platform, post, wallet } from '#server/ledger/ledger.ts'
import { topUpAnswers } from '#server/funding/module.ts'
import type { ClearingPosted, RefundPosted } from '#server/outside/outside.ts'
import { answers, invoiceAnswers, module as programsModule } from '#server/programs/module.ts'
import { module as tradesModule } from '#server/trades/module.ts'
import { runJobs } from '../runJobs.ts'
import { newAccount } from '../world.ts'
import { withIssuerThat } from '../fixtures/cards.ts'
import { anAttachment, newStaff } from '../fixtures/staff.ts'
import { cardInHand, charges, event, newRef as newAuthRef, tells, type Plastic } from '../fixtures/trades.ts'
import { today } from '../fixtures/treasury.ts'
import { BANK, newRef } from '../fixtures/wires.ts'

export const ISSUER = 'simulated'

/** Somebody has wired dollars, which are at our bank. */
export async function atTheBank(cents: number): Promise<void> {
  const { accountId } = await newAccount()
  await transaction((tx) =>
    post(tx, {
      kind: 'TOPUP_WIRE',
      accountId,
      biz: { type: 'test', id: newId('tst') },
      lines: [debit(platform('1020', BANK), cents), credit(wallet(accountId), cents)],
    }),
  )
}

/** Fees of wires that are still in the account of customers' money: what issuers invoice is taken out of it. */
export async function weEarned(cents: number): Promise<void> {
  const { accountId } = await newAccount()
  await transaction((tx) =>
    post(tx, {
      kind: 'TOPUP_WIRE',
      accountId,
      biz: { type: 'test', id: newId('tst') },
      lines: [debit(platform('1020', BANK), cents), credit(platform('4030', 'USD_WIRE'), cents)],
    }),
  )
}

type Said = Partial<Input<typeof contract.fundProgram>>
export async function prefunds(staff: Staff, more: Said = {}) {
  const input = contract.fundProgram.input.parse({
    ...{ issuerId: ISSUER, bankId: BANK, amount: 1_000_00, reference: newRef(), valueDate: today() },
    ...{ fileId: await anAttachment(staff), reason: 'on the bank’s confirmation', ...more },
  })
  return transaction((tx) => answers.fundProgram(staff, input, tx))
}

export const settles = (staff: Staff, day: string) =>
  transaction((tx) => answers.settleDay(staff, { issuerId: ISSUER, day, reason: 'by hand' }, tx))

export const floors = (staff: Staff, floor: number) =>
  transaction((tx) => answers.setFloor(staff, { issuerId: ISSUER, floor, reason: 'the board decided' }, tx))

export const shown = (staff: Staff) => answers.showProgram(staff, { issuerId: ISSUER })
export const dayShown = async (staff: Staff, day: string) => (await shown(staff)).days.find((one) => one.day === day)

/** What was posted for a prefund or a settlement day: `D1110 100000`. */
export const entriesOf = async (transferId: string): Promise<string[]> =>
  (
    await many(
      db,
      sql<{ line: string }>`
      SELECT side || code || ' ' || amount AS line
        FROM ledger_entry AS entry
        JOIN ledger_account AS account USING (cell, la_id)
       WHERE entry.cell = cell_of('platform') AND transfer_id = ${transferId}
       ORDER BY n`,
    )
  ).map(({ line }) => line)

export const maker = () => newStaff(['TREASURY'])
export const checker = () => newStaff(['FIN_CHECKER'])

/** Moves to noon of a day on which nothing else has happened; `over`: to the next morning, when its settlement file is complete. */
let used = 0
export function aNewDay() {
  const fromMs = dayBegan(Date.now() + ++used * 10 * DAY).getTime()
  setClock(() => fromMs + 12 * HOUR)
  return { day: dateOf(fromMs), fromMs, noon: fromMs + 12 * HOUR, over: () => setClock(() => fromMs + DAY + 4 * HOUR) }
}

type Line = ClearingPosted | RefundPosted
export const aCard = async () => cardInHand(await newAccount({ balanceCents: 500_000 }), { rechargeAmount: 400_00 })
export const line = (type: Line['type'], card: Plastic, amount: number) =>
  event(type, card, amount, { occurredAt: nowMs() }) as Line

/** Reads a day's settlement file with these lines, and runs what follows. */
export async function reads(fromMs: number, lines: readonly Line[]): Promise<void> {
  await withIssuerThat({ settlement: () => Promise.resolve({ lines: [...lines] }) }, async () => {
    await tradesModule.jobs['trades.readSettlement']({ issuerId: ISSUER, fromMs })
  })
  await runJobs(programsModule.jobs)
}

/** Breaks of this kind and subject: their state and their facts. */
export const breaksOf = async (kind: string, ref: string) =>
  (await topUpAnswers.listBreaks(await newStaff(['FIN_MAKER']), { scope: 'all', pageSize: 200 })).data
    .filter((one) => one.kind === kind && one.ref === ref)
    .map(({ state, facts }) => [state, ...facts.map(({ text }) => text)])

/** Moves to noon of the tenth of a month in which nothing else has happened, and of the one before; `over`: to the fifth of the next, when it is counted for good. */
let months = 0
export function aNewMonth() {
  const [year, month] = [new Date().getUTCFullYear() + 1, 3 * months++]
  const at = (ahead: number, day: number, hour: number) => Date.UTC(year, month + ahead, day, hour - 8)
  const textOf = (ahead: number) => dateOf(at(ahead, 1, 12)).slice(0, 7)
  const to = (ms: number) => setClock(() => ms)
  to(at(1, 10, 12))
  return {
    month: textOf(1),
    before: textOf(0),
    next: textOf(2),
    /** In the month before it, in it, and after it. */
    earlier: () => to(at(0, 10, 12)),
    inside: (day = 10, hour = 12) => to(at(1, day, hour)),
    over: (day = 5, hour = 12) => to(at(2, day, hour)),
  }
}

export const countsMonths = () => programsModule.sweeps['programs.countMonths'].work()

export const setsPrice = (
  staff: Staff,
  price: Pick<Input<typeof invoices.setInvoicePrice>, 'kind' | 'priceStr' | 'fromMonth'>,
) =>
  transaction((tx) =>
    invoiceAnswers.setInvoicePrice(staff, { issuerId: ISSUER, reason: 'by the contract of March', ...price }, tx),
  )

type Entered = Partial<Input<typeof invoices.enterInvoice>>
/** The total is the sum of the lines unless it is given. */
export async function entersInvoice(staff: Staff, month: string, more: Entered = {}) {
  const lines = more.lines ?? [{ kind: 'FIXED' as const, quantity: 1, amount: 100_00 }]
  const total = lines.reduce((sum, { amount }) => sum + amount, 0)
  const input = invoices.enterInvoice.input.parse({
    ...{ issuerId: ISSUER, month, invoiceNo: newRef(), invoiceDate: today(), lines, total },
    ...{ fileId: await anAttachment(staff), reason: 'as received by mail', ...more },
  })
  return transaction((tx) => invoiceAnswers.enterInvoice(staff, input, tx))
}

export const invoiceShown = (staff: Staff, month: string) =>
  invoiceAnswers.showInvoice(staff, { issuerId: ISSUER, month })

/** A card of a segment that costs us 15 cents. */
const london = { vid: 'MASTERCARD-GB-1', city: 'London', state: 'Greater London', zipCode: 'SW1A 1AA' }
export const aLondonCard = async () =>
  cardInHand(await newAccount({ balanceCents: 500_000 }), { ...london, rechargeAmount: 400_00 })
const inEuro = { merchantCurrency: 'EUR', merchantAmount: 20_00, rate: '1.08' } as const

/** In the month: a card is made for 15 cents, asked three times, approved twice and cleared once in euros. Around it: another card, asked in the months beside it. */
async function plants(at: ReturnType<typeof aNewMonth>): Promise<void> {
  at.earlier()
  const other = await aCard()
  assert.equal((await charges(other, 3_00)).approved, true)
  at.inside()
  const card = await aLondonCard()
  const authRef = newAuthRef()
  assert.equal((await charges(card, 21_60, { ...inEuro, ref: authRef })).approved, true)
  assert.equal((await charges(card, 5_00)).approved, true)
  assert.equal((await charges(card, 9_000_00)).approved, false)
  await tells({ ...line('clearing.posted', card, 21_60), ...inEuro, authRef })
  await tells(line('clearing.posted', card, 5_00))
  at.over(1, 0)
  assert.equal((await charges(other, 4_00)).approved, true)
  at.over()
}

/** Such a month with prices, counted. */
export async function aPricedMonth() {
  const at = aNewMonth()
  await plants(at)
  const one = await maker()
  for (const [kind, priceStr] of [
    ['PER_CARD', '0.5'],
    ['PER_ACTIVE_CARD', '1.25'],
    ['PER_AUTHORIZATION', '0.015'],
    ['FX', '1.5'],
    ['FIXED', '100'],
  ] as const)
    await setsPrice(one, { kind, priceStr, fromMonth: at.month })
  await countsMonths()
  return { ...at, one }
}
/** What the issuer would invoice for such a month. */
export const PRICED = [
  { kind: 'PER_CARD', quantity: 1, amount: 50 },
  { kind: 'PER_ACTIVE_CARD', quantity: 1, amount: 1_25 },
  { kind: 'PER_AUTHORIZATION', quantity: 3, amount: 5 },
  { kind: 'FX', quantity: 21_60, amount: 32 },
  { kind: 'FIXED', quantity: 1, amount: 100_00 },
] as const
