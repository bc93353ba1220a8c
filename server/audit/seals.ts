import { createHash } from 'node:crypto'
import { transaction } from '../db.ts'
import { alsoProve } from '../ledger/ledger.ts'
import { BROKEN_SEALS, insertSeals, lastSeal, lockSealing, unsealed } from './queries.ts'

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

/** The proof of the books looks at the log, too. */
alsoProve({
  name: 'operation-log-not-as-sealed',
  says: 'every operation that was sealed is still there and says what it said then',
  query: BROKEN_SEALS,
})
