/** Saved views belong to a login, not to the account: everyone has their own way of viewing lists. */
import type * as contract from '#contract/views/views.ts'
import { VIEWS_MAX } from '#contract/views/views.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Answer } from '../core/answer.ts'
import { newId } from '../core/ids.ts'
import { countOthers, deleteView, upsertView, viewsOf } from './queries.ts'

export const listViews: Answer<typeof contract.listViews> = (actor, { list }) => viewsOf(actor, list)

export const saveView: Answer<typeof contract.saveView> = async (actor, { list, name, query }, tx) => {
  if ((await countOthers(tx, actor, list, name)) >= VIEWS_MAX) throw refuse('conflict', { most: VIEWS_MAX })
  return upsertView(tx, actor, { viewId: newId('vew'), list, name, query })
}

export const removeView: Answer<typeof contract.removeView> = async (actor, { viewId }) => {
  if ((await deleteView(actor, viewId)) === 0) throw refuse('not_found', { field: 'viewId' })
  return { ok: true }
}
