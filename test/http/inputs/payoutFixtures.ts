/** Commission, payout cards, and payouts in every state, for the inputs of the tests over HTTP. */
import { ago, DAY } from '#server/core/clock.ts'
import { db, sql, transaction } from '#server/core/db.ts'
import { stepUpTicket } from '#server/identity/identity.ts'
import { answers as plans } from '#server/plans/module.ts'
import {
  addsCard,
  agesCard,
  codeFor,
  earns,
  NAME,
  newEarner,
  rateIs720,
  takesToCard,
  verifies,
} from '#test/fixtures/referrals.ts'
import { newAccount, type Person } from '#test/world.ts'
import { owner } from '#test/database.ts'
import { someRequestNo, type Member } from './actors.ts'
import type { InputRecipe } from './fixtures.ts'

/** A verified name, no payout card yet, and no payout today. */
async function fresh({ person }: Pick<Member, 'person'>): Promise<void> {
  const { accountId, loginId } = person
  await sql`DELETE FROM identity_order WHERE account_id = ${accountId}`.execute(owner)
  await verifies(person)
  await sql`UPDATE payout_card SET removed_at = created_at WHERE account_id = ${accountId}`.execute(db)
  await sql`UPDATE rebate_withdrawal SET created_at = ${ago(2 * DAY)} WHERE account_id = ${accountId}`.execute(owner)
  await sql`UPDATE login SET cooldown_until = NULL WHERE login_id = ${loginId}`.execute(db)
}
const ticketOf = async (person: Person): Promise<string> => (await stepUpTicket(person, 'bankCard')).ticket

/** Inserts a bank card directly, because a person with an authenticator cannot add one with a code alone. */
async function aCardOf(person: Person): Promise<string> {
  await sql`UPDATE login SET google_bound_at = NULL WHERE login_id = ${person.loginId}`.execute(db)
  const bankCardId = await addsCard(person)
  await agesCard(bankCardId)
  return bankCardId
}

/** Accounts that are closing have earned commission too, before they began to close. */
async function earned({ person }: Pick<Member, 'person'>, cents: number): Promise<void> {
  const { accountId } = person
  const { rows } = await sql<{ status: string }>`SELECT status FROM account WHERE account_id = ${accountId}`.execute(db)
  await sql`UPDATE account SET status = 'ACTIVE' WHERE account_id = ${accountId} AND status = 'CLOSING'`.execute(db)
  await earns(person, cents)
  await sql`UPDATE account SET status = ${rows[0]!.status} WHERE account_id = ${accountId}`.execute(db)
}

export const toWalletInput: InputRecipe = async ({ member }) => {
  await fresh(member)
  await earned(member, 10_00)
  return { amount: 10_00, requestNo: someRequestNo() }
}
export const toBankCardInput: InputRecipe = async ({ member }) => {
  const { person } = member
  await fresh(member)
  await earned(member, 50_00)
  await rateIs720()
  const bankCardId = await aCardOf(person)
  return { amount: 50_00, bankCardId, code: await codeFor(person, 'WITHDRAW'), requestNo: someRequestNo() }
}
export const addCardInput: InputRecipe = async ({ member }) => {
  const { person } = member
  await fresh(member)
  const code = await codeFor(person, 'ADD_CARD')
  return {
    bankCode: 'ICBC',
    cardNo: '6222 0212 3456 7894',
    holder: NAME,
    code,
    ticket: await ticketOf(person),
    requestNo: someRequestNo(),
  }
}
export const removeCardInput: InputRecipe = async ({ member }) => {
  const { person } = member
  await fresh(member)
  return { bankCardId: await aCardOf(person), code: await codeFor(person, 'REMOVE_CARD'), requestNo: someRequestNo() }
}

async function aPayout(status: 'REVIEWING' | 'APPROVED' | 'PAYING'): Promise<string> {
  const person = await newEarner(50_00)
  await fresh({ person })
  await rateIs720()
  const bankCardId = await aCardOf(person)
  const { withdrawalNo } = await takesToCard(person, {
    amount: 50_00,
    bankCardId,
    code: await codeFor(person, 'WITHDRAW'),
  })
  await sql`UPDATE rebate_withdrawal SET status = ${status}, bank = 'CMB' WHERE withdrawal_no = ${withdrawalNo}`.execute(
    db,
  )
  return withdrawalNo
}
const payoutInput =
  (status: Parameters<typeof aPayout>[0], more: Record<string, string> = {}): InputRecipe =>
  async () => ({ withdrawalNo: await aPayout(status), requestNo: someRequestNo(), ...more })

export const payoutInputs = {
  show: async () => ({ withdrawalNo: await aPayout('REVIEWING') }),
  approve: payoutInput('REVIEWING', { reason: 'looked at it' }),
  send: payoutInput('APPROVED', { bank: 'CMB Shenzhen' }),
  confirm: async () => ({
    withdrawalNo: await aPayout('PAYING'),
    bankRef: someRequestNo(),
    requestNo: someRequestNo(),
  }),
  return: payoutInput('REVIEWING', { reason: 'wrong bank' }),
  reveal: async () => ({ withdrawalNo: await aPayout('APPROVED'), reason: 'to pay it' }),
  clawBack: async () => {
    const earner = await newEarner(10_00)
    const { rows } = await sql<{ id: string }>`
      SELECT invitee_account_id AS id FROM commission WHERE account_id = ${earner.accountId}`.execute(db)
    return { inviteeAccountId: rows[0]!.id, reason: 'one person', requestNo: someRequestNo() }
  },
  refundPlan: async () => {
    const person = await newAccount({ balanceCents: 29_00 })
    const input = { groupId: 'pln_standard', months: 1, quoteId: undefined, couponId: undefined, requestNo: undefined }
    await transaction((tx) => plans.buyPlan(person, input, tx))
    return { accountId: person.accountId, reason: 'closed their shop', requestNo: someRequestNo() }
  },
} satisfies Record<string, InputRecipe>
