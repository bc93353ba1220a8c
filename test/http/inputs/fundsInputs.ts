/** Inputs for frozen funds and write-offs. Each uses a new account, so that none affects another. */
import { FORFEIT_AFTER_DAYS } from '#contract/accounts/funds.ts'
import { ago, DAY } from '#server/core/clock.ts'
import { coversDebt, holdsInWallet, topsUp } from '#test/fixtures/debts.ts'
import { freezesFunds } from '#test/funds.ts'
import { newAccount } from '#test/world.ts'
import { owner } from '#test/database.ts'
import { sql } from '#server/core/db.ts'
import { anAccount, withNo, type InputRecipe } from './fixtures.ts'

async function frozen(): Promise<{ accountId: string }> {
  const { accountId } = await newAccount({ balanceCents: 10_00 })
  await freezesFunds({ accountId })
  return { accountId }
}

async function longFrozen(): Promise<{ accountId: string }> {
  const { accountId } = await frozen()
  const then = ago((FORFEIT_AFTER_DAYS + 1) * DAY)
  await sql`UPDATE funds_freeze SET created_at = ${then} WHERE account_id = ${accountId}`.execute(owner)
  return { accountId }
}

async function owing(): Promise<{ accountId: string }> {
  const { accountId } = await newAccount()
  const reverse = await topsUp({ accountId }, 5_00)
  // What is held is not there any more when the bank takes the money back.
  await holdsInWallet({ accountId }, 5_00)
  await coversDebt(5_00)
  await reverse()
  return { accountId }
}

export const fundsInputs = {
  accountFunds: anAccount,
  freezeFunds: async () =>
    withNo({ accountId: (await newAccount({ balanceCents: 1_00 })).accountId, legalRef: 'court order 4711' }),
  releaseFunds: async () => withNo(await frozen()),
  forfeitFunds: async () => withNo({ ...(await longFrozen()), legalNote: 'clause 12 of the terms' }),
  writeOffDebt: async () => withNo({ ...(await owing()), amount: 2_00 }),
} as const satisfies Record<string, InputRecipe>
