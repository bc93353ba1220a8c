/**
 * Decides a set of authorizations: locks, reads, judges one after another in memory, writes, commits. Two round trips whatever the size of the set. No
 * "approved" is sent before the commit is confirmed.
 */
import type { QueryConfig } from 'pg'
import { now as clock } from '#server/core/clock.ts'
import { crossBorderOf } from '#server/cards/cards.ts'
import { CONFIRM_DURABLE } from '#server/core/db.ts'
import type { AuthorizationDecision } from '#server/outside/outside.ts'
import { rulesNow } from '../rules/rulesNow.ts'
import { count } from '../rules/shadow.ts'
import { refHash } from '../authId.ts'
import { arrayOf, arrayText } from './arrays.ts'
import { atOnce, type LaneClient } from './connections.ts'
import { Draft, type Known, type News } from './draft.ts'
import { judge, type Judged } from './judge.ts'
import { moneyOf, remember, rememberPlace, type Place } from './moneyOf.ts'
import { cardsFrom, type CardRow, type MoneyRow } from './rows.ts'
import { KEEP, Moved, type Shard } from './shards.ts'
import { ADOPT, FIND, KNOWN, LOCK, READ, VERSION, withNumber, WRITE, type Statement } from './statements.ts'

/** Who asks, and the keyed hash in hex by which the card is found. */
export type Member = Judged & { readonly issuerId: string; readonly cardHash: string }
export type Decided = {
  readonly answers: AuthorizationDecision[]
  readonly news: readonly News[]
  /** The accounts that changed. */
  readonly accountIds: ReadonlySet<string>
}

const byteaText = (hexes: readonly string[]): string => arrayText(hexes.map((hex) => `\\x${hex}`))

const askOn =
  (client: LaneClient) =>
  async <R>({ name, text }: Statement, values: unknown[]): Promise<R[]> =>
    (await client.query({ name, text, values, rowMode: 'array' } as QueryConfig)).rows as R[]

/** Looks up where cards are. Where an engine has spread the tables, a set is decided only afterwards. */
export async function lookUp(client: LaneClient, set: readonly Member[]): Promise<void> {
  const unknown = [...new Set(set.map(({ cardHash }) => cardHash))].filter((hash) => !moneyOf(hash))
  const rows = await askOn(client)<[hash: string, cell: number, laId: number, cvc: Buffer | null]>(FIND, [
    byteaText(unknown),
  ])
  for (const [hash, cell, laId, cvc] of rows) rememberPlace(hash, { cell, laId, cvc })
}

/** All members are of one issuer. `shard`: where an engine has spread the tables, all cards that there are have been looked up and are on it. */
export async function decideSet(
  client: LaneClient,
  set: readonly Member[],
  shard?: Pick<Shard, 'id' | 'statements'>,
): Promise<Decided> {
  const { issuerId } = set[0]!
  const conversionOf = await crossBorderOf()
  const ask = askOn(client)
  const rules = await rulesNow(async () => (await ask<[number]>(VERSION, []))[0]![0])
  try {
    const at = clock()
    const hashes = new Set(set.map(({ cardHash }) => cardHash))
    const places = new Map([...hashes].map((hash) => [hash, moneyOf(hash)]))
    const unknown = [...hashes].filter((hash) => !places.get(hash))
    const placed = [...places.values()].filter((place) => place !== undefined)
    const cells = arrayOf(
      'smallint',
      placed.map(({ cell }) => cell),
    )
    const laIds = arrayText(placed.map(({ laId }) => laId))
    const refHashOf = new Map(set.map(({ request }) => [request.ref, refHash(issuerId, request.ref)]))
    const sql = shard?.statements ?? { LOCK, READ, KNOWN, WRITE, ADOPT }
    const [, kept, money, cards, known] = await atOnce(client, () =>
      Promise.all([
        client.query('BEGIN'),
        shard && ask<[boolean]>(KEEP, [shard.id]).catch(isMoving),
        ask<MoneyRow>(sql.LOCK, shard ? [cells, laIds] : [byteaText(unknown), cells, laIds]),
        ask<CardRow>(sql.READ, [...(shard ? [cells, laIds] : [byteaText([...hashes])]), at.toISOString()]),
        ask<Known>(sql.KNOWN, [
          issuerId,
          ...(shard ? namesIn(set, places, refHashOf) : namesToFind(set, places, refHashOf)),
        ]),
      ]),
    )
    if (kept?.[0]?.[0] === false) throw new Moved()

    if (shard) addNumbers(cards, places)
    else remember(cards)
    const draft = new Draft(issuerId, at.getTime(), known, rules, refHashOf)
    const cardOf = cardsFrom(cards, money, conversionOf)
    const answers = set.map((member) => judge(draft, cardOf.get(member.cardHash), member))

    if (draft.isEmpty) {
      // Repeated answers are sent only once they are durable; an unknown number is not stored anywhere.
      if (draft.replays)
        await atOnce(client, () => Promise.all([client.query(CONFIRM_DURABLE), client.query('COMMIT')]))
      else await client.query('ROLLBACK')
      return { answers, news: [], accountIds: new Set() }
    }
    const { adopted } = draft
    const values = draft.values()
    await atOnce(client, () =>
      allOf([
        ask(sql.WRITE, values),
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
    return { answers, news: draft.news, accountIds: draft.accountIds }
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {})
    throw error
  }
}

/** The wait for the end of a move has taken too long. */
function isMoving(error: unknown): never {
  throw (error as { code?: unknown }).code === '55P03' ? new Moved() : error
}

/** The network's names of a set, for the statement that finds those that are known: in the cells of known cards, and of cards that are looked up with them. */
function namesToFind(
  set: readonly Member[],
  places: ReadonlyMap<string, Place | undefined>,
  refHashOf: ReadonlyMap<string, Buffer>,
): (string | Buffer)[] {
  const other = set.filter(({ cardHash }) => !places.get(cardHash))
  return [
    ...namesIn(set, places, refHashOf),
    byteaText(other.map(({ cardHash }) => cardHash)),
    hashesOf(other, refHashOf),
    refsOf(other),
  ]
}

/** Those of known cards. */
function namesIn(
  set: readonly Member[],
  places: ReadonlyMap<string, Place | undefined>,
  refHashOf: ReadonlyMap<string, Buffer>,
): (string | Buffer)[] {
  const placed = set.filter(({ cardHash }) => places.get(cardHash))
  const cells = arrayOf(
    'smallint',
    placed.map(({ cardHash }) => places.get(cardHash)!.cell),
  )
  return [cells, hashesOf(placed, refHashOf), refsOf(placed)]
}

const hashesOf = (members: readonly Member[], refHashOf: ReadonlyMap<string, Buffer>) =>
  arrayOf(
    'bigint',
    members.map(({ request }) => refHashOf.get(request.ref)!),
  )
const refsOf = (members: readonly Member[]) => arrayText(members.map(({ request }) => request.ref))

/** Numbers and security codes of cards that were looked up before. */
function addNumbers(cards: readonly CardRow[], places: ReadonlyMap<string, Place | undefined>): void {
  const of = new Map([...places].map(([hash, place]) => [place?.laId, { hash, cvc: place?.cvc }]))
  for (const row of cards) {
    const { hash, cvc } = of.get(row[3])!
    withNumber(row, hash, cvc!)
  }
}

/** Waits for all, or throws the first error: statements after a failed one only fail because of it. */
async function allOf(statements: unknown[]): Promise<void> {
  for (const end of await Promise.allSettled(statements)) if (end.status === 'rejected') throw end.reason
}
