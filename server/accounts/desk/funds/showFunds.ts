import { fundsDecisionText } from '#contract/accounts/funds.ts'
import type * as contract from '#contract/accounts/funds.ts'
import { flag } from '#contract/core/fields.ts'
import type { Cents } from '#contract/core/money.ts'
import type { Answer } from '#server/core/answer.ts'
import { cardNames } from '#server/cards/cards.ts'
import { db } from '#server/core/db.ts'
import { balanceOf, freeMoneyOf, heldMoneyOf, owedBy, tenant } from '#server/ledger/ledger.ts'
import { approvalWaitingFor, staffNames } from '#server/staff/staff.ts'
import { frozenParts, type FrozenPart } from '#server/accounts/freezing/freezeFree.ts'
import { decisionsOf, openFreeze, releasedFreezes, writeOffsOf } from '#server/accounts/freezing/queries.ts'
import { viewsAccount } from '../viewing/showAccount.ts'
import { forfeitTerms } from './forfeitFunds.ts'
import { writableOff } from './writeOffDebt.ts'

const MOST_CARDS = 50

/** What is frozen on an account or would be, what was decided about it, and the debts that were written off. */
export const accountFunds: Answer<typeof contract.accountFunds> = async (staff, { accountId }) => {
  const { lang } = staff.from
  await viewsAccount(staff, accountId, 'FUNDS')
  const [free, held, freeze, decisions, released, writeOffs, owed, mayWriteOff, frozen] = await Promise.all([
    freeMoneyOf(db, accountId),
    heldMoneyOf(db, accountId),
    openFreeze(db, accountId),
    decisionsOf(db, accountId),
    releasedFreezes(db, accountId),
    writeOffsOf(db, accountId),
    owedBy(db, accountId),
    writableOff(db, accountId),
    balanceOf(db, tenant('2420', accountId)),
  ])
  const [asked, parts, terms] = await Promise.all([
    Promise.all(
      (['funds.freeze', 'funds.release', 'funds.forfeit', 'debt.writeOff'] as const).map((kind) =>
        approvalWaitingFor(kind, accountId),
      ),
    ),
    freeze ? frozenParts(db, freeze) : [],
    freeze ? forfeitTerms(db, freeze) : undefined,
  ])
  const rows = [...(freeze ? [freeze] : []), ...decisions, ...released, ...writeOffs]
  const names = await staffNames(
    db,
    rows.flatMap(({ maker_id, checker_id }) => [maker_id, checker_id]),
  )
  const people = (row: { maker_id: string; checker_id: string; created_at: Date; approval_id: string }) => ({
    maker: names.get(row.maker_id) ?? '–',
    checker: names.get(row.checker_id) ?? '–',
    time: row.created_at.getTime(),
    approvalId: row.approval_id,
  })
  return {
    free: await partsOf(
      accountId,
      free.map(({ free: amount, ...of }) => ({ ...of, amount })),
    ),
    held,
    freeze:
      freeze && terms
        ? {
            freezeId: freeze.freeze_id,
            reason: freeze.reason,
            legalRef: freeze.legal_ref,
            deactivated: flag(freeze.deactivated_from !== null),
            amount: frozen.posted,
            parts: await partsOf(accountId, parts),
            ...people(freeze),
            settleTime: terms.settledAt?.getTime() ?? null,
            forfeitTime: terms.fromMs,
            mayForfeit: flag(terms.isDue && frozen.posted > 0),
          }
        : null,
    decisions: decisions.map((row) => ({
      kind: row.kind,
      kindText: fundsDecisionText(row.kind)[lang],
      amount: row.amount_cents,
      debt: row.debt_cents,
      reason: row.reason,
      legalNote: row.legal_note,
      ...people(row),
    })),
    freezes: released.map((row) => ({
      freezeId: row.freeze_id,
      reason: row.reason,
      legalRef: row.legal_ref,
      ...people(row),
    })),
    owed: owed.total,
    mayWriteOff,
    writeOffs: writeOffs.map((row) => ({
      writeOffNo: row.write_off_no,
      amount: row.amount_cents,
      reason: row.reason,
      ...people(row),
    })),
    approvals: { freeze: asked[0]!, release: asked[1]!, forfeit: asked[2]!, writeOff: asked[3]! },
  }
}

async function partsOf(accountId: string, sources: readonly FrozenPart[]) {
  const sumOf = (code?: FrozenPart['code']): Cents =>
    sources.reduce((sum, one) => (code === undefined || one.code === code ? sum + one.amount : sum), 0)
  const cards = sources.filter(({ code }) => code === '2020')
  const shown = cards.slice(0, MOST_CARDS)
  const names = await cardNames(
    db,
    accountId,
    shown.map(({ owner }) => owner),
  )
  return {
    total: sumOf(),
    wallet: sumOf('2010'),
    payable: sumOf('2410'),
    cards: sumOf('2020'),
    byCard: shown.map(({ owner: cardId, amount }) => ({
      cardId,
      cardSeqNo: names.get(cardId)?.cardSeqNo ?? '',
      lastFour: names.get(cardId)?.lastFour ?? '',
      amount,
    })),
    cardCount: cards.length,
  }
}
