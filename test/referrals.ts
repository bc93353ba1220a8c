/** Inviting, earning and withdrawing in tests: inviters, fees that were really paid, a verified name, a payout card. */
import type { FeeKind } from '#contract/referrals/referrals.ts'
import type { Actor } from '#server/core/actor.ts'
import { DAY, nowMs, setClock } from '#server/core/clock.ts'
import { db, sql, transaction } from '#server/core/db.ts'
import { setRate } from '#server/funding/funding.ts'
import { feesPaid, passOnPaper } from '#server/identity/identity.ts'
import { newId } from '#server/core/ids.ts'
import { balancesOf, credit, debit, platform, post, tenant, wallet } from '#server/ledger/ledger.ts'
import { answers, module as referralsModule } from '#server/referrals/module.ts'
import { matureDue } from '#server/referrals/commission/mature.ts'
import { owner } from './database.ts'
import { runJobs } from './runJobs.ts'
import { newAccount, textsTo, type Person } from './world.ts'

const { jobs: tasks } = referralsModule

export const NAME = '林浩然'
export const CARD_NO = '6222021234567894'

export async function newInvited(inviter: Pick<Person, 'accountId'>, balanceCents = 0): Promise<Person> {
  const invited = await newAccount({ balanceCents })
  await sql`UPDATE account SET referrer_account_id = ${inviter.accountId} WHERE account_id = ${invited.accountId}`.execute(
    db,
  )
  return invited
}

export const workReferrals = (): Promise<void> => runJobs(tasks)

/** The account pays a fee: the money is credited, and so is its inviter's commission. */
export async function paysFee(
  { accountId }: Pick<Person, 'accountId'>,
  base: number,
  type: FeeKind = 'LOAD',
  id = newId('ord'),
): Promise<string> {
  await transaction(async (tx) => {
    await post(tx, {
      kind: 'CARD_LOAD',
      accountId: 'platform',
      biz: { type: 'test', id: newId('tst') },
      lines: [debit(platform('1020', 'test-bank'), base), credit(platform('4020'), base)],
    })
    await feesPaid(tx, accountId, [{ type, id, base }])
  })
  await workReferrals()
  return id
}

/** Moves the clock eight days ahead and runs the sweep. The clock stays there. */
export async function aWeekPasses(): Promise<void> {
  const at = nowMs() + 8 * DAY
  setClock(() => at)
  await matureDue()
}

/** An invited account pays enough for this to become available. */
export async function earns(inviter: Pick<Person, 'accountId'>, cents: number): Promise<void> {
  await paysFee(await newInvited(inviter), cents * 10)
  await sql`UPDATE commission SET mature_at = created_at WHERE account_id = ${inviter.accountId}`.execute(owner)
  await matureDue()
}

/** An inviter with this much to withdraw. */
export async function newEarner(availableCents: number): Promise<Person> {
  const earner = await newAccount()
  await earns(earner, availableCents)
  return earner
}

export const verifies = ({ accountId }: Pick<Person, 'accountId'>, realName = NAME): Promise<void> =>
  transaction((tx) => passOnPaper(tx, accountId, { realName, idNo: newId('doc').slice(-12) }))

export async function codeFor(person: Person, scene: 'WITHDRAW' | 'ADD_CARD' | 'REMOVE_CARD'): Promise<string> {
  await sql`DELETE FROM tally`.execute(db)
  await answers.payoutCode(person, { scene })
  return (await textsTo(person.mobile))[0]!.code!
}

export const cardInput = (code: string, cardNo = CARD_NO, holder = NAME) => ({
  bankCode: 'ICBC' as const,
  bankName: undefined,
  cardNo,
  holder,
  branch: undefined,
  mobile: undefined,
  code,
  ticket: undefined,
  requestNo: undefined,
})
export const addsCard = async (person: Person, cardNo = CARD_NO, holder = NAME): Promise<string> => {
  const input = cardInput(await codeFor(person, 'ADD_CARD'), cardNo, holder)
  return (await transaction((tx) => answers.addPayoutCard(person, input, tx))).bankCardId
}
/** As if it had been added the day before. */
export const agesCard = (bankCardId: string) =>
  sql`UPDATE payout_card SET usable_at = created_at WHERE bank_card_id = ${bankCardId}`.execute(db)

export const takesToWallet = (actor: Actor, amount: number) =>
  transaction((tx) => answers.toWallet(actor, { amount, requestNo: undefined }, tx))
export const takesToCard = (
  actor: Actor,
  input: { amount: number; bankCardId: string; code: string; quoteId?: string; ticket?: string },
) =>
  transaction((tx) =>
    answers.toBankCard(actor, { quoteId: undefined, ticket: undefined, requestNo: undefined, ...input }, tx),
  )

/** A mid-market rate of 7.20, set by hand so that no feed is queried. */
export const rateIs720 = () => transaction((tx) => setRate(tx, { midMicros: 7_200_000 }, 'test'))

/** `[pending, available, being paid, wallet]` in the books. */
export const commissionOf = async ({ accountId }: Pick<Person, 'accountId'>): Promise<number[]> =>
  (
    await balancesOf(db, [
      tenant('2310', accountId),
      tenant('2320', accountId),
      tenant('2330', accountId),
      wallet(accountId),
    ])
  ).map(({ posted }) => posted)

/** An account's postings of a kind: `D 5030 42 USD`, in the order of the lines. */
export async function entriesOfKind({ accountId }: Pick<Person, 'accountId'>, kind: string): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    SELECT side || ' ' || code || ' ' || amount || ' ' || entry.currency AS line
      FROM ledger_entry AS entry
      JOIN ledger_account USING (la_id)
      JOIN ledger_transfer AS transfer USING (transfer_id)
     WHERE transfer.account_id = ${accountId} AND kind = ${kind}
     ORDER BY transfer.posted_at, transfer_id, n`.execute(db)
  return rows.map(({ line }) => line)
}
