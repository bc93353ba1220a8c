/**
 * Measures the nightly proof: a day of purchases, with the clearings of the day before, on years of old ones (docs/decisions/0068-the-nightly-proof-reads-what-is-new.md).
 * `BENCH_OLD_MILLIONS` and `BENCH_DAY_MILLIONS` say how many; with the figures that the target names it takes hours to fill, so it is not part of `npm run bench`.
 */
import { DAY, HOUR, nowMs, setClock } from '#server/core/clock.ts'
import { db, one, openDb, sql } from '#server/core/db.ts'
import { useSecrets } from '#server/core/secrets.ts'
import { proveWithCover, saveCheckpoint, type ProofKind } from '#server/ledger/ledger.ts'
import { tell, type Figure, type Told } from '../tools/figures.ts'
import { onScratch } from '../tools/scratch.ts'
import {
  cardsOfMany,
  CARDS,
  clearings,
  LONG_AGO,
  purchases,
  settled,
  TO_BASE32,
  type Time,
} from '../worlds/booksOfPurchases.ts'

const millions = (name: string, otherwise: number): number => Number(process.env[name] ?? otherwise) * 1_000_000
const [OLD, PER_DAY] = [millions('BENCH_OLD_MILLIONS', 1), millions('BENCH_DAY_MILLIONS', 0.1)]
/** The target is for a day of two million at thirty million old ones. */
const TARGET = OLD >= 30_000_000 && PER_DAY >= 2_000_000

export const bench = (): Promise<Told> => onScratch({ durable: true }, measured)

async function measured(url: string, _: unknown, ownerUrl: string): Promise<Told> {
  useSecrets({ fieldKey: Buffer.alloc(32, 1).toString('base64'), lookupKey: Buffer.alloc(32, 2).toString('base64') })
  const began = performance.now()
  const now = nowMs()
  const past: Time = [now - LONG_AGO, now - 3 * DAY]
  const yesterday: Time = [now - 3 * DAY, now - 2 * DAY]
  const today: Time = [now - DAY, now - HOUR]
  await sql.raw(TO_BASE32).execute(db)
  setClock(() => now - LONG_AGO - DAY)
  await cardsOfMany()
  setClock()
  await purchases(0, OLD, past, true)
  await clearings(0, OLD, past, past)
  await purchases(OLD, OLD + PER_DAY, yesterday, false)
  await settled(PER_DAY)
  const { bytes } = await one(db, sql<{ bytes: number }>`SELECT pg_database_size(current_database()) AS bytes`)
  const notes = [
    `${OLD / 1e6} million old purchases of ${CARDS.toLocaleString('en')} cards, each with its transaction, transfer and two entries: ${(bytes / 1e9).toFixed(1)} GB, made in ${Math.round((performance.now() - began) / 1000)} s.`,
  ]
  await db.destroy()
  openDb(url, { statementTimeoutMs: 600_000 })
  const figures: Figure[] = []
  const took = async <T>(what: string, work: () => Promise<T>, atMost?: number): Promise<T> => {
    const before = performance.now()
    const result = await work()
    figures.push({
      what,
      value: (performance.now() - before) / 1000,
      unit: 's',
      ...(atMost !== undefined && { reach: { atMost } }),
    })
    return result
  }
  await took('the first checkpoint', () => saveCheckpoint(now - 30 * HOUR, undefined))
  await db.destroy()
  openDb(ownerUrl, { statementTimeoutMs: 600_000 })
  await purchases(OLD + PER_DAY, OLD + 2 * PER_DAY, today, false)
  await clearings(OLD, OLD + PER_DAY, yesterday, today)
  await settled(PER_DAY)
  await db.destroy()
  openDb(url, { statementTimeoutMs: 600_000 })
  const holds = async (kind: ProofKind) => {
    const proof = await proveWithCover(kind)
    if (proof.breaks.length || proof.kind !== kind)
      throw new Error(`${proof.kind}: ${JSON.stringify(proof.breaks.slice(0, 5))}`)
    return proof
  }
  const scale = `${PER_DAY / 1e6} million purchases and clearings on ${OLD / 1e6} million`
  const proof = await took(`the nightly proof of ${scale}`, () => holds('NEW'), TARGET ? 60 : undefined)
  await took('its checkpoint', () => saveCheckpoint(nowMs() + HOUR, proof.since))
  if (!TARGET) await took('the whole proof', () => holds('WHOLE'))
  notes.push(`The nightly proof has read ${proof.entries.toLocaleString('en')} entries.`)
  return { figures, notes }
}

if (import.meta.main) tell(await bench())
