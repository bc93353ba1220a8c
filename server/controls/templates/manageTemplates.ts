import { TEMPLATES_AT_MOST, type Template } from '#contract/controls/templates.ts'
import type * as contract from '#contract/controls/templates.ts'
import { isEmpty } from '#contract/controls/documents.ts'
import { refuse } from '#contract/core/refusals.ts'
import { record } from '#server/audit/audit.ts'
import { groupNames, tagsNamed, termsOfAll } from '#server/cards/cards.ts'
import type { Actor } from '#server/core/actor.ts'
import type { Answer } from '#server/core/answer.ts'
import { touch } from '#server/core/changes/touch.ts'
import { db, type Database, type Tx } from '#server/core/db.ts'
import { newId } from '#server/core/ids.ts'
import { documentsOf, keepDocument } from '../documents.ts'
import { refuseUnfit } from '../saveControls.ts'
import { deleteTemplate, lockTemplates, templatesOf, writeTemplate, type TemplateRow } from './queries.ts'

/** The account's templates. A group that the caller does not see is not named. */
export const listTemplates: Answer<typeof contract.listTemplates> = async (actor) =>
  shown(db, actor, await templatesOf(db, actor.accountId))

/** Creates a template, or replaces one as a whole. Cards that were opened from it keep what they have. */
export const saveTemplate: Answer<typeof contract.saveTemplate> = async (actor, input, tx) => {
  const { accountId, from } = actor
  const { name, controls = {}, vid, gid, tagIds = [] } = input
  await refuseUnfit('CARD', controls, from.lang)
  await lockTemplates(tx, accountId)
  const all = await templatesOf(tx, accountId)
  const before = all.find(({ template_id }) => template_id === input.templateId)
  if (input.templateId !== undefined && !before) throw refuse('not_found', { field: 'templateId' })
  if (all.some((one) => one !== before && one.name.toLowerCase() === name.toLowerCase()))
    throw refuse('name_taken', { field: 'name' })
  if (!before && all.length >= TEMPLATES_AT_MOST) throw refuse('template_limit')
  if (vid && !(await termsOfAll(tx, accountId)).some(({ range }) => range.vid === vid))
    throw refuse('range_unavailable', { field: 'vid' })
  if (gid && !(await groupNames(tx, actor, [gid])).has(gid)) throw refuse('not_found', { field: 'gid' })
  const tags = await tagsNamed(tx, accountId, tagIds)
  if (tagIds.some((tagId) => !tags.has(tagId))) throw refuse('not_found', { field: 'tagIds' })

  const row = {
    account_id: accountId,
    template_id: before?.template_id ?? newId('tpl'),
    name,
    control_no: isEmpty(controls) ? null : await keepDocument(tx, accountId, controls),
    vid: vid || null,
    amount_cents: input.amount ?? null,
    gid: gid || null,
    tag_ids: [...new Set(tagIds)],
    remark_pattern: input.remarkPattern ?? '',
  }
  await writeTemplate(tx, row)
  await record(tx, actor, {
    type: 'CARD_CONTROL',
    target: name,
    content: before ? { cn: '修改模板', en: 'Edited the template' } : { cn: '新建模板', en: 'Created a template' },
    after: { ...input, templateId: row.template_id },
  })
  touch(tx, accountId, 'cards')
  const [template] = await shown(
    tx,
    actor,
    (await templatesOf(tx, accountId)).filter(({ template_id }) => template_id === row.template_id),
  )
  return template!
}

export const removeTemplate: Answer<typeof contract.removeTemplate> = async (actor, { templateId }, tx) => {
  const { accountId } = actor
  await lockTemplates(tx, accountId)
  const gone = await deleteTemplate(tx, accountId, templateId)
  if (!gone) throw refuse('not_found', { field: 'templateId' })
  await record(tx, actor, {
    type: 'CARD_CONTROL',
    target: gone.name,
    content: { cn: '删除模板', en: 'Removed the template' },
    before: { templateId, controlNo: gone.control_no },
  })
  touch(tx, accountId, 'cards')
  return { ok: 1 }
}

async function shown(on: Tx | Database, actor: Actor, rows: readonly TemplateRow[]): Promise<Template[]> {
  const { accountId } = actor
  const [documentOf, groups, tags] = [
    await documentsOf(
      on,
      accountId,
      rows.map(({ control_no }) => control_no),
    ),
    await groupNames(
      on,
      actor,
      rows.map(({ gid }) => gid),
    ),
    await tagsNamed(
      on,
      accountId,
      rows.flatMap(({ tag_ids }) => tag_ids),
    ),
  ]
  return rows.map((row) => ({
    templateId: row.template_id,
    name: row.name,
    controls: documentOf(row.control_no),
    vid: row.vid,
    amount: row.amount_cents,
    gid: groups.has(row.gid) ? row.gid : null,
    groupName: groups.get(row.gid) ?? null,
    tags: row.tag_ids.flatMap((tagId) => tags.get(tagId) ?? []),
    remarkPattern: row.remark_pattern,
    updateTime: row.updated_at.getTime(),
  }))
}
