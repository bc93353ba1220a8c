import { createHash } from 'node:crypto'
import { db, transaction } from '../db.ts'
import { insertSeals, lastSeal, lockSealing, sealsAfter, unsealed } from './queries.ts'

const FIRST = Buffer.alloc(32)
const seal = (previous: Buffer, text: string): Buffer => createHash('sha256').update(previous).update(text).digest()

/**
 * Chain the operations that are not yet sealed. Behind the operations and never in their transactions, because a chain
 * is one lock for everybody. Returns how many.
 */
export async function sealOperations(batch = 2000): Promise<number> {
  return transaction(async (tx) => {
    if (!(await lockSealing(tx))) return 0
    let { seq, hash: previous } = (await lastSeal(tx)) ?? { seq: 0, hash: FIRST }
    const seals = (await unsealed(tx, batch)).map(({ id, text }) => {
      const hash = seal(previous, text)
      const made = { seq: ++seq, log_id: id, prev_hash: previous.toString('hex'), hash: hash.toString('hex') }
      previous = hash
      return made
    })
    if (seals.length) await insertSeals(tx, seals)
    return seals.length
  })
}

export type SealBreak = {
  seq: number
  logId: string
  why: 'row is gone' | 'row was changed' | 'seal was changed' | 'seal is missing'
}

/** Recompute the whole chain; the first place where it does not hold, or nothing. */
export async function verifySeals(): Promise<SealBreak | undefined> {
  let previous: Buffer = FIRST
  let at = 0
  for (;;) {
    const seals = await sealsAfter(db, at, 2000)
    if (!seals.length) return undefined
    for (const { seq, log_id: logId, prev_hash, hash, text } of seals) {
      if (seq !== at + 1) return { seq: at + 1, logId: '', why: 'seal is missing' }
      if (!prev_hash.equals(previous)) return { seq, logId, why: 'seal was changed' }
      if (text === null) return { seq, logId, why: 'row is gone' }
      if (!seal(previous, text).equals(hash)) return { seq, logId, why: 'row was changed' }
      previous = hash
      at = seq
    }
  }
}
