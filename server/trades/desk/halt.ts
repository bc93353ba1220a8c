/** The switch that declines everything: one person throws it, two people undo it. */
import * as z from 'zod'
import type * as contract from '#contract/risk/risk.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Answer } from '#server/core/answer.ts'
import { approvable, recordStaff } from '#server/staff/staff.ts'
import { changeDesk, readDesk, setHalt } from '../rules/ruleQueries.ts'

const TARGET = 'authorizations'

export const haltDecisions: Answer<typeof contract.haltDecisions> = async (staff, { reason }, tx) => {
  if ((await changeDesk(tx)).halted) throw refuse('conflict')
  await setHalt(tx, { reason, by: staff.name })
  await recordStaff(tx, staff, {
    action: 'RISK',
    target: TARGET,
    reason,
    content: { cn: '停止一切授权', en: 'Declined all authorizations' },
    before: { halted: false },
    after: { halted: true },
  })
  return { halted: 1 }
}

export const resumeApproval = approvable('risk.resume', {
  payload: z.object({ halted: z.literal(true) }),
  shows: async (tx) => {
    const { halt_reason, halted_by } = await readDesk(tx)
    return {
      target: TARGET,
      onlyOne: TARGET,
      lines: [
        {
          label: { cn: '授权', en: 'Authorizations' },
          before: { cn: `全部拒绝（${halted_by}：${halt_reason}）`, en: `All declined (${halted_by}: ${halt_reason})` },
          after: { cn: '按规则决定', en: 'Decided by the rules' },
        },
      ],
    }
  },
  apply: async (tx, _, { maker, checker, reason }) => {
    if (!(await changeDesk(tx)).halted) throw refuse('conflict')
    await setHalt(tx, undefined)
    await recordStaff(tx, checker, {
      action: 'RISK',
      target: TARGET,
      reason,
      content: { cn: `恢复授权，经办 ${maker.name}`, en: `Resumed authorizations, requested by ${maker.name}` },
      before: { halted: true },
      after: { halted: false },
    })
  },
})

export const askResume: Answer<typeof contract.askResume> = async (staff, { reason }, tx) => {
  if (!(await readDesk(tx)).halted) throw refuse('conflict')
  return { approvalId: await resumeApproval.propose(tx, staff, { halted: true }, reason) }
}
