/** A parent's actions on an existing sub-account. */
import { show } from '#contract/core/money.ts'
import { refuse } from '#contract/core/refusals.ts'
import type * as contract from '#contract/subaccounts/subaccounts.ts'
import { record } from '../audit/audit.ts'
import type { Answer } from '../core/answer.ts'
import { port } from '../core/composition.ts'
import { db, isTaken, transaction } from '../core/db.ts'
import { notify } from '../core/news.ts'
import {
  freezeSub as freezeLogin,
  hashPassword,
  judgeOwnCode,
  lockOwnSubs,
  refuseWeakPasswordOf,
  setSubPassword,
  subOf,
  subStatusOf,
  updateSub,
  useCode,
} from '../identity/identity.ts'
import { assignRole, roleById } from '../roles/roles.ts'

/** Its sessions end immediately. Its cards keep working unless they are blocked with it; unfreezing it lifts that block. */
export const freezeSub: Answer<typeof contract.freezeSub> = (actor, { subUid, frozen, freezeCards }) =>
  transaction(async (tx) => {
    const { accountId } = actor
    await freezeLogin(tx, accountId, subUid, frozen)
    const sub = await subOf(tx, accountId, subUid)
    const cards = freezeCards || !frozen ? await port('subaccounts.cards').stop(tx, accountId, subUid, frozen) : 0
    await record(tx, actor, {
      type: 'SUB_FREEZE',
      target: sub.nickname,
      content: frozen
        ? { cn: `冻结子账户，同时冻结卡片 ${cards} 张`, en: `Frozen, together with cards: ${cards}` }
        : { cn: `解冻子账户，同时解冻卡片 ${cards} 张`, en: `Unfrozen, together with cards: ${cards}` },
      after: { frozen, freezeCards, cards },
    })
    return { status: subStatusOf(sub), cards }
  })

/** Ends all sessions with the old password. A code to the parent's own mobile proves that it is the parent. */
export const resetSubPassword: Answer<typeof contract.resetSubPassword> = async (actor, { subUid, password, code }) => {
  const { accountId } = actor
  const { login_id: loginId } = await subOf(db, accountId, subUid) // checked before a code is used up
  await refuseWeakPasswordOf({ accountId, loginId }, password, actor.from)
  if (code === undefined) throw refuse('step_up', { methods: ['SMS'], field: 'code' })
  const codeId = await judgeOwnCode(actor, 'subAccount', code)
  const hash = await hashPassword(password)
  return transaction(async (tx) => {
    const [sub] = await lockOwnSubs(tx, accountId, [subUid])
    await useCode(tx, codeId)
    await setSubPassword(tx, { accountId, loginId }, hash)
    await record(tx, actor, {
      type: 'SUB_PWD',
      target: sub!.nickname,
      content: { cn: '重置登录密码', en: 'Password set' },
    })
    await notify(tx, { accountId, loginId }, 'sub_password')
    return { ok: 1 as const }
  })
}

/** Changes role, name, budget and remark. The role's permissions apply from the next call of its sessions on. */
export const editSub: Answer<typeof contract.editSub> = async (actor, { subUid, roleId, ...change }) => {
  const { accountId } = actor
  try {
    return await transaction(async (tx) => {
      const [sub] = await lockOwnSubs(tx, accountId, [subUid])
      const role = await roleById(tx, accountId, roleId)
      if (!role) throw refuse('not_found', { field: 'roleId' })
      if (sub!.role_id !== roleId) await assignRole(tx, { accountId, subUid }, roleId)
      await updateSub(tx, accountId, subUid, change)
      const { budget } = change
      await record(tx, actor, {
        type: 'SUB_EDIT',
        target: change.nickname ?? sub!.nickname,
        content: {
          cn: `修改子账户${budget ? `，预算 ${show(budget.limit)}` : ''}`,
          en: `Changed${budget ? `, budget ${show(budget.limit)}` : ''}`,
        },
        before: { roleId: sub!.role_id, nickname: sub!.nickname, budget: sub!.budget_cents, remark: sub!.remark },
        after: { roleId, ...change },
      })
      return { ok: 1 as const }
    })
  } catch (error) {
    if (isTaken(error, 'sub_account_name_taken')) throw refuse('name_taken', { field: 'nickname' })
    throw error
  }
}

/** Transfers cards to a sub-account, or back to the account itself. The previous owner no longer sees them. */
export const handOverCards: Answer<typeof contract.handOverCards> = (actor, { cardIds, subUid }) =>
  transaction(async (tx) => {
    const [sub] = subUid === undefined ? [] : await lockOwnSubs(tx, actor.accountId, [subUid])
    const cards = await port('subaccounts.cards').handOver(tx, actor, cardIds, subUid)
    await record(tx, actor, {
      type: 'SUB_EDIT',
      target: sub ? sub.nickname : '主账户 Account',
      content: { cn: `移交卡片 ${cards} 张`, en: `Cards assigned: ${cards}` },
      after: { subUid: subUid ?? null, cardIds },
    })
    return { cards }
  })
