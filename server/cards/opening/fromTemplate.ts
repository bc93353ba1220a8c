/** What openings take from a template: where something was not filled in, and what their cards are allowed. */
import type { Controls } from '#contract/controls/documents.ts'
import type { Cents } from '#contract/core/money.ts'
import { refuse } from '#contract/core/refusals.ts'
import { checks } from '#contract/core/checks.ts'
import type { Actor } from '#server/core/actor.ts'
import { port } from '#server/core/composition.ts'
import type { Tx } from '#server/core/db.ts'
import { lockGroups } from '../groups/queries.ts'
import { lockTags } from '../tags/queries.ts'
import type { Reader } from '../queries.ts'
import { resolveLabels, type Starts } from './openCards.ts'

export type Template = {
  readonly templateId: string
  readonly name: string
  readonly starts: Starts | undefined
  readonly vid: string | undefined
  readonly amount: Cents | undefined
  readonly gid: string | undefined
  readonly tagIds: readonly string[]
  readonly remarkPattern: string
}

declare module '#server/core/composition.ts' {
  interface Ports {
    /** Filled by the controls module: all templates of an account. */
    'cards.templates'(on: Reader, accountId: string): Promise<readonly Template[]>
    /** The controls that the caller gives to cards that they open, in place of the template's. */
    'cards.givenControls'(
      tx: Tx,
      actor: Actor,
      given: Controls,
      template: Starts | undefined,
    ): Promise<Starts | undefined>
  }
}

type Given = {
  readonly templateId?: string | undefined
  readonly controls?: Controls | undefined
  readonly vid?: string | undefined
  readonly rechargeAmount?: Cents | undefined
  readonly gid?: string | undefined
  readonly tags?: readonly string[] | undefined
  readonly remark?: string | undefined
}
type Filled = {
  readonly vid: string
  readonly rechargeAmount: Cents
  readonly labels: { readonly gid: string | null; readonly tagIds: readonly string[] }
  readonly starts: Starts | undefined
  /** The remark of the card with this number. */
  remark(n: number): string | undefined
}

/** What is to be opened, filled from the template that it names. Called before the wallet and any card are locked. */
export async function filledFrom(tx: Tx, actor: Actor, given: Given): Promise<Filled> {
  const template = await templateOf(tx, actor, given.templateId)
  const vid = given.vid ?? template?.vid
  const rechargeAmount = given.rechargeAmount ?? template?.amount
  if (vid === undefined) throw missing(actor, 'vid')
  if (rechargeAmount === undefined) throw missing(actor, 'rechargeAmount')
  return {
    vid,
    rechargeAmount,
    labels: await labelsFrom(tx, actor, given, template),
    starts: given.controls
      ? await port('cards.givenControls')(tx, actor, given.controls, template?.starts)
      : template?.starts,
    remark: (n) => remarkFrom(given.remark, template, n),
  }
}

const missing = ({ from }: Actor, field: string) => refuse('invalid', { field, msg: checks.required[from.lang] })

async function templateOf(tx: Tx, { accountId }: Actor, templateId: string | undefined): Promise<Template | undefined> {
  if (templateId === undefined) return undefined
  const template = (await port('cards.templates')(tx, accountId)).find((one) => one.templateId === templateId)
  if (!template) throw refuse('not_found', { field: 'templateId' })
  return template
}

/** What was deleted of a template's labels is left out. */
async function labelsFrom(
  tx: Tx,
  actor: Actor,
  { gid, tags }: Pick<Given, 'gid' | 'tags'>,
  template: Template | undefined,
): Promise<Filled['labels']> {
  const own = await resolveLabels(tx, actor, { gid, tags })
  if (!template) return own
  const { accountId } = actor
  const worn =
    tags === undefined && template.tagIds.length ? await lockTags(tx, accountId, template.tagIds, 'stay') : []
  return {
    gid: gid === undefined ? groupIn(await groupsOf(tx, accountId, [template]), template) : own.gid,
    tagIds: tags === undefined ? worn.map(({ tag_id }) => tag_id) : own.tagIds,
  }
}

/** The groups of templates that still exist, locked against deletion. The parent has chosen them: they apply also where the caller does not see them. */
export async function groupsOf(
  tx: Tx,
  accountId: string,
  templates: readonly Pick<Template, 'gid'>[],
): Promise<ReadonlySet<string>> {
  const gids = templates.flatMap(({ gid }) => gid ?? [])
  const found = gids.length ? await lockGroups(tx, { accountId, subUid: undefined }, gids, 'stay') : []
  return new Set(found.map(({ gid }) => gid))
}
export const groupIn = (groups: ReadonlySet<string>, { gid }: Pick<Template, 'gid'>): string | null =>
  gid !== undefined && groups.has(gid) ? gid : null

/** The longest remark of a card. */
const REMARK = 50
/** `{n}` is the number of the card only where a template is used. */
export const remarkFrom = (
  given: string | undefined,
  template: Pick<Template, 'remarkPattern'> | undefined,
  n: number,
): string | undefined =>
  template ? (given ?? template.remarkPattern).replaceAll('{n}', String(n)).slice(0, REMARK) : given
