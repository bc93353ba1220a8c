import type { moveLock as row, LockMove } from '#contract/controls/moveLock.ts'
import { checks } from '#contract/core/checks.ts'
import { Controls, isEmpty } from '#contract/controls/documents.ts'
import type { Words } from '#contract/core/fields.ts'
import { refuse } from '#contract/core/refusals.ts'
import { record } from '../audit/audit.ts'
import { knownBrandName } from '../brands/brands.ts'
import type { Answer } from '../core/answer.ts'
import { nowMs } from '../core/clock.ts'
import { accountOf } from '../identity/identity.ts'
import { documentsOf, keepDocument } from './documents.ts'
import { startedFor } from './engine/counters.ts'
import { lockedTo } from './engine/locks.ts'
import { countedBy } from './engine/uses.ts'
import { insertChanges } from './queries.ts'
import { dropReturns, keepReturns, pendingReturns } from './returns.ts'
import { areBrands, cardsToSet } from './saveControls.ts'
import { lockShown } from './cardLocks.ts'

/**
 * Changes the lock of a card, and nothing else that its document says. A card that is armed again while its document stays the same has a change in the history with that document before and
 * after: no other change has.
 */
export const moveLock: Answer<typeof row> = async (actor, { cardId, move, brandId }, tx) => {
  const { accountId, subUid, from } = actor
  if (brandId !== undefined && !(await areBrands([brandId])))
    throw refuse('invalid', { field: 'brandId', msg: checks.brand_unknown[from.lang] })
  const { found, write } = await cardsToSet(tx, actor, [cardId])
  const holder = found.get(cardId)
  if (!holder) throw refuse('not_found', { field: 'cardId' })
  if (holder.refusal) throw refuse(holder.refusal)
  const returning = (await pendingReturns(tx, accountId, 'CARD', found))(cardId)
  const backNo = returning?.back_no ?? null
  const documentOf = await documentsOf(tx, accountId, [holder.controlNo, backNo])
  const before = documentOf(holder.controlNo)
  if (subUid && (before.pinned || documentOf(backNo).pinned)) throw refuse('controls_pinned')

  const { lock, ...others } = before
  const now = nowMs()
  // In the order in which documents are stored: one that says the same is the same.
  const after = Controls.parse(move === 'RELEASE' ? others : { ...others, lock: lockAfter(lock, brandId) })
  const at = { zone: (await accountOf(tx, accountId)).time_zone, now }
  // Armed again, or another lock: what it was locked to is forgotten.
  const counters = startedFor(countedBy(before), countedBy(after), holder.counters, at)
  const isSame = lock?.by === after.lock?.by && lock?.to === after.lock?.to
  // A lock that is armed, or none where there is none, stays as it is.
  if (!isSame || (lock && lock.to === undefined && lockedTo(lock, holder.counters, now))) {
    const controlNo = isSame ? holder.controlNo : isEmpty(after) ? null : await keepDocument(tx, accountId, after)
    await write([{ scopeId: cardId, counters }], controlNo)
    // What was set for a time stays so: the lock alone has moved.
    if (returning) {
      await dropReturns(tx, accountId, 'CARD', [cardId])
      await keepReturns(tx, accountId, 'CARD', [{ ...returning, set_no: controlNo }])
    }
    const change = { scopeId: cardId, before: holder.controlNo, after: controlNo }
    await insertChanges(tx, actor, '', 'CARD', [change], { until: returning?.until ?? null })
    await record(tx, actor, {
      type: 'CARD_CONTROL',
      target: holder.name,
      content: said(move, brandId),
      before: { controls: before },
      after: { controls: after },
    })
  }
  return { lock: await lockShown(after, counters, now) }
}

const lockAfter = (lock: Lock, brandId: string | undefined): Lock =>
  brandId === undefined ? { by: lock?.by ?? 'BRAND' } : { by: 'BRAND', to: brandId }
type Lock = Controls['lock']

function said(move: LockMove, brandId: string | undefined): Words {
  if (move === 'RELEASE') return { cn: '解除卡片锁定', en: 'Unlocked the card' }
  if (move === 'REARM')
    return { cn: '重新锁定：下一笔消费锁定卡片', en: 'Re-armed the lock: the next purchase locks the card' }
  const name = knownBrandName(brandId!) ?? brandId!
  return { cn: `将卡片锁定到${name}`, en: `Locked the card to ${name}` }
}
