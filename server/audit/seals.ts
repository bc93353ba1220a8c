import { createHash } from 'node:crypto'
import { transaction } from '../core/db.ts'
import type { Check } from '../ledger/ledger.ts'
import { isSigned, signLink } from '../core/secrets.ts'
import { BROKEN_SEALS, insertSeals, lastSeal, lockSealing, NOT_SEALED, sealsAfter, takeUnsealed } from './queries.ts'

const CHAIN = 'operations'
const FIRST = Buffer.alloc(32)
const seal = (previous: Buffer, text: string): Buffer => createHash('sha256').update(previous).update(text).digest()

/**
 * Chain the operations that are not sealed yet. Afterwards and never in their own transactions, because a chain is one
 * lock for the whole service. Returns how many.
 */
export async function sealOperations(batch = 2000): Promise<number> {
  return transaction(async (tx) => {
    if (!(await lockSealing(tx))) return 0
    let { seq, hash: previous } = (await lastSeal(tx)) ?? { seq: 0, hash: FIRST }
    const seals = (await takeUnsealed(tx, batch)).map(({ id, text }) => {
      const hash = seal(previous, text)
      const link = { chain: CHAIN, seq: ++seq, hash }
      const hex = { prev_hash: previous.toString('hex'), hash: hash.toString('hex') }
      previous = hash
      return { seq, log_id: id, ...hex, signature: signLink(link).toString('hex') }
    })
    if (seals.length) await insertSeals(tx, seals)
    return seals.length
  })
}

/** Seals checked at a time, so that memory stays small however long the chain is. */
const LOT = 10_000

/** The proof of the books checks the log as well. */
export const sealProofs: readonly Check[] = [
  {
    name: 'operation-log-not-as-sealed',
    says: 'every operation that was sealed is still there and says what it said then',
    query: BROKEN_SEALS,
  },
  { name: 'operation-without-seal', says: 'every operation is sealed, or waits for its seal', query: NOT_SEALED },
  {
    name: 'operation-log-not-signed',
    says: 'every seal was made with the key of this service, which is not in the database',
    async judge(tx, atMost) {
      const found: { subject: string; found: { row: string } }[] = []
      for (let after = 0; found.length < atMost;) {
        const seals = await sealsAfter(tx, after, LOT)
        if (!seals.length) break
        after = seals.at(-1)!.seq
        for (const { seq, log_id, hash, signature } of seals)
          if (!isSigned({ chain: CHAIN, seq, hash, signature }))
            found.push({ subject: String(seq), found: { row: log_id } })
      }
      return found.slice(0, atMost)
    },
  },
]
