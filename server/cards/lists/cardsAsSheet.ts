import type { RawBuilder } from 'kysely'
import { cardStatuses } from '#contract/cards/states.ts'
import { cardExportColumns, usualCardColumns, type CardExportColumn } from '#contract/exports/exports.ts'
import type { Actor } from '#server/core/actor.ts'
import { sql } from '#server/core/db.ts'
import { worded, type Sheet, type SheetColumn, type SheetKind } from '#server/core/sheet.ts'
import { subNamesSql } from '#server/identity/identity.ts'
import { groupNameSql, groupNames, inGroup } from '../groups/queries.ts'
import { fromCards, type Reader } from '../queries.ts'
import { sealedPlaces, type SealedPlace } from '../sealed.ts'
import { tagNamesSql } from '../tags/queries.ts'
import { conditionsOf, orderOf, type CardsBy } from './queries.ts'

type Made = { kind: SheetKind; value: RawBuilder<unknown>; foreign?: true; sealedAt?: number }
const text = (value: RawBuilder<unknown>): Made => ({ kind: 'text', value })
/** Text typed by the owner or a sub-account. */
const typed = (value: RawBuilder<unknown>): Made => ({ kind: 'text', value, foreign: true })
const nothing = sql`NULL::text`
/** Opened on the way out. */
const sealed = (place: SealedPlace): Made => ({ ...text(nothing), sealedAt: sealedPlaces.indexOf(place) })
const money = (value: RawBuilder<unknown>): Made => ({ kind: 'money', value })

const made = (actor: Actor, lang = actor.from.lang): Record<CardExportColumn, Made> => ({
  cardSeqNo: text(sql`card.card_seq_no`),
  deposit: money(sql`card.deposit_cents`),
  consume: money(sql`card.consume_cents`),
  balance: money(sql`money.balance_cents`),
  // The issuer has the full numbers; these are the digits that lists show.
  number: text(sql`left(card.bin, 4) || ' **** **** ' || card.last4`),
  cvc: text(nothing),
  expiry: text(sql`lpad(card.exp_month::text, 2, '0') || '/' || right(card.exp_year::text, 2)`),
  status: text(worded(sql`card.shown_status`, cardStatuses, lang)),
  openTime: { kind: 'at', value: sql`card.created_at` },
  firstName: sealed('first_name'),
  lastName: sealed('last_name'),
  state: sealed('state'),
  city: sealed('city'),
  street: sealed('street'),
  zipCode: sealed('zip_code'),
  tags: typed(tagNamesSql(actor.accountId)),
  groupName: typed(groupNameSql(actor)),
  available: money(sql`money.available_cents`),
  pending: money(sql`money.pending_cents`),
  remark: typed(sql`card.remark`),
  account: typed(sql`sub.nickname`),
})

/** The list of cards as a sheet: the same rows, selected by the same conditions. */
export function cardsAsSheet(
  actor: Actor,
  input: CardsBy & { gids?: readonly string[] },
  keys: readonly CardExportColumn[] = usualCardColumns,
): Sheet & { readonly columns: readonly (SheetColumn & { key: CardExportColumn })[] } {
  const all = made(actor)
  const listed = conditionsOf(actor, { of: input.scope, subUid: input.subUid }, input)
  const where = input.gids
    ? sql`${listed} AND (${sql.join(
        input.gids.map((gid) => inGroup(actor, gid)),
        sql` OR `,
      )})`
    : listed
  return {
    columns: keys.map((key) => ({ key, title: cardExportColumns[key], ...all[key] })),
    from: sql`${fromCards}
      LEFT JOIN ${subNamesSql(actor.accountId)} AS sub ON sub.sub_uid = card.owner_sub_uid
     WHERE ${where}`,
    sealed: { boundTo: sql`card.card_id`, list: sql`card.holder_enc` },
    orderBy: orderOf(input.sort),
    counted: sql`${fromCards} WHERE ${where}`,
  }
}

/** Checks whether the caller sees all of these groups. `0` stands for cards without a group. */
export async function seesGroups(reader: Reader, actor: Actor, gids: readonly string[]): Promise<boolean> {
  const asked = gids.filter((gid) => gid !== '0')
  return (await groupNames(reader, actor, asked)).size === new Set(asked).size
}
