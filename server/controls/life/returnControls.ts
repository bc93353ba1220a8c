import { recordMany, system } from '#server/audit/audit.ts'
import { setLives } from '#server/cards/cards.ts'
import { nowMs } from '#server/core/clock.ts'
import { transaction } from '#server/core/db.ts'
import { eachAlone } from '#server/core/worker/eachAlone.ts'
import { accountOf } from '#server/identity/identity.ts'
import { deadlinesOf } from '../deadlines.ts'
import { documentsOf } from '../documents.ts'
import { insertChanges } from '../queries.ts'
import { countersFor, followUses, holdersOf, scopeWords } from '../saveControls.ts'
import { dropReturns, dueReturns, returnsOf, type DueReturn } from '../returns.ts'
import { eachDue } from './eachDue.ts'

/** Controls that were set for a time and whose time is over: what was in force before is in force again. */
export const returnControls = (): Promise<void> => eachDue(dueReturns, (due) => eachAlone(due, returnOne))

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
    if (scope === 'CARD')
      await setLives(tx, accountId, [scopeId], deadlinesOf(after, { now: at.now, since: due.since.getTime() }))
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
