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
import { ADOPT, FIND, KNOWN, LOCK, placed as placedSql, READ, VERSION, withNumber, WRITE } from './statements.ts'

/** `panHash` in hex. */
export type Member = Judged & { readonly panHash: string }
export type Decided = {
  readonly answers: AuthorizationDecision[]
  readonly news: readonly News[]
  /** The accounts that changed. */
  readonly accountIds: ReadonlySet<string>
}

const byteaText = (hexes: readonly string[]): string => arrayText(hexes.map((hex) => `\\x${hex}`))

type Statement = { readonly name: string; readonly text: string }
const askOn =
  (client: LaneClient) =>
  async <R>({ name, text }: Statement, values: unknown[]): Promise<R[]> =>
    (await client.query({ name, text, values, rowMode: 'array' } as QueryConfig)).rows as R[]

/**
 * Where an engine spreads the tables: looks up the cards that are not known yet, leaves in the set what is in the cell of the first and what no card has, and returns the rest.
 */
export async function othersThanOneCell<M extends Member>(client: LaneClient, set: M[]): Promise<M[]> {
  const unknown = [...new Set(set.map(({ panHash }) => panHash))].filter((hash) => !moneyOf(hash))
  if (unknown.length > 0) {
    const rows = await askOn(client)<[hash: string, cell: number, laId: number, cvc: Buffer]>(FIND, [
      byteaText(unknown),
    ])
    for (const [hash, cell, laId, cvc] of rows) rememberPlace(hash, { cell, laId, cvc })
  }
  const cellOf = ({ panHash }: M) => moneyOf(panHash)?.cell
  const first = set.map(cellOf).find((cell) => cell !== undefined)
  const isElsewhere = (member: M) => ![undefined, first].includes(cellOf(member))
  const others = set.filter(isElsewhere)
  if (others.length > 0) set.splice(0, set.length, ...set.filter((member) => !isElsewhere(member)))
  return others
}

/** `spread`: all known cards of the set are in one cell. */
export async function decideSet(
  client: LaneClient,
  set: readonly Member[],
  issuerId: string,
  spread = false,
): Promise<Decided> {
  const conversionOf = await crossBorderOf()
  const ask = askOn(client)
  const rules = await rulesNow(async () => (await ask<[number]>(VERSION, []))[0]![0])
  try {
    const at = clock()
    const hashes = new Set(set.map(({ panHash }) => panHash))
    const places = new Map([...hashes].map((hash) => [hash, moneyOf(hash)]))
    const unknown = [...hashes].filter((hash) => !places.get(hash))
    const placed = [...places.values()].filter((place) => place !== undefined)
    const cells = arrayOf(
      'smallint',
      placed.map(({ cell }) => cell),
    )
    const cell = placed[0]?.cell ?? 0
    const laIds = arrayText(placed.map(({ laId }) => laId))
    const refHashOf = new Map(set.map(({ request }) => [request.ref, refHash(issuerId, request.ref)]))
    const [, money, cards, known] = await atOnce(client, () =>
      Promise.all([
        client.query('BEGIN'),
        spread ? ask<MoneyRow>(placedSql.LOCK, [cell, laIds]) : ask<MoneyRow>(LOCK, [byteaText(unknown), cells, laIds]),
        spread
          ? ask<CardRow>(placedSql.READ, [cell, laIds, at.toISOString()])
          : ask<CardRow>(READ, [byteaText([...hashes]), at.toISOString()]),
        spread
          ? ask<Known>(placedSql.KNOWN, [issuerId, cell, ...namesIn(set, refHashOf)])
          : ask<Known>(KNOWN, [issuerId, ...namesToFind(set, places, refHashOf)]),
      ]),
    )

    if (spread) addNumbers(cards, places)
    else remember(cards)
    const draft = new Draft(issuerId, at.getTime(), known, rules, refHashOf)
    const cardOf = cardsFrom(cards, money, conversionOf)
    const answers = set.map((member) => judge(draft, cardOf.get(member.panHash), member))

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
        spread ? ask(placedSql.WRITE, [...values, cell]) : ask(WRITE, values),
        adopted.length &&
          ask(spread ? placedSql.ADOPT : ADOPT, [
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
            ...(spread ? [cell] : []),
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

/** The network's names of a set, for the statement that finds those that are known: in the cells of known cards, and of cards that are looked up with them. */
function namesToFind(
  set: readonly Member[],
  places: ReadonlyMap<string, Place | undefined>,
  refHashOf: ReadonlyMap<string, Buffer>,
): (string | Buffer)[] {
  const placed = set.filter(({ panHash }) => places.get(panHash))
  const other = set.filter(({ panHash }) => !places.get(panHash))
  const hashesOf = (members: readonly Member[]) =>
    arrayOf(
      'bigint',
      members.map(({ request }) => refHashOf.get(request.ref)!),
    )
  const refsOf = (members: readonly Member[]) => arrayText(members.map(({ request }) => request.ref))
  const cells = arrayOf(
    'smallint',
    placed.map(({ panHash }) => places.get(panHash)!.cell),
  )
  return [
    cells,
    hashesOf(placed),
    refsOf(placed),
    byteaText(other.map(({ panHash }) => panHash)),
    hashesOf(other),
    refsOf(other),
  ]
}

const namesIn = (set: readonly Member[], refHashOf: ReadonlyMap<string, Buffer>): (string | Buffer)[] => [
  arrayOf(
    'bigint',
    set.map(({ request }) => refHashOf.get(request.ref)!),
  ),
  arrayText(set.map(({ request }) => request.ref)),
]

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
