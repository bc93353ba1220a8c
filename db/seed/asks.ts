/** Calls as the HTTP layer makes them: validated, and idempotent where the row says so. */
import type { Call, Checked, Output, Input } from '#contract/core/call.ts'
import type { Actor, Caller, Staff, Stranger } from '#server/core/actor.ts'
import type { AnyAnswer } from '#server/core/composition.ts'
import { composition } from '#server/modules.ts'
import { once } from '#server/core/once.ts'

const { calls: modules } = composition

const answers = new Map<Call, AnyAnswer>(
  modules.flatMap(({ contract, answers }) => contract.map(([name, row]) => [row, answers[name]!] as const)),
)

export async function asks<C extends Call>(who: Actor | Staff | Stranger, row: C, input: Input<C>): Promise<Output<C>> {
  const answer = answers.get(row)!
  const checked = row.input.parse(input) as Checked<C>
  const done =
    row.once && who.kind !== 'stranger'
      ? once(requesterOf(who), row.path, checked as { requestNo?: string }, (tx) => answer(who, checked, tx))
      : answer(who, checked)
  return (await done) as Output<C>
}

/** Requests of staff belong to no account. */
const requesterOf = (who: Actor | Staff): { accountId: string; loginId: string } =>
  who.kind === 'staff' ? { accountId: who.staffId, loginId: who.staffId } : who

export const stranger = (from: Caller): Stranger => ({ kind: 'stranger', from })
