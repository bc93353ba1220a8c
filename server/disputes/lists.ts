import type * as contract from '#contract/disputes/disputes.ts'
import {
  closingReasons,
  disputeReasons,
  disputeStates,
  mayMove,
  type ClosingReason,
  type Dispute,
  type DisputeReason,
  type DisputeStep,
} from '#contract/disputes/disputes.ts'
import type { Lang } from '#contract/core/fields.ts'
import { refuse } from '#contract/core/refusals.ts'
import { cardNames } from '../cards/cards.ts'
import type { Answer } from '../core/answer.ts'
import { db, type Database } from '../core/db.ts'
import { purchasesShown } from '../trades/trades.ts'
import { disputeOf, disputesPage, evidenceNames, stepsOf, type DisputeKey, type DisputeRow } from './queries.ts'

/** A parent sees the disputes of its sub-accounts too. */
export const pageDisputes: Answer<typeof contract.pageDisputes> = async (actor, input) => {
  const { accountId, subUid, from } = actor
  const { pageNo, pageSize, state, tradeId, cardId } = input
  const by = { accountId, subUid, ...(state && { state }), ...(tradeId && { tradeId }), ...(cardId && { cardId }) }
  const { rows, count } = await disputesPage(db, by, { pageNo, pageSize })
  return {
    data: await disputesShown(db, rows, from.lang),
    total: count,
    pageNo,
    pageSize,
    haveNext: count > pageNo * pageSize,
    summary: undefined,
  }
}

export const showDispute: Answer<typeof contract.showDispute> = async (actor, { disputeId }) => {
  const { accountId, subUid, from } = actor
  const row = await disputeOf(db, accountId, disputeId)
  if (!row || (subUid !== undefined && row.owner_sub_uid !== subUid)) throw refuse('not_found')
  const [shown] = await disputesShown(db, [row], from.lang)
  return { ...shown!, steps: await stepsShown(db, row, from.lang) }
}

export const stepsShown = async (on: Database, dispute: DisputeKey, lang: Lang): Promise<DisputeStep[]> =>
  (await stepsOf(on, dispute)).map(({ state, by_kind, said, created_at }) => ({
    state,
    stateText: disputeStates[state][lang],
    by: by_kind,
    text: said[lang] ?? '',
    time: created_at.getTime(),
  }))

/** Disputes with their purchases, cards and evidence; of several accounts at the desk. */
export async function disputesShown(on: Database, rows: readonly DisputeRow[], lang: Lang): Promise<Dispute[]> {
  if (rows.length === 0) return []
  const accountIds = [...new Set(rows.map(({ account_id }) => account_id))]
  const [purchases, files, ...names] = await Promise.all([
    purchasesShown(
      on,
      rows.map(({ account_id: accountId, trade_id: tradeId }) => ({ accountId, tradeId })),
    ),
    evidenceNames(on, rows),
    ...accountIds.map((accountId) =>
      cardNames(
        on,
        accountId,
        rows.filter(({ account_id }) => account_id === accountId).map(({ card_id }) => card_id),
      ),
    ),
  ])
  return rows.map((row) => {
    const purchase = purchases.get(row.trade_id)!
    const card = names[accountIds.indexOf(row.account_id)]!.get(row.card_id)
    return {
      disputeId: row.dispute_id,
      tradeId: row.trade_id,
      cardAuthId: purchase.auth_id,
      cardId: row.card_id,
      cardSeqNo: card?.cardSeqNo ?? '',
      lastFour: card?.lastFour ?? '',
      merchantName: purchase.merchant_name,
      desc: purchase.descriptor,
      purchaseAmount: -purchase.amount_cents,
      amount: row.amount_cents,
      returned: row.returned_cents,
      provisional: row.provisional_cents,
      won: row.won_cents,
      fee: row.fee_cents,
      unit: 'USD',
      reason: row.reason as DisputeReason,
      reasonText: disputeReasons[row.reason as DisputeReason][lang],
      note: row.note,
      state: row.state,
      stateText: disputeStates[row.state][lang],
      closedText: row.closed_why === null ? null : closingReasons[row.closed_why as ClosingReason][lang],
      postTime: purchase.posted_at.getTime(),
      createTime: row.created_at.getTime(),
      submitTime: row.submitted_at?.getTime() ?? null,
      deadline: mayMove('expire', row.state) ? row.file_by.getTime() : null,
      closeTime: row.closed_at?.getTime() ?? null,
      files: files
        .filter(({ dispute_id }) => dispute_id === row.dispute_id)
        .map(({ file_id: fileId, name }) => ({ fileId, name })),
      canEdit: mayMove('edit', row.state),
      canCancel: mayMove('cancel', row.state) && row.filing_at === null,
    }
  })
}
