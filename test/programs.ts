/** A programme with money at the issuer: prefunds by two people, settlement files as the issuer would give them. For tests only. */
import * as contract from '#contract/programs/desk.ts'
import type { Input } from '#contract/core/call.ts'
import type { Staff } from '#server/core/actor.ts'
import { DAY, dateOf, dayBegan, HOUR, nowMs, setClock } from '#server/core/clock.ts'
import { db, many, sql, transaction } from '#server/core/db.ts'
import { newId } from '#server/core/ids.ts'
import { credit, debit, platform, post, wallet } from '#server/ledger/ledger.ts'
import { topUpAnswers } from '#server/funding/module.ts'
import type { ClearingPosted, RefundPosted } from '#server/outside/outside.ts'
import { answers, module as programsModule } from '#server/programs/module.ts'
import { module as tradesModule } from '#server/trades/module.ts'
import { runJobs } from './runJobs.ts'
import { newAccount } from './world.ts'
import { withIssuerThat } from './fixtures/cards.ts'
import { anAttachment, newStaff } from './fixtures/staff.ts'
import { cardInHand, event, type Plastic } from './fixtures/trades.ts'
import { today } from './fixtures/treasury.ts'
import { BANK, newRef } from './fixtures/wires.ts'

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
