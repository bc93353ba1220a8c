/** Personal data of a case in the clear: for a reason that both logs keep, and only for a while. */
import type * as contract from '#contract/identity/desk/cases.ts'
import { LOOK_MS } from '#contract/identity/desk/cases.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Answer } from '#server/core/answer.ts'
import { record } from '#server/audit/audit.ts'
import { ahead } from '#server/core/clock.ts'
import { db } from '#server/core/db.ts'
import { caseByNo, insertLook, lockCase, mayLook, openPaper, papersIn } from '#server/identity/identity.ts'
import { newId } from '#server/core/ids.ts'
import { reveal } from '#server/staff/staff.ts'
import { personIn, picturesOf } from './showCase.ts'

export const revealCase: Answer<typeof contract.revealCase> = (staff, { orderNo, reason }) =>
  reveal(staff, 'IDENTITY', async (tx) => {
    const found = await lockCase(tx, orderNo)
    const papers = found && papersIn(found)
    if (!papers) throw refuse('not_found')
    const until = ahead(LOOK_MS)
    await insertLook(tx, { lookId: newId('lok'), orderNo, staffId: staff.staffId, reason, until })
    // Where staff sit is nobody's business outside.
    const by = { accountId: found.account_id, name: `Kaika · ${staff.name}`, from: { ip: '', device: '' } }
    await record(tx, by, {
      type: 'STAFF',
      target: orderNo,
      content: {
        cn: `查看了实名认证的姓名、证件号码与材料，原因：${reason}`,
        en: `Viewed the name, number and images of the verification. Reason: ${reason}`,
      },
    })
    return {
      clear: { ...personIn(papers), untilTime: until.getTime() },
      deed: {
        target: orderNo,
        accountId: found.account_id,
        reason,
        content: { cn: '查看实名资料明文', en: 'Viewed identity details' },
        after: { untilTime: until.getTime() },
      },
    }
  })

/** One picture of the case, for whoever has said why. */
export const casePaper: Answer<typeof contract.casePaper> = async (staff, { orderNo, fileId }) => {
  const found = await caseByNo(db, orderNo)
  const papers = found && papersIn(found)
  if (!papers || !picturesOf(papers, staff.from.lang).some((one) => one.fileId === fileId)) throw refuse('not_found')
  if (!(await mayLook(db, orderNo, staff.staffId))) throw refuse('reason_needed')
  return { ...(await openPaper(db, found.account_id, fileId)), type: 'image/jpeg', inline: true }
}
