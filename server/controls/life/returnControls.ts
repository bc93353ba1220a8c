import { recordMany, system } from '#server/audit/audit.ts'
import { nowMs } from '#server/core/clock.ts'
import { transaction } from '#server/core/db.ts'
import { eachAlone } from '#server/core/worker/eachAlone.ts'
import { accountOf } from '#server/identity/identity.ts'
import { documentsOf } from '../documents.ts'
import { insertChanges } from '../queries.ts'
import { countersFor, followUses, holdersOf, scopeWords } from '../saveControls.ts'
import { dropReturns, dueReturns, returnsOf, type DueReturn } from '../returns.ts'

const AT_ONCE = 500

/** Controls that were set for a time and whose time is over: what was in force before is in force again. */
export async function returnControls(): Promise<void> {
  for (let after: DueReturn | undefined; ;) {
    const due = await dueReturns(AT_ONCE, after)
    await eachAlone(due, returnOne)
    if (due.length < AT_ONCE) return
    after = due.at(-1)
  }
}

/** In one transaction with the end of its row, which is read again under the lock that every save takes: it happens once, and never after a newer save. */
const returnOne = ({ account_id: accountId, scope, scope_id: scopeId }: DueReturn): Promise<void> =>
  transaction(async (tx) => {
    const { found, write } = await holdersOf(tx, { accountId, subUid: undefined }, scope, [scopeId])
    const due = (await returnsOf(tx, accountId, scope, [scopeId])).get(scopeId)
    if (!due || due.until.getTime() > nowMs()) return
    await dropReturns(tx, accountId, scope, [scopeId])
    const holder = found.get(scopeId)
    if (!holder || holder.refusal || holder.controlNo !== due.set_no) return
    const { set_no: setNo, back_no: backNo } = due
    const documentOf = await documentsOf(tx, accountId, [setNo, backNo])
    const [before, after] = [documentOf(setNo), documentOf(backNo)]
    const at = { zone: (await accountOf(tx, accountId)).time_zone, now: nowMs() }
    await write([{ scopeId, counters: countersFor(before, after, holder.counters, at) }], backNo)
    await followUses(tx, accountId, after, [[scopeId, before]])
    const by = { accountId, loginId: due.login_id, subUid: due.sub_uid ?? undefined }
    await insertChanges(tx, by, '', scope, [{ scopeId, before: setNo, after: backNo }], { returned: true })
    const { cn, en } = scopeWords[scope]
    await recordMany(tx, system(accountId), [
      {
        type: 'CARD_CONTROL',
        target: holder.name,
        content: { cn: `到期恢复${cn}管控`, en: `The ${en}’s controls are back to what they were before` },
        before: { controls: before },
        after: { controls: after },
      },
    ])
  })
