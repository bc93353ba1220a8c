/**
 * Merchants, categories and countries that are blocked or allowed regardless of the live rules. A stricter change applies immediately, a looser one takes two
 * people.
 */
import * as z from 'zod'
import type * as contract from '#contract/trades/desk/lists.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Staff } from '#server/core/actor.ts'
import type { Answer } from '#server/core/answer.ts'
import { db, type Tx } from '#server/core/db.ts'
import { newId } from '#server/core/ids.ts'
import { approvable, recordStaff } from '#server/staff/staff.ts'
import { changeDesk, endListed, insertListed, listedById, listedPage, listedValue } from '../rules/queries.ts'
import {
  listKinds,
  type ListKind,
  listEffects,
  type ListEffect,
  ListKindName,
  ListEffectName,
} from '#contract/trades/desk/lists.ts'

type Entry = { kind: ListKind; value: string; effect: ListEffect }

export const riskLists: Answer<typeof contract.riskLists> = async ({ from: { lang } }, input) => {
  const { rows, count } = await listedPage(db, input)
  return {
    data: rows.map((row) => ({
      entryId: row.entry_id,
      kind: row.kind,
      kindText: listKinds[row.kind][lang],
      value: row.value,
      effect: row.effect,
      effectText: listEffects[row.effect][lang],
      reason: row.reason,
      makerName: row.made_by,
      createTime: row.created_at.getTime(),
    })),
    total: count,
    pageNo: input.pageNo,
    pageSize: input.pageSize,
    haveNext: count > input.pageNo * input.pageSize,
    summary: undefined,
  }
}

export const loosenApproval = approvable('risk.loosen', {
  payload: z.object({
    /** The entry to remove; without it an entry is added. */
    entryId: z.string().nullable(),
    kind: ListKindName,
    value: z.string(),
    effect: ListEffectName,
  }),
  shows: (_, { entryId, ...entry }) => ({
    target: entry.value,
    onlyOne: `${entry.kind} ${entry.value}`,
    lines: [
      {
        label: { cn: listKinds[entry.kind].cn, en: listKinds[entry.kind].en },
        before: entryId === null ? null : listEffects[entry.effect],
        after: entryId === null ? listEffects[entry.effect] : null,
      },
    ],
  }),
  apply: async (tx, { entryId, ...entry }, { maker, checker, reason }) => {
    if (entryId === null) await add(tx, checker, entry, reason, maker.name)
    else await remove(tx, checker, { ...entry, entryId }, reason, maker.name)
  },
})

export const addToList: Answer<typeof contract.addToList> = async (staff, { kind, value, effect, reason }, tx) => {
  const entry = { kind, value, effect }
  if (effect === 'BLOCK') return { entryId: await add(tx, staff, entry, reason, staff.name), approvalId: null }
  if (await listedValue(tx, kind, value)) throw refuse('conflict')
  return { entryId: null, approvalId: await loosenApproval.propose(tx, staff, { entryId: null, ...entry }, reason) }
}

export const takeOffList: Answer<typeof contract.takeOffList> = async (staff, { entryId, reason }, tx) => {
  const found = await listedById(tx, entryId)
  if (!found) throw refuse('not_found')
  const { kind, value, effect } = found
  if (effect === 'BLOCK')
    return { approvalId: await loosenApproval.propose(tx, staff, { entryId, kind, value, effect }, reason) }
  await remove(tx, staff, { entryId, kind, value, effect }, reason, staff.name)
  return { approvalId: null }
}

async function add(tx: Tx, staff: Staff, entry: Entry, reason: string, by: string): Promise<string> {
  await changeDesk(tx)
  const entryId = newId('rle')
  if (!(await insertListed(tx, { entryId, ...entry, reason, by }))) throw refuse('conflict')
  await recordStaff(tx, staff, {
    action: 'RISK',
    target: entry.value,
    reason,
    content: {
      cn: `${listEffects[entry.effect].cn}名单加入${listKinds[entry.kind].cn} ${entry.value}`,
      en: `${listEffects[entry.effect].en} list: added ${listKinds[entry.kind].en} ${entry.value}`,
    },
    after: entry,
  })
  return entryId
}

async function remove(
  tx: Tx,
  staff: Staff,
  { entryId, ...entry }: Entry & { entryId: string },
  reason: string,
  by: string,
) {
  await changeDesk(tx)
  if (!(await endListed(tx, entryId, by))) throw refuse('conflict')
  await recordStaff(tx, staff, {
    action: 'RISK',
    target: entry.value,
    reason,
    content: {
      cn: `${listEffects[entry.effect].cn}名单移出${listKinds[entry.kind].cn} ${entry.value}`,
      en: `${listEffects[entry.effect].en} list: removed ${listKinds[entry.kind].en} ${entry.value}`,
    },
    before: entry,
  })
}
