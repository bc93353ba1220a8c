/** Reversed top-ups, and the resulting account status. For tests only. */
import type { Person } from './world.ts'
import { db, transaction } from '#server/core/db.ts'
import { reverseTopUp } from '#server/funding/funding.ts'
import { accountOf } from '#server/identity/identity.ts'
import { newId } from '#server/core/ids.ts'
import { credit, debit, hold, owedBy, platform, post, wallet, type Hold, type Owed } from '#server/ledger/ledger.ts'

type Account = Pick<Person, 'accountId'>

/** A top-up, and the function that reverses it. */
export async function topsUp({ accountId }: Account, cents: number): Promise<() => Promise<unknown>> {
  const bizNo = newId('tup')
  const { transferId } = await transaction((tx) =>
    post(tx, {
      kind: 'TOPUP_WIRE',
      accountId,
      biz: { type: 'topup', id: bizNo },
      lines: [debit(platform('1020', 'test-bank'), cents), credit(wallet(accountId), cents)],
    }),
  )
  return () =>
    transaction((tx) => reverseTopUp(tx, { accountId, transferId, biz: { type: 'topup', id: bizNo }, bizNo }))
}

/** The platform funds what customers owe, because their money does not cover it. */
export const coversDebt = (cents: number): Promise<unknown> =>
  transaction((tx) =>
    post(tx, {
      kind: 'PROGRAM_FUNDED',
      accountId: 'platform',
      biz: { type: 'test', id: newId('tst') },
      lines: [debit(platform('1020', 'test-bank'), cents), credit(platform('1010'), cents)],
    }),
  )

/** Holds wallet money for an opening. */
export const holdsInWallet = ({ accountId }: Account, amount: number): Promise<Hold> =>
  transaction((tx) => hold(tx, { on: wallet(accountId), amount, biz: { type: 'test', id: newId('tst') } }))

export const owedOf = ({ accountId }: Account): Promise<Owed> => owedBy(db, accountId)
export const isRestricted = async ({ accountId }: Account): Promise<boolean> =>
  (await accountOf(db, accountId)).restricted
