/** The end of each month in the staff's audit: the hash of its checkpoints, so that checkpoints that were written anew are found. */
import { db, transaction, type Database, type Tx } from '#server/core/db.ts'
import { deedsOf, recordDesk } from '#server/staff/staff.ts'
import type { Check } from '../proof/checks.ts'
import { monthEndingAt, seals } from '../proof/checkpoints.ts'

const OF_MONTHS = 'books ____-__'
type Seal = { mark: string; sha256: string }
const sealed = async (on: Database | Tx): Promise<(Seal & { target: string })[]> =>
  (await deedsOf(on, 'BOOKS', OF_MONTHS)).map(({ target, after }) => ({ target, ...(after as Seal) }))

/** Records the months that have ended since. */
export async function sealMonths(): Promise<void> {
  const known = new Set((await sealed(db)).map(({ mark }) => mark))
  for (const { mark, sha256 } of await seals(db)) {
    const month = known.has(mark) ? undefined : monthEndingAt(mark)
    if (month !== undefined)
      await transaction((tx) =>
        recordDesk(tx, {
          action: 'BOOKS',
          target: `books ${month}`,
          content: { cn: '账簿已校验并封存至月末', en: 'Books verified and sealed up to the end of the month' },
          after: { mark, sha256 },
        }),
      )
  }
}

export const sealProof: Check = {
  name: 'month-not-as-sealed',
  says: 'the checkpoints at the end of a month have the hash that the staff’s audit has kept',
  judge: async (tx, atMost) => {
    const found = new Map((await seals(tx)).map(({ mark, sha256 }) => [mark, sha256]))
    return (await sealed(tx))
      .filter(({ mark, sha256 }) => found.get(mark) !== sha256)
      .slice(0, atMost)
      .map(({ target, mark, sha256 }) => ({ subject: target, found: { kept: sha256, found: found.get(mark) ?? null } }))
  },
}
