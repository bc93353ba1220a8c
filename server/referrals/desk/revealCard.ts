import type * as contract from '#contract/referrals/desk.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Answer } from '#server/core/answer.ts'
import { record } from '#server/audit/audit.ts'
import { reveal } from '#server/staff/staff.ts'
import { cardById } from '../cardQueries.ts'
import { unsealCard } from '../cardSecrets.ts'
import { lockWithdrawal } from '../withdrawalQueries.ts'

/** Whoever pays needs the number, and nobody else: only of a withdrawal that is to be paid, and both logs say so. */
export const revealPayoutCard: Answer<typeof contract.revealPayoutCard> = (staff, { withdrawalNo, reason }) =>
  reveal(staff, 'PAYOUT_CARD', async (tx) => {
    const row = await lockWithdrawal(tx, withdrawalNo)
    if (!row || row.target !== 'BANK') throw refuse('not_found')
    if (row.status !== 'APPROVED' && row.status !== 'PAYING') throw refuse('conflict')
    const card = await cardById(tx, row.bank_card_id!)
    const { no, holder, mobile } = unsealCard(card)
    const by = { accountId: row.account_id, name: `Kaika · ${staff.name}`, from: { ip: '', device: '' } }
    await record(tx, by, {
      type: 'STAFF',
      target: withdrawalNo,
      content: {
        cn: `查看了尾号 ${card.tail} 的收款卡号，用于打款，原因：${reason}`,
        en: `Viewed the number of the payout card ending in ${card.tail} for payment. Reason: ${reason}`,
      },
    })
    const content = { cn: `查看收款卡号，尾号 ${card.tail}`, en: `Viewed the payout card ending in ${card.tail}` }
    return {
      clear: { cardNo: no, holder, mobile },
      deed: { target: withdrawalNo, accountId: row.account_id, reason, content },
    }
  })
