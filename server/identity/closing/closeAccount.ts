import { checks } from '#contract/core/checks.ts'
import { closingPayoutStates, PAYOUT_DAYS, closingBlockers, type ClosingBlocker } from '#contract/identity/closing.ts'
import type * as contract from '#contract/identity/closing.ts'
import type { Lang } from '#contract/core/fields.ts'
import type { FlowMeta } from '#contract/funding/funding.ts'
import { show, type Cents } from '#contract/core/money.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Answer } from '#server/core/answer.ts'
import { record, type By } from '#server/audit/audit.ts'
import { ahead, DAY } from '#server/core/clock.ts'
import { port } from '#server/core/composition.ts'
import { db, type Tx, type Database } from '#server/core/db.ts'
import { newId } from '#server/core/ids.ts'
import {
  balanceOf,
  balancesOf,
  credit,
  debit,
  lockAccounts,
  post,
  tenant,
  wallet,
  holdsOn,
  owedBy,
} from '#server/ledger/ledger.ts'
import { notify } from '#server/core/news.ts'
import { askCode, judgeCode, useCode } from '../codes/codes.ts'
import { needGoogle } from '../google/checkGoogle.ts'
import { masked, unsealMobile } from '../logins/mobiles.ts'
import { loginById } from '../logins/queries.ts'
import { accountById } from '../queries.ts'
import { endSessionsOf, revokeRemembersOf } from '../sessions/queries.ts'
import { caseOf, insertCase, updateStatus, type CaseRow, payoutsOf, runningSubs } from './queries.ts'

declare module '#server/core/composition.ts' {
  interface Ports {
    /** Payout cards belong to a higher module. */
    'identity.ownsPayoutCard'(tx: Tx, accountId: string, bankCardId: string): Promise<boolean>
  }
}

/** Until then the account is read-only; then its names and numbers are forgotten. */
const COOL_OFF_MS = 30 * DAY

export const closingState: Answer<typeof contract.closingState> = async ({ accountId, from: { lang } }) => {
  const [purse, payable] = await balancesOf(db, [wallet(accountId), tenant('2410', accountId)])
  const found = await caseOf(db, accountId)
  return {
    blockers: await blockersOf(db, accountId, lang),
    amount: purse!.posted + payable!.posted + (await port('identity.commissionAtClosing')(db, accountId)),
    userNo: (await accountById(db, accountId)).user_no,
    caseId: found?.case_id ?? null,
    payout: found ? await payoutShown(found, payable!.posted, lang) : null,
  }
}

/** Shows the holder what is waiting, when it is usually paid, and what has been paid. */
async function payoutShown(found: CaseRow, waiting: Cents, lang: Lang) {
  const payouts = await payoutsOf(db, found.account_id)
  return {
    waiting,
    waitingSince: found.waiting_since?.getTime() ?? null,
    expectTime: found.waiting_since && found.waiting_since.getTime() + PAYOUT_DAYS * DAY,
    expectDays: PAYOUT_DAYS,
    payouts: payouts.map((payout) => ({
      payoutNo: payout.payout_no,
      amount: payout.amount_cents,
      payee: payout.payee_text,
      state: payout.state,
      stateText: closingPayoutStates[payout.state][lang],
      reference: payout.reference,
      time: (payout.settled_at ?? payout.created_at).getTime(),
    })),
  }
}

/** A code would be useless while something blocks the closing, so none is sent. */
export const closingCode: Answer<typeof contract.closingCode> = async (actor) => {
  const blockers = await blockersOf(db, actor.accountId, actor.from.lang)
  if (!blockers.length) return { ...(await askCode(actor, 'close')), blockers }
  const login = await loginById(db, actor)
  const target = masked(unsealMobile(login.login_id, login.mobile_enc))
  return { codeId: '', expireTime: 0, nextTime: 0, target, blockers }
}

/** Makes the wallet's balance payable and the account read-only. Staff pay it out. */
export const closeAccount: Answer<typeof contract.closeAccount> = async (actor, input, tx) => {
  const { accountId } = actor
  // The wallet is locked first: opening a card locks it too, so nothing starts while we check for open items.
  await lockAccounts(tx, [wallet(accountId), tenant('2410', accountId)])
  const account = await accountById(tx, accountId)
  if (input.confirmText !== account.user_no)
    throw refuse('invalid', { field: 'confirmText', msg: checks.confirm_text[actor.from.lang] })
  const blockers = await blockersOf(tx, accountId, actor.from.lang)
  if (blockers.length) throw refuse('closing_blocked', { blockers })
  const login = await loginById(tx, actor)
  const codeId = await judgeCode('close', unsealMobile(login.login_id, login.mobile_enc), input.code)
  await needGoogle(tx, actor, 'close', input.ticket)
  await useCode(tx, codeId)

  // A form that leaves it empty sends an empty string.
  const bankCardId = input.payoutBankCardId || undefined
  if (bankCardId !== undefined && !(await port('identity.ownsPayoutCard')(tx, accountId, bankCardId)))
    throw refuse('not_found', { field: 'payoutBankCardId' })

  await port('identity.closeCommission')(tx, actor)
  const [caseId, { posted: amount }] = [newId('cls'), await balanceOf(tx, wallet(accountId))]
  const meta: FlowMeta = { bizNo: caseId }
  if (amount > 0)
    await post(tx, {
      kind: 'CLOSE_ACCOUNT',
      accountId,
      biz: { type: 'closing_case', id: caseId },
      actor: actor.loginId,
      lines: [debit(wallet(accountId), amount), credit(tenant('2410', accountId), amount)],
      meta,
    })
  await insertCase(tx, {
    caseId,
    accountId,
    reason: input.reason,
    amountCents: amount,
    bankCardId,
    forgetAt: ahead(COOL_OFF_MS),
  })
  await updateStatus(tx, accountId, 'CLOSING')
  await endSessionsOf(tx, actor, 'closed', actor.sessionId)
  await revokeRemembersOf(tx, actor)
  await record(tx, actor, {
    type: 'CLOSE',
    target: caseId,
    content: {
      cn: `申请注销账户，待退 ${show(amount)}`,
      en: `Account closing requested, ${show(amount)} to be paid out`,
    },
    amount,
  })
  await notify(tx, actor, 'account_closing', { caseId, amount: show(amount) })
  return { caseId, status: 'CLOSING' }
}

type Count = (on: Tx | Database, accountId: string) => Promise<number>

declare module '#server/core/composition.ts' {
  interface Ports {
    /** Things in higher modules that keep an account from closing. */
    'identity.liveCards': Count
    'identity.openTopUps': Count
    'identity.openForecasts': Count
    'identity.openDisputes': Count
    'identity.commissionInFlight': Count
    /** Commission below the minimum of a withdrawal: closing pays it out with the balance. */
    'identity.commissionAtClosing'(on: Tx | Database, accountId: string): Promise<Cents>
    /** Moves it to the wallet, which is locked. */
    'identity.closeCommission'(tx: Tx, by: By): Promise<void>
  }
}

const counts: Record<ClosingBlocker, Count> = {
  CARDS: (on, accountId) => port('identity.liveCards')(on, accountId),
  TOPUPS: (on, accountId) => port('identity.openTopUps')(on, accountId),
  FORECASTS: (on, accountId) => port('identity.openForecasts')(on, accountId),
  SUBS: runningSubs,
  DISPUTES: (on, accountId) => port('identity.openDisputes')(on, accountId),
  HOLDS: async (on, accountId) => (await holdsOn(on, wallet(accountId))).length,
  DEBT: async (on, accountId) => {
    const { receivable, onCards } = await owedBy(on, accountId)
    return [receivable, onCards].filter((owed) => owed > 0).length
  },
  REBATE: (on, accountId) => port('identity.commissionInFlight')(on, accountId),
  // Prepaid and not yet used up.
  PLAN: async (on, accountId) => ((await balanceOf(on, tenant('2210', accountId))).posted !== 0 ? 1 : 0),
}

export type Blocker = { type: ClosingBlocker; typeText: string; count: number }

/** Returns all blockers, in the order of the contract's table. */
export async function blockersOf(on: Tx | Database, accountId: string, lang: Lang): Promise<Blocker[]> {
  const found: Blocker[] = []
  // One after the other: a transaction has one connection.
  for (const type of Object.keys(closingBlockers) as ClosingBlocker[]) {
    const count = await counts[type](on, accountId)
    if (count > 0) found.push({ type, typeText: closingBlockers[type][lang], count })
  }
  return found
}
