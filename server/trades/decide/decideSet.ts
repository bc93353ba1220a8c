/**
 * Decides a set of authorizations: locks, reads, judges one after another in memory, writes, commits. Two round trips whatever the size of the set. No
 * "approved" is sent before the commit is confirmed.
 */
import type { QueryConfig } from 'pg'
import { now as clock } from '#server/core/clock.ts'
import { crossBorderOf } from '#server/cards/cards.ts'
import { CONFIRM_DURABLE, db } from '#server/core/db.ts'
import type { ControlScope } from '#contract/controls/stoppedBy.ts'
import {
  brandsReady,
  knownControls,
  loadControls,
  readCounters,
  sharedKey,
  textOf,
  type SharedCounters,
  type SharedKey,
} from '#server/controls/controls.ts'
import type { AuthorizationDecision } from '#server/outside/outside.ts'
import type { DecidedCard } from '../rules/rules.ts'
import { rulesNow } from '../rules/rulesNow.ts'
import { count } from '../rules/shadow.ts'
import { refHash } from '../authId.ts'
import { arrayOf, arrayText } from './arrays.ts'
import { atOnce, type LaneClient } from './connections.ts'
import { Draft, type Known, type News } from './draft.ts'
import { judge, type Judged } from './judge.ts'
import { forget, moneyOf, remember, type Found } from './moneyOf.ts'
import type { Place } from './placeTable.ts'
import { appliedTo, cardFrom, sharedKeys, type CardRow, type ConversionOf, type MoneyRow } from './rows.ts'
import { noteShared, toLock } from './sharedLimits.ts'
import { KEEP, Moved, type Shard } from './shards.ts'
import { AT_HOME, FIND, VERSION, type Statement } from './statements.ts'

/** Who asks, and the keyed hash in hex by which the card is found. */
export type Member = Judged & { readonly issuerId: string; readonly cardHash: string }
export type Decided = {
  readonly answers: AuthorizationDecision[]
  readonly news: readonly News[]
  /** The cards that changed, by account. */
  readonly cardsOf: ReadonlyMap<string, ReadonlySet<string>>
}

const askOn =
  (client: LaneClient) =>
  async <R>({ name, text }: Statement, values: unknown[]): Promise<R[]> =>
    (await client.query({ name, text, values, rowMode: 'array' } as QueryConfig)).rows as R[]

/** Looks up where cards are. Where an engine has spread the tables, a set is decided only afterwards, where its cards are. */
export async function lookUp(client: LaneClient, set: readonly Member[]): Promise<void> {
  const hashes = [...new Set(set.map(({ cardHash }) => `\\x${cardHash}`))]
  remember(await askOn(client)<Found>(FIND, [arrayText(hashes)]))
}

/** The set needs controls that this process has not read, or counters that it has not locked. Nothing has been written. */
class Unready extends Error {
  readonly wanted: readonly { cell: number; controlNo: number }[]
  constructor(wanted: Unready['wanted']) {
    super('controls to read')
    this.wanted = wanted
  }
}

/** A set whose cards have controls that are not in memory, or share counters that were not known, is tried again: a round trip more for each document, for each card of a shared limit, and process. */
export async function decideSet(...set: Parameters<typeof tryToDecide>): Promise<Decided> {
  for (;;)
    try {
      return await tryToDecide(...set)
    } catch (error) {
      if (!(error instanceof Unready)) throw error
      if (error.wanted.length) await loadControls(db, error.wanted)
    }
}

/** All members are of one issuer. `shard`: where an engine has spread the tables, all cards that there are have been looked up and are on it. */
async function tryToDecide(
  client: LaneClient,
  set: readonly Member[],
  shard?: Pick<Shard, 'id' | 'statements'>,
): Promise<Decided> {
  const { issuerId } = set[0]!
  const conversionOf = await crossBorderOf()
  await brandsReady()
  const ask = askOn(client)
  const rules = await rulesNow(async () => (await ask<[number]>(VERSION, []))[0]![0])
  try {
    const places = new Map<string, Place>()
    const unknown = addPlaces(places, set)
    if (unknown.length && !shard) {
      await lookUp(client, unknown)
      addPlaces(places, unknown)
    }
    const at = clock()
    const placed = [...places.values()]
    const cells = arrayOf(
      'smallint',
      placed.map(({ cell }) => cell),
    )
    const laIds = arrayText(placed.map(({ laId }) => laId))
    const refHashOf = new Map(set.map(({ request }) => [request.ref, refHash(issuerId, request.ref)]))
    const sql = shard?.statements ?? AT_HOME
    const keys = toLock(placed.map(({ laId }) => laId))
    const [, kept, money, counted, rows, known] = await atOnce(client, () =>
      Promise.all([
        client.query('BEGIN'),
        shard && ask<[boolean]>(KEEP, [shard.id]).catch(isMoving),
        ask<MoneyRow>(sql.LOCK, [cells, laIds]),
        keys.length ? ask<SharedRow>(sql.SHARED, keyColumns(keys)) : [],
        ask<CardRow>(sql.READ, [cells, laIds, at.toISOString()]),
        ask<Known>(sql.KNOWN, [issuerId, ...namesIn(set, places, refHashOf)]),
      ]),
    )
    if (kept?.[0]?.[0] === false) throw new Moved()

    const shared = sharedFrom(counted)
    checkReady(rows, placed, shared)
    const draft = new Draft(issuerId, at.getTime(), known, rules, refHashOf)
    const cardOf = cardsOf(places, rows, money, conversionOf, shared)
    const answers = set.map((member) => judge(draft, cardOf.get(member.cardHash), member))

    if (draft.isEmpty) {
      // Repeated answers are sent only once they are durable; an unknown number is not stored anywhere.
      if (draft.replays)
        await atOnce(client, () => Promise.all([client.query(CONFIRM_DURABLE), client.query('COMMIT')]))
      else await client.query('ROLLBACK')
      return { answers, news: [], cardsOf: new Map() }
    }
    const { adopted } = draft
    const values = draft.values()
    const recounted = [...shared.values()].filter(({ counters, stored }) => counters !== stored)
    await atOnce(client, () =>
      allOf([
        ask(draft.isFirst ? sql.WRITE_FIRST : sql.WRITE, values),
        recounted.length &&
          ask(sql.COUNT, [...keyColumns(recounted), arrayText(recounted.map(({ counters }) => textOf(counters)))]),
        adopted.length &&
          ask(sql.ADOPT, [
            arrayText(adopted.map(({ ref }) => ref)),
            issuerId,
            arrayText(adopted.map(({ authId }) => authId)),
            arrayText(adopted.map(({ cardId }) => cardId)),
            arrayOf(
              'smallint',
              adopted.map(({ cell }) => cell),
            ),
            arrayOf(
              'bigint',
              adopted.map(({ ref }) => refHashOf.get(ref)!),
            ),
          ]),
        client.query('COMMIT'),
      ]),
    )
    if (rules.shadow) count(rules.shadow.rulesId, draft.seen)
    return { answers, news: draft.news, cardsOf: draft.cardsOf }
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {})
    throw error
  }
}

/** The wait for the end of a move has taken too long. */
function isMoving(error: unknown): never {
  throw (error as { code?: unknown }).code === '55P03' ? new Moved() : error
}

/** Adds where the cards of these requests are, by the keyed hash of their numbers, and returns the requests of cards that are not known. */
function addPlaces(places: Map<string, Place>, set: readonly Member[]): Member[] {
  return set.filter(({ cardHash }) => {
    if (places.has(cardHash)) return false
    const place = moneyOf(cardHash)
    if (place) places.set(cardHash, place)
    return !place
  })
}

/** Throws unless all documents of these cards are in memory, and the counters that they share are locked. */
function checkReady(rows: readonly CardRow[], placed: readonly Place[], shared: SharedCounters): void {
  const controlled = rows
    .map((row) => ({ laId: row[0], accountId: row[2], documents: appliedTo(row) }))
    .filter(({ documents }) => documents.length > 0)
  if (!controlled.length) return
  const cellOf = new Map(placed.map(({ laId, cell }) => [laId, cell]))
  const unread = controlled.flatMap(({ laId, documents }) =>
    documents
      .filter(({ controlNo }) => !knownControls(controlNo))
      .map(({ controlNo }) => ({ cell: cellOf.get(laId)!, controlNo })),
  )
  if (unread.length) throw new Unready(unread)
  let locked = true
  for (const { laId, accountId, documents } of controlled) {
    const keys = sharedKeys({ cell: cellOf.get(laId)!, accountId }, documents)
    if (keys.every((key) => shared.has(sharedKey(key)))) continue
    noteShared(laId, keys)
    locked = false
  }
  if (!locked) throw new Unready([])
}

/** A row of the counters that cards share, locked. */
type SharedRow = [cell: number, accountId: string, scope: ControlScope, scopeId: string, counters: string]
const sharedFrom = (rows: readonly SharedRow[]): SharedCounters =>
  new Map(
    rows.map(([cell, accountId, scope, scopeId, text]) => {
      const counters = readCounters(text)
      const shared = { cell, accountId, scope, scopeId, stored: counters, counters }
      return [sharedKey(shared), shared]
    }),
  )

const keyColumns = (keys: readonly SharedKey[]): (string | Buffer)[] => [
  arrayOf(
    'smallint',
    keys.map(({ cell }) => cell),
  ),
  arrayText(keys.map(({ accountId }) => accountId)),
  arrayText(keys.map(({ scope }) => scope)),
  arrayText(keys.map(({ scopeId }) => scopeId)),
]

/** By the keyed hash of the card's number. */
function cardsOf(
  places: ReadonlyMap<string, Place>,
  rows: readonly CardRow[],
  money: readonly MoneyRow[],
  conversionOf: ConversionOf,
  shared: SharedCounters,
): Map<string, DecidedCard> {
  const rowOf = new Map(rows.map((row) => [row[0], row]))
  const availableOf = new Map(money.map(([laId, posted, held, floor]) => [laId, posted - held - (floor ?? 0)]))
  const cards = new Map<string, DecidedCard>()
  for (const [hash, place] of places) {
    const [row, available] = [rowOf.get(place.laId), availableOf.get(place.laId)]
    if (row?.[1] !== place.cardId || available === undefined) {
      // The database is not the one that the place was read from: an older state of it was restored.
      forget(hash)
      throw new Misplaced()
    }
    cards.set(hash, cardFrom(row, place, available, conversionOf, shared))
  }
  return cards
}
/** A card is not where it was when it was looked up. Nothing has happened. */
class Misplaced extends Error {}

/** The network's names for the requests of known cards, for the statement that finds those that were answered before. */
function namesIn(
  set: readonly Member[],
  places: ReadonlyMap<string, Place>,
  refHashOf: ReadonlyMap<string, Buffer>,
): (string | Buffer)[] {
  const placed = set.filter(({ cardHash }) => places.has(cardHash))
  return [
    arrayOf(
      'smallint',
      placed.map(({ cardHash }) => places.get(cardHash)!.cell),
    ),
    arrayOf(
      'bigint',
      placed.map(({ request }) => refHashOf.get(request.ref)!),
    ),
    arrayText(placed.map(({ request }) => request.ref)),
  ]
}

/** Waits for all, or throws the first error: statements after a failed one only fail because of it. */
async function allOf(statements: unknown[]): Promise<void> {
  for (const end of await Promise.allSettled(statements)) if (end.status === 'rejected') throw end.reason
}
