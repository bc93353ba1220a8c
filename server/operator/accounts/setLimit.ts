import * as z from 'zod'
import { limitKeys, type LimitKey } from '#contract/accounts/desk.ts'
import type * as contract from '#contract/accounts/desk.ts'
import type { Words } from '#contract/core/fields.ts'
import { show, type Cents } from '#contract/core/money.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Answer } from '#server/core/answer.ts'
import { nowMs } from '#server/core/clock.ts'
import { notify } from '#server/core/news.ts'
import { insertLimit, ownLimitsOf } from '#server/plans/plans.ts'
import { approvable, recordStaff } from '#server/staff/staff.ts'
import { accountAtDesk } from './show.ts'
import { standardLimits } from './standards.ts'
import { writeToHolder } from './tellHolder.ts'

const standardWords = { cn: '标准额度', en: 'standard' } as const satisfies Words
const inWords = (key: LimitKey, amount: Cents | null): string | Words =>
  amount === null ? standardWords : show(amount, limitKeys[key].unit)
const day = (ms: number): string => `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`

/** A version of a limit: from when, until when, by whom and why. The ones before it stay. */
export const limitApproval = approvable('account.limit', {
  payload: z.object({
    accountId: z.string(),
    key: z.enum(Object.keys(limitKeys) as [LimitKey, ...LimitKey[]]),
    amountCents: z.int().nullable(),
    startMs: z.int().nullable(),
    endMs: z.int().nullable(),
  }),
  shows: async (tx, { accountId, key, amountCents, startMs, endMs }) => {
    const { user_no } = await accountAtDesk(accountId)
    const own = (await ownLimitsOf(tx, accountId))[key]
    const standard = (await standardLimits(tx, accountId))[key]
    const now = own ?? standard
    return {
      target: user_no,
      accountId,
      onlyOne: `${accountId} ${key}`,
      lines: [
        {
          label: limitKeys[key],
          before: now === null ? standardWords : inWords(key, now),
          after: inWords(key, amountCents),
        },
        {
          label: { cn: '生效', en: 'From' },
          before: null,
          after: startMs === null ? { cn: '复核通过后', en: 'on approval' } : day(startMs),
        },
        {
          label: { cn: '截止', en: 'Until' },
          before: null,
          after: endMs === null ? { cn: '长期', en: 'permanent' } : day(endMs),
        },
      ],
    }
  },
  apply: async (tx, { accountId, key, amountCents, startMs, endMs }, { approvalId, maker, checker, reason }) => {
    const { user_no, status } = await accountAtDesk(accountId)
    if (status !== 'ACTIVE' || (endMs !== null && endMs <= nowMs())) throw refuse('conflict')
    await insertLimit(tx, {
      accountId,
      key,
      amountCents,
      startsAt: new Date(Math.max(startMs ?? 0, nowMs())),
      endsAt: endMs === null ? null : new Date(endMs),
      reason,
      makerId: maker.staffId,
      checkerId: checker.staffId,
      approvalId,
    })
    const said = inWords(key, amountCents)
    const [cn, en] = typeof said === 'string' ? [said, said] : [said.cn, said.en]
    const words = limitKeys[key]
    const content = { cn: `${words.cn}额度：${cn}`, en: `${words.en}: ${en}` }
    await writeToHolder(tx, maker, accountId, { target: user_no, content })
    await notify(tx, { accountId }, 'limit_changed', {
      name_cn: words.cn,
      name_en: words.en,
      amount_cn: cn,
      amount_en: en,
    })
    const after = { key, amountCents, startMs, endMs, maker: maker.staffId }
    await recordStaff(tx, checker, { action: 'ACCOUNT', target: user_no, accountId, reason, content, after })
  },
})

export const askLimit: Answer<typeof contract.askLimit> = async (
  staff,
  { accountId, key, amount, startTime, endTime, reason },
  tx,
) => {
  const { status } = await accountAtDesk(accountId)
  if (status !== 'ACTIVE' || (endTime !== undefined && endTime <= nowMs())) throw refuse('conflict')
  const payload = { accountId, key, amountCents: amount ?? null, startMs: startTime ?? null, endMs: endTime ?? null }
  return { approvalId: await limitApproval.propose(tx, staff, payload, reason) }
}
