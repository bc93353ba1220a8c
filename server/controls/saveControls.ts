import type * as contract from '#contract/controls/controls.ts'
import { UNTIL_DAYS } from '#contract/controls/controls.ts'
import { checks } from '#contract/core/checks.ts'
import { isEmpty, type Controls } from '#contract/controls/documents.ts'
import type { ControlScope } from '#contract/controls/stoppedBy.ts'
import { flag, type Lang, type Words } from '#contract/core/fields.ts'
import { refuse, wordsOf } from '#contract/core/refusals.ts'
import { brandsNow } from '../brands/brands.ts'
import { recordMany } from '../audit/audit.ts'
import {
  cardNameOf as nameOf,
  cardsWithin,
  lockCards,
  maybeCard,
  pointControls,
  setLives,
  type CardRow,
} from '../cards/cards.ts'
import type { Actor } from '../core/actor.ts'
import type { Answer } from '../core/answer.ts'
import { cellOf } from '../core/database/cells.ts'
import { ahead, DAY, now, nowMs } from '../core/clock.ts'
import { port } from '../core/composition.ts'
import type { Database, Tx } from '../core/db.ts'
import { later } from '../core/jobs.ts'
import { accountOf, changeAccount } from '../identity/identity.ts'
import { cardAccount, lockAccounts } from '../ledger/ledger.ts'
import { deadlinesOf } from './deadlines.ts'
import { documentsOf, keepDocument } from './documents.ts'
import { readCounters, startedFor, type At, type Counters } from './engine/counters.ts'
import { lockFor } from './engine/locks.ts'
import { countedBy } from './engine/uses.ts'
import { keepReturns, pendingReturns, setReturns } from './returns.ts'
import { insertChanges, lockScopes, pointScope } from './queries.ts'
import { namesOfScopes } from './showControls.ts'

declare module '../core/composition.ts' {
  interface Ports {
    /** Filled by the transactions module, which has the usage of cards: what the limits of these have counted, by their money accounts. Cards that were never used have none. */
    'controls.countersOf'(on: Tx | Database, cell: number, laIds: readonly number[]): Promise<Map<number, Counters>>
    'controls.writeCounters'(tx: Tx, cell: number, rows: readonly { laId: number; counters: Counters }[]): Promise<void>
  }
}

/** Something whose controls are set, locked. */
type Holder = {
  readonly name: string
  readonly controlNo: number | null
  readonly counters: Counters
  readonly refusal?: 'card_not_active'
}
type Holders = {
  readonly found: ReadonlyMap<string, Holder>
  write(
    changing: readonly { readonly scopeId: string; readonly counters: Counters }[],
    controlNo: number | null,
  ): Promise<void>
}

/**
 * Sets the controls of cards, groups, sub-accounts or the account, each with its own result. What decisions lock is locked first: a purchase is judged and counted by the document before or by the
 * one after, and its count is not lost.
 */
export const saveControls: Answer<typeof contract.saveControls> = async (actor, input, tx) => {
  const { accountId, from, subUid } = actor
  const { scope, controls } = input
  const wanted = scope === 'ACCOUNT' ? [accountId] : [...new Set(input.scopeIds)]
  if (!wanted.length) throw refuse('invalid', { field: 'scopeIds', msg: checks.required[from.lang] })
  // Of what is ahead now, the time comes even if it comes before this is written.
  const checkedMs = nowMs()
  await refuseUnfit(scope, controls, from.lang)
  const until = input.until === undefined ? undefined : new Date(input.until)
  if (until && (until <= now() || until > ahead(UNTIL_DAYS * DAY)))
    throw refuse('invalid', { field: 'until', msg: checks.until_range[from.lang] })
  const { found, write } = await holdersOf(tx, actor, scope, wanted)
  const backOf = await pendingReturns(tx, accountId, scope, found)
  const documentOf = await documentsOf(
    tx,
    accountId,
    [...found].flatMap(([scopeId, { controlNo }]) => [controlNo, backOf(scopeId)?.back_no ?? null]),
  )
  const controlNo = isEmpty(controls) ? null : await keepDocument(tx, accountId, controls)

  const refusalOf = (scopeId: string) => {
    const holder = found.get(scopeId)
    if (!holder) return 'not_found'
    if (holder.refusal) return holder.refusal
    const back = backOf(scopeId)?.back_no ?? null
    if (subUid && [holder.controlNo, back].some((no) => documentOf(no).pinned)) return 'controls_pinned'
    if (input.expectNo !== undefined && input.expectNo !== (holder.controlNo ?? 0)) return 'conflict'
    return undefined
  }
  const changing = [...found].filter(
    ([scopeId, holder]) =>
      refusalOf(scopeId) === undefined &&
      (holder.controlNo !== controlNo || (backOf(scopeId) && backOf(scopeId)!.until.getTime() !== input.until)),
  )
  if (changing.length) {
    const at = { zone: (await accountOf(tx, accountId)).time_zone, now: nowMs() }
    await write(
      changing.map(([scopeId, holder]) => ({
        scopeId,
        counters: countersFor(documentOf(holder.controlNo), controls, holder.counters, at),
      })),
      controlNo,
    )
    const changes = changing.map(([scopeId, holder]) => ({ scopeId, before: holder.controlNo, after: controlNo }))
    await followUses(
      tx,
      accountId,
      controls,
      changing.map(([scopeId, holder]) => [scopeId, documentOf(holder.controlNo)]),
    )
    await insertChanges(tx, actor, input.note ?? '', scope, changes, { until: until ?? null })
    if (scope === 'CARD')
      await setLives(
        tx,
        accountId,
        changes.map(({ scopeId }) => scopeId),
        deadlinesOf(controls, { now: checkedMs }),
      )
    await setReturns(tx, actor, scope, changes, backOf, until)
    await recordMany(
      tx,
      actor,
      changing.map(([, holder]) => ({
        type: 'CARD_CONTROL' as const,
        target: holder.name,
        content: said(scope, controlNo === null),
        before: { controls: documentOf(holder.controlNo) },
        after: { controls, until: until?.toISOString() },
      })),
    )
  }
  return {
    results: wanted.map((scopeId) => {
      const refusal = refusalOf(scopeId)
      return {
        scopeId,
        ok: flag(refusal === undefined),
        refusal: refusal ?? null,
        msg: refusal === undefined ? '' : wordsOf(refusal, from.lang),
        controlNo: refusal === undefined ? controlNo : (found.get(scopeId)?.controlNo ?? null),
      }
    }),
  }
}

/** Leaves the job that stops cards whose uses are made, and lets those go that may be used again. `before`: the former documents of cards. */
export async function followUses(
  tx: Tx,
  accountId: string,
  after: Controls,
  before: readonly (readonly [cardId: string, former: Controls])[],
): Promise<void> {
  const cardIds = before.filter(([, former]) => after.uses ?? former.uses).map(([cardId]) => cardId)
  if (cardIds.length) await later(tx, 'trades.followUses', { accountId, cardIds })
}

/** What the limits of the new document have counted, and what the card stays locked to. */
export const countersFor = (before: Controls, after: Controls, counters: Counters, at: At): Counters => [
  ...startedFor(countedBy(before), countedBy(after), counters, at),
  ...lockFor(before.lock, after.lock, counters),
]

/** Dates are of cards, and ahead. */
function refuseLife(scope: ControlScope, { life = {} }: Controls, lang: Lang): void {
  const { closeAt, freezeAt, thawAt, idleDays } = life
  const isSet = [closeAt, freezeAt, thawAt, idleDays].some((part) => part !== undefined)
  if (isSet && scope !== 'CARD') throw refuse('invalid', { field: 'controls.life', msg: checks.life_scope[lang] })
  for (const [name, at] of Object.entries({ closeAt, freezeAt, thawAt }))
    if (at !== undefined && at <= nowMs())
      throw refuse('invalid', { field: `controls.life.${name}`, msg: checks.life_past[lang] })
}

/** What the shape of a document does not say: where it may be in force, which brands there are, and that dates are ahead. */
export async function refuseUnfit(scope: ControlScope, controls: Controls, lang: Lang): Promise<void> {
  const { lock, uses, limits = [], brands } = controls
  if (scope !== 'CARD' && lock) throw refuse('invalid', { field: 'controls.lock', msg: checks.lock_card[lang] })
  if (scope !== 'CARD' && uses) throw refuse('invalid', { field: 'controls.uses', msg: checks.uses_of_cards[lang] })
  const named = {
    'controls.brands.brandIds': brands?.brandIds ?? [],
    'controls.limits': limits.flatMap(({ brandIds = [] }) => brandIds),
    'controls.lock.to': lock?.to === undefined ? [] : [lock.to],
  }
  for (const [field, brandIds] of Object.entries(named))
    if (brandIds.length && !(await areBrands(brandIds)))
      throw refuse('invalid', { field, msg: checks.brand_unknown[lang] })
  refuseLife(scope, controls, lang)
}

/** Also by the ids of brands that became others. */
export async function areBrands(brandIds: readonly string[]): Promise<boolean> {
  const { all, former } = await brandsNow()
  const known = new Set([...all.map(({ brandId }) => brandId), ...[...former.values()].flat()])
  return brandIds.every((brandId) => known.has(brandId))
}

export const scopeWords: Record<ControlScope, Words> = {
  CARD: { cn: '卡片', en: 'card' },
  GROUP: { cn: '分组', en: 'group' },
  SUB: { cn: '子账户', en: 'sub-account' },
  ACCOUNT: { cn: '账户', en: 'account' },
}
function said(scope: ControlScope, removed: boolean): Words {
  const { cn, en } = scopeWords[scope]
  return { cn: `${removed ? '移除' : '设置'}${cn}管控`, en: `${removed ? 'Removed' : 'Set'} the ${en}’s controls` }
}

type Whose = Pick<Actor, 'accountId' | 'subUid'>

/** What has the controls, as far as it is the caller's, locked. */
export const holdersOf = (tx: Tx, whose: Whose, scope: ControlScope, scopeIds: readonly string[]): Promise<Holders> =>
  scope === 'CARD' ? cardsToSet(tx, whose, scopeIds) : scopesToSet(tx, whose, scope, scopeIds)

/** Cards with their money, which decisions lock. */
export async function cardsToSet(tx: Tx, actor: Whose, cardIds: readonly string[]): Promise<Holders> {
  const { accountId } = actor
  const cell = cellOf(accountId)
  const known = await cardsWithin(tx, actor, cardIds)
  await lockAccounts(
    tx,
    [...known.values()].map((card) => cardAccount(accountId, card.card_id)),
  )
  const cards = new Map((await lockCards(tx, actor, [...known.keys()])).map((card) => [card.card_id, card]))
  const counters = await port('controls.countersOf')(
    tx,
    cell,
    [...cards.values()].map(({ la_id }) => la_id),
  )
  const holderOf = (card: CardRow): Holder => ({
    name: nameOf(card),
    controlNo: card.control_no,
    counters: counters.get(card.la_id) ?? [],
    ...(['CLOSED', 'CLOSING', 'FAILED'].includes(card.status) && { refusal: 'card_not_active' }),
  })
  return {
    found: new Map([...cards].map(([cardId, card]) => [cardId, holderOf(card)])),
    async write(changing, controlNo) {
      const rows = changing.map(({ scopeId, counters: begun }) => ({
        laId: cards.get(scopeId)!.la_id,
        counters: begun,
      }))
      await port('controls.writeCounters')(tx, cell, rows)
      const changed = changing.map(({ scopeId }) => scopeId)
      await pointControls(tx, accountId, changed, controlNo)
    },
  }
}

/** Groups, sub-accounts or the account, with the counters of all their cards. */
async function scopesToSet(
  tx: Tx,
  actor: Whose,
  scope: Exclude<ControlScope, 'CARD'>,
  scopeIds: readonly string[],
): Promise<Holders> {
  const { accountId } = actor
  const names = await namesOfScopes(tx, actor, scope, scopeIds)
  const rows = names.size ? await lockScopes(tx, accountId, scope, [...names.keys()]) : new Map<string, never>()
  return {
    found: new Map(
      [...rows].map(([scopeId, row]) => [
        scopeId,
        { name: names.get(scopeId)!, controlNo: row.control_no, counters: readCounters(row.counters) },
      ]),
    ),
    async write(changing, controlNo) {
      for (const { scopeId, counters } of changing)
        await pointScope(tx, accountId, { scope, scope_id: scopeId }, controlNo, counters)
      if (!(await accountOf(tx, accountId)).has_controls) await changeAccount(tx, accountId, { hasControls: true })
    },
  }
}

/** A card that takes the place of another is allowed the same, and its limits begin with what the former one has used: replacing a card is no way around them. */
export async function inheritControls(tx: Tx, actor: Actor, former: CardRow, cardId: string): Promise<void> {
  const { control_no: controlNo, card_id: formerId, la_id } = former
  const { accountId } = actor
  const returning = (await pendingReturns(tx, accountId, 'CARD', new Map([[formerId, { controlNo }]])))(formerId)
  if (returning) await keepReturns(tx, accountId, 'CARD', [{ ...returning, scope_id: cardId }])
  await setLives(tx, accountId, [cardId], former)
  if (controlNo === null) return
  const cell = cellOf(accountId)
  const [card, counters] = [await maybeCard(tx, actor, cardId), await port('controls.countersOf')(tx, cell, [la_id])]
  await pointControls(tx, accountId, [cardId], controlNo)
  await port('controls.writeCounters')(tx, cell, [{ laId: card!.la_id, counters: counters.get(la_id) ?? [] }])
  const changes = [{ scopeId: cardId, before: null, after: controlNo }]
  await insertChanges(tx, actor, '', 'CARD', changes, { until: returning?.until ?? null })
}
