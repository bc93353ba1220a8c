/** A parent's calls on its sub-accounts, made as the server makes them. */
import type { Checked, Output, Input } from '#contract/core/call.ts'
import * as contract from '#contract/subaccounts/subaccounts.ts'
import type { Actor } from '#server/core/actor.ts'
import { db, sql, type Tx } from '#server/core/db.ts'
import { once } from '#server/core/once.ts'
import { answers } from '#server/subaccounts/module.ts'
import { newMobile, PASSWORD, textsTo, type Person } from './world.ts'

type Name = keyof typeof answers
type Row<N extends Name> = (typeof contract)[N]

/** Validates the input, runs it once if the row requires it, and checks the answer against the contract. */
export async function asksSubs<N extends Name>(who: Actor, name: N, input: Input<Row<N>>): Promise<Output<Row<N>>> {
  const row = contract[name]
  const checked = row.input.parse(input) as Checked<Row<N>>
  const answer = answers[name] as unknown as (actor: Actor, input: unknown, tx?: Tx) => Promise<unknown>
  const given = row.once
    ? await once(who, row.path, checked as { requestNo?: string }, (tx) => answer(who, checked, tx))
    : await answer(who, checked)
  row.output.parse(given)
  return given as Output<Row<N>>
}

/** The code that a parent's phone gets before it adds a sub-account. */
export async function subCode(parent: Person): Promise<string> {
  await sql`DELETE FROM tally`.execute(db) // a test requests more codes than a person
  await asksSubs(parent, 'sendSubCode', {})
  return (await textsTo(parent.mobile))[0]!.code!
}

export const subInput = (
  code: string,
  change: Partial<Input<typeof contract.addSub>> = {},
): Input<typeof contract.addSub> => ({
  nickname: `sub ${newMobile().slice(-6)}`,
  mobile: newMobile(),
  password: PASSWORD,
  confirmPassword: PASSWORD,
  roleId: 'rol_senior',
  months: 1,
  code,
  requestNo: `test-${newMobile()}`,
  ...change,
})

export const addsSub = async (parent: Person, change: Partial<Input<typeof contract.addSub>> = {}) =>
  asksSubs(parent, 'addSub', subInput(await subCode(parent), change))
