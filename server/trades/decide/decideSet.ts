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
import { moneyOf, remember, type Place } from './moneyOf.ts'
import { cardsFrom, type CardRow, type MoneyRow } from './rows.ts'
import { ADOPT, KNOWN, LOCK, READ, VERSION, WRITE } from './statements.ts'

/** `panHash` in hex. */
export type Member = Judged & { readonly panHash: string }
export type Decided = {
  readonly answers: AuthorizationDecision[]
  readonly news: readonly News[]
  /** The accounts that changed. */
  readonly accountIds: ReadonlySet<string>
}

const byteaText = (hexes: readonly string[]): string => arrayText(hexes.map((hex) => `\\x${hex}`))

export async function decideSet(client: LaneClient, set: readonly Member[], issuerId: string): Promise<Decided> {
  const conversionOf = await crossBorderOf()
  const ask = async <R>({ name, text }: { name: string; text: string }, values: unknown[]): Promise<R[]> =>
    (await client.query({ name, text, values, rowMode: 'array' } as QueryConfig)).rows as R[]
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
    const laIds = arrayText(placed.map(({ laId }) => laId))
    const refHashOf = new Map(set.map(({ request }) => [request.ref, refHash(issuerId, request.ref)]))
    const [, money, cards, known] = await atOnce(client, () =>
      Promise.all([
        client.query('BEGIN'),
        ask<MoneyRow>(LOCK, [byteaText(unknown), cells, laIds]),
        ask<CardRow>(READ, [byteaText([...hashes]), at.toISOString()]),
        ask<Known>(KNOWN, [issuerId, ...namesToFind(set, places, refHashOf)]),
      ]),
    )

    remember(cards)
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
        ask(WRITE, values),
        adopted.length &&
          ask(ADOPT, [
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

/** Waits for all, or throws the first error: statements after a failed one only fail because of it. */
async function allOf(statements: unknown[]): Promise<void> {
  for (const end of await Promise.allSettled(statements)) if (end.status === 'rejected') throw end.reason
}
