import * as z from 'zod'
import type * as contract from '#contract/programs/desk.ts'
import { show } from '#contract/core/money.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Staff } from '#server/core/actor.ts'
import type { Answer } from '#server/core/answer.ts'
import type { Tx } from '#server/core/db.ts'
import { outside } from '#server/outside/outside.ts'
import { approvable, recordStaff } from '#server/staff/staff.ts'
import { bookDay, booksOf } from '../days.ts'
import { lockDay } from '../queries.ts'

const Payload = z.object({
  issuerId: z.string(),
  day: z.string(),
  /** As they were requested: with other sums, it is requested again. */
  file: z.int(),
  books: z.int(),
})
type Payload = z.infer<typeof Payload>

/** Books a day that agrees with its settlement file; a day that differs needs a second approver. */
export const settleDay: Answer<typeof contract.settleDay> = async (staff, { issuerId, day, reason }, tx) => {
  if (!outside.issuers.has(issuerId)) throw refuse('not_found', { field: 'issuerId' })
  const outcome = await bookDay(tx, issuerId, day, { by: staff.staffId })
  if (outcome === 'ALREADY') throw refuse('conflict', { field: 'day', msg: booked[staff.from.lang] })
  if (outcome === 'UNREAD') throw refuse('conflict', { field: 'day', msg: unread[staff.from.lang] })
  if (outcome === 'DIFFERS') {
    const payload = { issuerId, day, ...(await sumsOf(tx, issuerId, day)) }
    return { state: 'REQUESTED', approvalId: await settleApproval.propose(tx, staff, payload, reason) }
  }
  await recordBooking(tx, staff, { issuerId, day, reason })
  return { state: 'BOOKED', approvalId: null }
}
const booked = { cn: '该日已入账', en: 'This day is already booked' }
const unread = {
  cn: '该日的结算文件尚未完整读取，可在“对账”中读取',
  en: 'The settlement file of this day hasn’t been read in full. Read it in Reconciliation.',
}

async function sumsOf(tx: Tx, issuerId: string, day: string): Promise<{ file: number; books: number }> {
  const row = await lockDay(tx, issuerId, day)
  if (!row) throw refuse('not_found', { field: 'day' })
  const { clearings, refunds } = await booksOf(tx, issuerId, day)
  return { file: row.clearingCents - row.refundCents, books: clearings - refunds }
}

export const settleApproval = approvable('program.settle', {
  payload: Payload,
  shows: (_, { issuerId, day, file, books }: Payload) => ({
    target: `${issuerId} ${day}`,
    amountCents: Math.abs(file),
    onlyOne: `${issuerId} ${day}`,
    lines: [
      { label: { cn: '发卡行', en: 'Issuer' }, before: null, after: issuerId },
      { label: { cn: '结算日', en: 'Settlement day' }, before: null, after: day },
      { label: { cn: '结算文件净额（入账）', en: 'Net of the file (booked)' }, before: null, after: show(file) },
      { label: { cn: '我方账簿净额', en: 'Net of our books' }, before: null, after: show(books) },
      {
        label: { cn: '差额（留在应付清算款）', en: 'Difference (stays owed)' },
        before: null,
        after: show(file - books, 'USD', 'always'),
      },
    ],
  }),
  async apply(tx, { issuerId, day, file, books }, { checker, reason, approvalId }) {
    const now = await sumsOf(tx, issuerId, day)
    if (now.file !== file || now.books !== books) throw refuse('conflict')
    const outcome = await bookDay(tx, issuerId, day, { by: checker.staffId, accepted: true })
    if (outcome !== 'BOOKED') throw refuse('conflict')
    await recordBooking(tx, checker, { issuerId, day, reason, approvalId })
  },
})

const recordBooking = (
  tx: Tx,
  staff: Staff,
  { issuerId, day, reason, approvalId }: { issuerId: string; day: string; reason: string; approvalId?: string },
) =>
  recordStaff(tx, staff, {
    action: 'MONEY',
    target: `${issuerId} ${day}`,
    reason,
    content: { cn: '结算日入账', en: 'Settlement day booked' },
    after: { issuerId, day, ...(approvalId !== undefined && { approvalId }) },
  })
