/** Inputs for staff calls about the invoices of issuers. */
import { DAY, dateOf, now, nowMs, startOfMonth } from '#server/core/clock.ts'
import { db, sql } from '#server/core/db.ts'
import { keepUsage } from '#server/programs/invoices/queries.ts'
import { anAttachment, newStaff } from '#test/fixtures/staff.ts'
import { newRef } from '#test/fixtures/wires.ts'
import { ISSUER } from '#test/issuers/programs.ts'
import { withNo, type InputRecipe } from './fixtures.ts'

const monthAt = (ms: number): string => dateOf(ms).slice(0, 7)
const NOTHING_USED = { cardsOpened: 0, cardsUsed: 0, authorizations: 0, foreignCents: 0, disputes: 0 }

/** The month before last, counted and without an invoice that waits: one waits at a time. */
async function aCountedMonth(): Promise<string> {
  const month = monthAt(startOfMonth(startOfMonth().from.getTime() - DAY).from.getTime() - DAY)
  await keepUsage(db, ISSUER, month, NOTHING_USED)
  await sql`UPDATE approval SET state = 'EXPIRED', decided_at = ${now()} WHERE kind = 'program.invoice' AND state = 'WAITING'`.execute(
    db,
  )
  return month
}

export const invoiceInputs = {
  listInvoices: () => ({ issuerId: ISSUER }),
  showInvoice: () => ({ issuerId: ISSUER, month: monthAt(nowMs()) }),
  enterInvoice: async ({ colleague }) => {
    const month = await aCountedMonth()
    const lines = [{ kind: 'FIXED', quantity: 1, amount: 10_00 }]
    const said = { issuerId: ISSUER, month, invoiceNo: newRef(), invoiceDate: `${month}-28`, lines, total: 10_00 }
    return withNo({ ...said, fileId: await anAttachment(colleague ?? (await newStaff())) })
  },
  setInvoicePrice: () => withNo({ issuerId: ISSUER, kind: 'PER_CARD', priceStr: '0.25', fromMonth: monthAt(nowMs()) }),
} satisfies Record<string, InputRecipe>
