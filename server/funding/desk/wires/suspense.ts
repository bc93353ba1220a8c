import { ago, DAY } from '#server/core/clock.ts'
import { transaction, type Tx } from '#server/core/db.ts'
import { credit, debit, PLATFORM, platform, post, postMany } from '#server/ledger/ledger.ts'
import { lateOpenLines, setSuspense, type Line, lockLine, setLine } from './queries.ts'
import { refuse } from '#contract/core/refusals.ts'

export const WIRE = 'USD_WIRE'

/** Books what the bank has received before its owner is known (SUSPENSE_RECEIVED). The lines are locked and not yet booked. */
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

/** Lines that seemed to match a forecast and were not confirmed within a day go to suspense. */
export const putAsideLate = (): Promise<number> =>
  transaction(async (tx) => {
    const late = await lateOpenLines(tx, ago(DAY))
    await intoSuspense(tx, late)
    return late.length
  })

/** Marks a line as the proceeds of a recorded sale. It is removed from unmatched payments, because the sale already books these dollars. */
export async function takeOwn(tx: Tx, line: Line): Promise<void> {
  await intoSuspense(tx, [line])
  const { transferId } = await post(tx, {
    kind: 'SUSPENSE_RETURNED',
    accountId: PLATFORM,
    biz: bizOf(line),
    lines: [
      debit(platform('2030', WIRE), line.amount_cents),
      credit(platform('1020', line.bank_id), line.amount_cents),
    ],
  })
  await setLine(tx, line.line_id, { state: 'OWN', transferId })
}

/** Reserves a line for one request until that is decided, and books it if it was not booked yet. */
export async function claimLine(tx: Tx, lineId: string, accountId: string | null): Promise<Line> {
  const line = await lockLine(tx, lineId)
  if (!line) throw refuse('not_found')
  if (line.state !== 'OPEN' && line.state !== 'SUSPENSE') throw refuse('conflict')
  await intoSuspense(tx, [line])
  await setLine(tx, lineId, { state: 'MATCHED', accountId })
  return line
}

export async function releaseLine(tx: Tx, lineId: string): Promise<void> {
  const line = await lockLine(tx, lineId)
  if (line?.state === 'MATCHED')
    await setLine(tx, lineId, { state: line.suspense_id ? 'SUSPENSE' : 'OPEN', accountId: null })
}
