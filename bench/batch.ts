/**
 * Compares opening a thousand cards in one batch with a single write of all the rows that a batch writes, and with opening a single card. From the request to the active card:
 * priced, checked, held, requested, booked and logged, durably. The issuer here answers immediately, so only our own time is measured; the real one is called in 16 lanes
 * per batch.
 */
import { randomBytes } from 'node:crypto'
import * as batches from '#contract/cards/batches.ts'
import * as cards from '#contract/cards/cards.ts'
import type { Actor } from '#server/core/actor.ts'
import { askIssuer } from '#server/cards/opening/askIssuer.ts'
import { answers as one, batchAnswers as many } from '#server/cards/module.ts'
import { workBatch } from '#server/cards/batches/workBatch.ts'
import { db, sql } from '#server/core/db.ts'
import { useIdentity } from '#server/identity/identity.ts'
import { newId } from '#server/core/ids.ts'
import { prove } from '#server/ledger/ledger.ts'
import { once } from '#server/core/once.ts'
import { simulatedOutside, useOutside, withIssuers, type Issuer } from '#server/outside/outside.ts'
import { useSecrets } from '#server/core/secrets.ts'
import { median, scaled, shown, tell, type Told } from './tools/figures.ts'
import { onScratch } from './tools/scratch.ts'
import { buyer } from './worlds/buyer.ts'
import { keepWritten, mark, writeAgain, type Written } from './tools/setBasedWrite.ts'

const [CARDS, BATCHES, SINGLES] = [scaled('BENCH_CARDS', 1000), 5, 60]
const AMOUNT = 50_00

export async function bench(): Promise<Told> {
  const secret = randomBytes(32).toString('base64')
  useSecrets({ fieldKey: secret, lookupKey: secret })
  useIdentity({ captcha: false, memoryKiB: 64 })
  const outside = simulatedOutside({ simulatorsUrl: 'http://127.0.0.1:9', secret })
  useOutside(withIssuers(outside, { ...outside.issuers.get('simulated')!, ...atOnce }))
  return onScratch({ durable: true }, async () => {
    const ana = await buyer(CARDS)
    // PostgreSQL caches plans, and plans made for empty tables are bad. A server in service has cards.
    for (let i = 0; i < 2; i++) await opensMany(ana)
    for (let i = 0; i < 20; i++) await opensOne(ana)
    await sql`VACUUM ANALYZE`.execute(db)
    await opensMany(ana)
    await opensOne(ana)
    const [single, batch]: Spent[][] = [[], []]
    for (let round = 0; round < BATCHES; round++) {
      for (let i = 0; i < SINGLES / BATCHES; i++) single!.push(await opensOne(ana))
      batch!.push(await opensMany(ana))
    }
    const since = await mark()
    await opensMany(ana)
    const written = await keepWritten(since)
    const again: number[] = []
    for (let i = 0; i < BATCHES; i++) again.push(await writeAgain(written, since))
    return told({ single: single!, batch: batch!, written, again, breaks: (await prove()).length })
  })
}

/** Milliseconds until the money is held and the request answered, and until the cards are active. */
type Spent = { answered: number; active: number }
const ms = (spent: readonly Spent[], which: keyof Spent): number => median(spent.map((times) => times[which]))

type Measured = { single: Spent[]; batch: Spent[]; written: Written; again: number[]; breaks: number }

function told({ single, batch, written, again, breaks }: Measured): Told {
  const times = (which: keyof Spent): number => ms(batch, which) / ms(single, which)
  return {
    figures: [
      {
        what: `${CARDS.toLocaleString('en')} cards, asked for until active ÷ one write of the same rows`,
        value: ms(batch, 'active') / median(again),
        unit: '×',
        reach: { atMost: 8 },
      },
      {
        what: `${CARDS.toLocaleString('en')} cards, asked for until active ÷ one card`,
        value: times('active'),
        unit: '×',
        reach: { atMost: 20 },
      },
      { what: 'of it, until the money is held and the person answered', value: times('answered'), unit: '×' },
      { what: 'for each card of a batch', value: ms(batch, 'active') / CARDS, unit: 'ms' },
    ],
    notes: [
      `One card: answered after ${shown(ms(single, 'answered'))} ms, active after ${shown(ms(single, 'active'))} ms. A batch of ${CARDS.toLocaleString('en')}: ${shown(ms(batch, 'answered'))} ms and ${shown(ms(batch, 'active'))} ms. Medians of ${SINGLES} and ${BATCHES}, in turns, on a durable database, without HTTP and without waiting for a job to be fetched.`,
      `One write: ${shown(median(again))} ms for ${written.rows.toLocaleString('en')} rows, ${written.tables.map(({ name, rows }) => `${name.replace('public.', '')} ${rows.toLocaleString('en')}`).join(', ')}. They are the rows which the last batch left behind, taken away and inserted again with an INSERT for each table, in one durable transaction with all indexes, without triggers and foreign keys; the median of ${again.length}: ${again.map(Math.round).join(', ')} ms.`,
      `The proof of the books afterwards finds ${breaks || 'nothing'}.`,
    ],
  }
}

let made = 0
/** An issuer without latency. */
const atOnce: Pick<Issuer, 'createCard' | 'findByIdem' | 'reveal'> = {
  createCard: async ({ idem, programRef }) => ({
    ref: `ref_${idem}`,
    idem,
    programRef,
    state: 'ACTIVE',
    last4: String(++made % 10_000).padStart(4, '0'),
    exp: [12, 2032],
  }),
  findByIdem: async () => null,
  reveal: async (ref) => ({ pan: `42424200${String(made)}${ref}`, cvc: '123', exp: [12, 2032] }),
}

async function opensOne(ana: Actor): Promise<Spent> {
  const input = cards.openCard.input.parse({
    vid: 'VISA-US-1',
    rechargeAmount: AMOUNT,
    firstName: 'Ben',
    lastName: 'Chmark',
    street: '1 Main St',
    city: 'Austin',
    state: 'TX',
    zipCode: '73301',
    requestNo: newId('req'),
  })
  const started = performance.now()
  const { orderNo } = (await once(ana, cards.openCard.path, input, (tx) => one.openCard(ana, input, tx))) as Opened
  const answered = performance.now() - started
  await askIssuer({ accountId: ana.accountId, orderNo })
  return { answered, active: performance.now() - started }
}
type Opened = { orderNo: string }

async function opensMany(ana: Actor): Promise<Spent> {
  const input = batches.openBatch.input.parse({
    vid: 'VISA-US-1',
    num: CARDS,
    rechargeAmount: AMOUNT,
    requestNo: newId('req'),
  })
  const started = performance.now()
  const { batchNo } = (await once(ana, batches.openBatch.path, input, (tx) =>
    many.openBatch(ana, input, tx),
  )) as Started
  const answered = performance.now() - started
  const { accountId } = ana
  for (let turns = 0; (await statusOf(batchNo)) === 'RUNNING'; turns++) {
    if (turns > CARDS) throw new Error(`${batchNo} does not end`)
    await workBatch({ accountId, batchNo })
  }
  const active = performance.now() - started
  const status = await statusOf(batchNo)
  if (status !== 'DONE') throw new Error(`${batchNo} is ${status}`)
  return { answered, active }
}
type Started = { batchNo: string }

async function statusOf(batchNo: string): Promise<string> {
  const { rows } = await sql<{ status: string }>`SELECT status FROM card_batch WHERE batch_no = ${batchNo}`.execute(db)
  return rows[0]!.status
}

if (import.meta.main) tell(await bench())
