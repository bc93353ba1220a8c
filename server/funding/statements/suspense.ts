import { ago, DAY } from '#server/core/clock.ts'
import { transaction, type Tx } from '#server/core/db.ts'
import { credit, debit, PLATFORM, platform, postMany } from '#server/ledger/ledger.ts'
import { lateOpenLines, setSuspense, type Line } from './lineQueries.ts'

export const WIRE = 'USD_WIRE'

/** What the bank has is in the books, whoever it belongs to (SUSPENSE_RECEIVED). The lines are locked and not yet booked. */
export async function intoSuspense(tx: Tx, lines: readonly Line[]): Promise<void> {
  const fresh = lines.filter(({ suspense_id }) => suspense_id === null)
  const posted = await postMany(
    tx,
    fresh.map((line) => ({
      kind: 'SUSPENSE_RECEIVED' as const,
      accountId: PLATFORM,
      biz: bizOf(line),
      effectiveAt: new Date(`${line.value_date}T00:00:00Z`),
      lines: [
        debit(platform('1020', line.bank_id), line.amount_cents),
        credit(platform('2030', WIRE), line.amount_cents),
      ],
    })),
  )
  if (fresh.length)
    await setSuspense(
      tx,
      fresh.map(({ line_id }, at) => ({ line_id, suspense_id: posted[at]!.transferId })),
    )
}

export const bizOf = ({ line_id }: Pick<Line, 'line_id'>) => ({ type: 'bank_line', id: line_id })

/** It seemed to be somebody's, and for a day nobody has said so. */
export const putAsideLate = (): Promise<number> =>
  transaction(async (tx) => {
    const late = await lateOpenLines(tx, ago(DAY))
    await intoSuspense(tx, late)
    return late.length
  })
