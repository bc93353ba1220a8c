import * as z from 'zod'
import type * as contract from '#contract/accounts/funds.ts'
import { show, type Cents } from '#contract/core/money.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { FlowMeta } from '#contract/funding/funding.ts'
import type { Answer } from '#server/core/answer.ts'
import { cardsWithin, logCards } from '#server/cards/cards.ts'
import type { Tx } from '#server/core/db.ts'
import { notify } from '#server/core/news.ts'
import { accountOf, changeAccount, settleDebts } from '#server/identity/identity.ts'
import {
  balanceOf,
  cardAccount,
  credit,
  debit,
  lockAllMoney,
  owedBy,
  post,
  tenant,
  wallet,
  type AllMoney,
} from '#server/ledger/ledger.ts'
import { approvable, recordStaff } from '#server/staff/staff.ts'
import { frozenParts } from '#server/accounts/freezing/freezeFree.ts'
import {
  insertDecision,
  insertMove,
  markReleased,
  openFreeze,
  type FreezeRow,
} from '#server/accounts/freezing/queries.ts'
import { writeToHolder } from '#server/accounts/holderLog.ts'
import { accountAtDesk } from '../viewing/showAccount.ts'

export async function freezeOf(tx: Tx, accountId: string): Promise<FreezeRow> {
  const freeze = await openFreeze(tx, accountId)
  if (!freeze) throw refuse('conflict')
  return freeze
}

type Back = { readonly cardId: string; readonly amount: Cents }

/** What each card that is still open gets back, and the rest, which goes to the wallet. Never more together than is frozen. */
async function backTo(tx: Tx, freeze: FreezeRow, frozen: Cents): Promise<{ cards: Back[]; toWallet: Cents }> {
  const parts = (await frozenParts(tx, freeze)).filter(({ code }) => code === '2020')
  const whose = { accountId: freeze.account_id, subUid: undefined }
  const rows = await cardsWithin(
    tx,
    whose,
    parts.map(({ owner }) => owner),
  )
  let left = frozen
  const cards = parts.flatMap(({ owner: cardId, amount: taken }) => {
    const amount = rows.get(cardId)?.status === 'ACTIVE' ? Math.min(taken, left) : 0
    left -= amount
    return amount > 0 ? [{ cardId, amount }] : []
  })
  return { cards, toWallet: left }
}

/** Ends a freeze by two people: the money goes back where it came from, then pays what the account owes, and the account works again. */
export const releaseApproval = approvable('funds.release', {
  payload: z.object({ accountId: z.string() }),
  shows: async (tx, { accountId }) => {
    const freeze = await freezeOf(tx, accountId)
    const { user_no, nickname } = await accountOf(tx, accountId)
    const { posted } = await balanceOf(tx, tenant('2420', accountId))
    const { cards, toWallet } = await backTo(tx, freeze, posted)
    const { total: owed } = await owedBy(tx, accountId)
    const line = (cn: string, en: string, after: string | { cn: string; en: string }) => ({
      label: { cn, en },
      before: null,
      after,
    })
    const onCards = posted - toWallet
    return {
      target: user_no,
      accountId,
      amountCents: posted,
      onlyOne: accountId,
      lines: [
        line('账户', 'Account', `${user_no} ${nickname}`),
        line('冻结资金（以复核通过时为准）', 'Frozen funds (at approval)', show(posted)),
        line('退回卡片', 'Back to cards', {
          cn: `${show(onCards)}，${cards.length} 张卡`,
          en: `${show(onCards)}, cards: ${cards.length}`,
        }),
        line('退回钱包', 'Back to the wallet', show(toWallet)),
        ...(owed > 0 ? [line('随即抵扣的欠款', 'Debt that it pays', show(owed))] : []),
      ],
    }
  },
  apply: async (tx, { accountId }, { approvalId, maker, checker, reason }) => {
    const money = await lockAllMoney(tx, accountId)
    const freeze = await freezeOf(tx, accountId)
    const amount = money.frozen.posted
    // Before the money, or it would be frozen again as it arrives.
    await markReleased(tx, freeze)
    const before = freeze.deactivated_from
    await changeAccount(tx, accountId, { frozen: false, ...(before && { status: before }) })
    if (amount > 0) await giveBack(tx, freeze, money, approvalId)
    await settleDebts(tx, accountId)
    await insertDecision(tx, {
      approval_id: approvalId,
      account_id: accountId,
      freeze_id: freeze.freeze_id,
      kind: 'RELEASED',
      amount_cents: amount,
      debt_cents: 0,
      reason,
      legal_note: null,
      maker_id: maker.staffId,
      checker_id: checker.staffId,
    })
    const content = { cn: `解冻账户资金 ${show(amount)}`, en: `Released the account’s funds, ${show(amount)}` }
    await writeToHolder(tx, maker, accountId, { type: 'FUNDS', target: freeze.freeze_id, content, amount })
    await notify(tx, { accountId }, 'funds_released', { amount: show(amount) })
    const { user_no } = await accountOf(tx, accountId)
    const after = { freezeId: freeze.freeze_id, amount, maker: maker.staffId }
    await recordStaff(tx, checker, { action: 'MONEY', target: user_no, accountId, reason, content, after })
  },
})

async function giveBack(tx: Tx, freeze: FreezeRow, { frozen, cards: locked }: AllMoney, leg: string): Promise<void> {
  const { account_id: accountId, freeze_id: freezeId } = freeze
  const { cards, toWallet } = await backTo(tx, freeze, frozen.posted)
  const meta: FlowMeta = { bizNo: freezeId }
  const { transferId } = await post(tx, {
    kind: 'UNFREEZE_FUNDS',
    accountId,
    biz: { type: 'funds_freeze', id: freezeId },
    leg,
    lines: [
      debit(frozen.ref, frozen.posted),
      ...cards.map(({ cardId, amount }) => credit(cardAccount(accountId, cardId), amount)),
      credit(wallet(accountId), toWallet),
    ],
    meta,
  })
  await insertMove(tx, freeze, { transferId, kind: 'RELEASED', amount: frozen.posted })
  const balances = new Map(locked.map(({ ref, posted }) => [ref.owner, posted]))
  await logCards(
    tx,
    cards.map(({ cardId, amount }) => ({
      accountId,
      cardId,
      type: 'UNFREEZE_FUNDS',
      before: show(balances.get(cardId) ?? 0),
      after: show((balances.get(cardId) ?? 0) + amount),
      amount,
    })),
  )
}

export const releaseFunds: Answer<typeof contract.releaseFunds> = async (staff, { accountId, reason }, tx) => {
  await accountAtDesk(accountId)
  return { approvalId: await releaseApproval.propose(tx, staff, { accountId }, reason) }
}
