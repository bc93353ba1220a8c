/**
 * Requests that arrive together are decided together. A single request starts immediately, so nothing waits under light load; under heavy load, each set
 * collects requests for a moment after the previous one started.
 */
import { touchNow } from '#server/core/changes/touch.ts'
import { isLost } from '#server/core/db.ts'
import { decisions } from '#server/core/metrics/decisionMetrics.ts'
import { inSpan, isTracing } from '#server/core/tracing/tracing.ts'
import { declined, type AuthorizationDecision } from '#server/outside/outside.ts'
import { anyAway, awayMs, busyLanes, drop, freeLane, home, LANES, planForSize, type Lane } from './connections.ts'
import { cutSet, cutWhere, SET_MAX } from './cutSet.ts'
import { decideIncrement } from './decideIncrement.ts'
import { decideSet, lookUp, type Member } from './decideSet.ts'
import { limits } from '../rules/limits.ts'
import { afterDecision } from './afterDecision.ts'
import { RAISES } from './judge.ts'
import { moneyOf } from './moneyOf.ts'
import { Moved, readShards, shardsNow, type Shard } from './shards.ts'

/** Under load, sets start this far apart, or when half full: about the duration of one. Small sets cost as much as large ones. */
const GATHER_MS = 6
/** A request for a node that has been away for so long is not kept waiting: answers on the network's connections come in order, so others would wait behind it. */
const AWAY_MS = 500

/** `undefined`: the outcome is not known in time. It is not a decline: the network reverses the request. */
export type Answer = AuthorizationDecision | undefined
type Waiting = Member & {
  readonly since: number
  tries: number
  alone: boolean
  /** Of its card, once it is known. */
  cell: number | undefined
  /** Where its card is has been looked up. */
  soughtPlace: boolean
  answer: ((answer: Answer) => void) | undefined
}

let waiting: Waiting[] = []
/** Not a Set, which would retain answered requests (docs/decisions/0042-keep-per-query-objects-short-lived.md). */
let atWork: Work[] = []
let soon: NodeJS.Immediate | undefined
let later: NodeJS.Timeout | undefined
let watch: NodeJS.Timeout | undefined
/** `look`: only for where its cards are. `shard`: where these are, if an engine has spread the tables. */
type Work = { readonly lane: Lane; readonly set: Waiting[]; readonly look?: boolean; readonly shard?: Shard }
/** The set that started last. */
const last = { at: 0, size: 0 }

export function decide(member: Member): Promise<Answer> {
  return new Promise((resolve) => enqueue(member, resolve))
}

/** Like `decide` without a promise, which would be too expensive on the hot path. */
export function enqueue(member: Member, answer: (answer: Answer) => void): void {
  waiting.push({
    ...member,
    since: performance.now(),
    tries: 0,
    alone: false,
    cell: undefined,
    soughtPlace: false,
    answer,
  })
  watch ??= setInterval(expireOverdue, 100)
  // Deferred until everything else of this event-loop turn has arrived.
  soon ??= setImmediate(pump)
}

function pump(): void {
  soon = undefined
  clearTimeout(later)
  later = undefined
  while (waiting.length) {
    const crowded = last.size > 1 || busyLanes() > 0
    const early = crowded ? last.at + GATHER_MS - performance.now() : 0
    if (early > 0 && !isWorth(waiting)) return gather(early)
    const next = nextWork(early)
    if (!next) return // called again when a connection or a card is free
    last.at = performance.now()
    last.size = next.set.length
    void work(next)
  }
}

/** Started without waiting for more. */
const isWorth = (members: readonly Waiting[]): boolean => members.length >= SET_MAX / 2 || members[0]!.alone
const gather = (ms: number): void => void (later = setTimeout(pump, ms))

function nextWork(early: number): Work | undefined {
  const shards = shardsNow()
  if (shards) {
    if (anyAway()) answerForAway(shards)
    return toLookUp() ?? onFreeShard(shards)
  }
  const lane = freeLane(pump)
  if (!lane) return undefined
  if (lane.spread) {
    void readShards(lane.client).then(pump, () => {})
    return undefined
  }
  const free = ofFreeCards()
  const [first] = free
  if (!first) return undefined
  if (early > 0 && !isWorth(free)) return void gather(early)
  // A set is written under one issuer.
  const set = free.some((other) => other.alone || !isOfSame(first, other))
    ? cutTogether(first, isAmong(free))
    : cutSet(waiting, free, { lane: lane.n, lanes: LANES }, cellOf)
  return { lane, set }
}

/** The requests whose card no set is deciding: two sets that are decided at once never share a card. */
function ofFreeCards(): readonly Waiting[] {
  if (!atWork.length) return waiting
  const cards = new Set(atWork.flatMap(({ set }) => set.map(({ cardHash }) => cardHash)))
  return waiting.filter(({ cardHash }) => !cards.has(cardHash))
}

const isAmong = (members: readonly Waiting[]): ((member: Waiting) => boolean) => {
  const all = new Set(members)
  return (member) => all.has(member)
}

const cellOf = (member: Waiting): number | undefined => (member.cell ??= moneyOf(member.cardHash)?.cell)

/** The requests of cards that are not known yet. */
function toLookUp(): Work | undefined {
  const isUnknown = (member: Waiting) => !member.soughtPlace && cellOf(member) === undefined
  const first = waiting.find(isUnknown)
  const lane = first && freeLane(pump)
  return lane && { lane, set: cutTogether(first, isUnknown), look: true }
}

/**
 * The requests of one shard, of which no other set is being decided: sets of different shards never wait for each other's locks, and while a shard moves or its node is away, only one connection waits for it.
 */
function onFreeShard(shards: readonly Shard[]): Work | undefined {
  const passed = new Set(atWork.map(({ shard }) => shard?.id))
  const shardOf = (member: Waiting): Shard | undefined => {
    const cell = cellOf(member)
    // A number that no card has is declined anywhere.
    return cell !== undefined
      ? shards[cell]
      : member.soughtPlace
        ? shards.find((shard) => !passed.has(shard.id))
        : undefined
  }
  for (const first of waiting) {
    const shard = shardOf(first)
    if (!shard || passed.has(shard.id)) continue
    const lane = freeLane(pump, shard.node)
    if (lane) return { lane, set: cutTogether(first, (member) => shardOf(member) === shard), shard }
    passed.add(shard.id)
  }
  return undefined
}

/** What is waiting for a node that has been away for a while, and keeps being tried. */
function answerForAway(shards: readonly Shard[]): void {
  for (const member of waiting) {
    const cell = cellOf(member)
    const node = cell !== undefined ? shards[cell]!.node : home()
    if (awayMs(node) > AWAY_MS && !freeLane(pump, node)) reply(member, undefined)
  }
  waiting = waiting.filter(({ answer }) => answer)
}

const cutTogether = (first: Waiting, isHere: (member: Waiting) => boolean): Waiting[] =>
  cutWhere(
    waiting,
    first.alone ? (member) => member === first : (member) => !member.alone && isOfSame(first, member) && isHere(member),
  )
const isOfSame = (first: Waiting, { issuerId }: Waiting): boolean => issuerId === first.issuerId

async function work(at: Work): Promise<void> {
  const { lane, set, look, shard } = at
  lane.free = false
  lane.client.ref()
  atWork.push(at)
  planForSize(lane)
  try {
    if (look) {
      await lookUp(lane.client, set)
      for (const member of set) member.soughtPlace = true
      waiting.unshift(...set.filter(({ answer }) => answer))
    } else {
      decisions.setSize.add(set.length)
      const { answers, news, cardsOf } = await traced(set, () => decideSet(lane.client, set, shard))
      set.forEach((member, i) => (answers[i] === RAISES ? void raise(member) : reply(member, answers[i]!)))
      afterDecision(news)
      touchNow(cardsOf, 'trades', 'money')
    }
  } catch (error) {
    // Another node may be lost of which this one tells: then the connection stays.
    const lost = isLost(error) && !isTold(error)
    if (lost) drop(lane.client)
    const moved = shard !== undefined && hasMoved(error)
    if (shard) await rereadShards(moved)
    again(set, error, { together: lost || moved, counts: !moved })
  } finally {
    atWork = atWork.filter((other) => other !== at)
    lane.free = true
    lane.client.unref()
    pump()
  }
}

/** A trace of one set in so many: their statements are prepared and sent together, so that a span of each would say little and cost much. */
const TRACED_EVERY = 100
let untraced = 0
const traced = <T>(set: readonly Waiting[], work: () => Promise<T>): Promise<T> =>
  isTracing() && untraced++ % TRACED_EVERY === 0
    ? inSpan('decide', { kind: 'server', attributes: { 'kaika.set_size': set.length } }, work)
    : work()

/** The authorization that it raises is committed now. */
async function raise(member: Waiting): Promise<void> {
  const { issuerId, request } = member
  const { ref: authorizationRef, messageRef, ...asked } = request
  try {
    reply(member, await decideIncrement(issuerId, { ...asked, kind: 'increment', authorizationRef, ref: messageRef! }))
  } catch {
    reply(member, undefined)
  }
}

const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code)
const isTold = (error: unknown): boolean => (error as { severity?: unknown } | null)?.severity === 'ERROR'
/** Nothing of the set has happened: its shard is on another node now, and not here any more (42P01). */
const hasMoved = (error: unknown): boolean => error instanceof Moved || codeOf(error) === '42P01'

/** A set could not be decided where its cells were: they may be elsewhere now. */
async function rereadShards(atOnce: boolean): Promise<void> {
  const lane = freeLane(pump)
  if (lane) await readShards(lane.client, atOnce).catch(() => {})
}

/**
 * A failed set has decided nothing, or its commit was not confirmed; retrying is right in both cases, because committed requests are found under the network's
 * reference. One by one, so that a request that cannot be decided does not affect others. Only the deadline ends the wait for cells that move.
 */
function again(
  set: readonly Waiting[],
  error: unknown,
  { together, counts }: { together: boolean; counts: boolean },
): void {
  for (const member of set) {
    if (!member.answer) continue
    member.alone = !together
    if (counts) member.tries++
    if (member.tries < 4) waiting.unshift(member)
    else reply(member, isUnwritable(error) ? declined('SYSTEM_ERROR') : undefined)
  }
}

/** The request contains a value that our database cannot store (class 22), so nothing is or will be held under its reference. */
const isUnwritable = (error: unknown): boolean => codeOf(error).startsWith('22')

function reply(member: Waiting, answer: Answer): void {
  if (!member.answer) return
  decisions.took.add(performance.now() - member.since)
  if (!answer) decisions.unanswered++
  else if (answer.approved) decisions.approved++
  else decisions.declined++
  member.answer(answer)
  member.answer = undefined
}

/**
 * Too late for the network, which has stopped waiting. None of them is declined, not even one that was never sent to the database: it may be a repetition of a
 * request that was approved, here or on another server.
 */
function expireOverdue(): void {
  const before = performance.now() - limits.deadlineMs
  for (const member of waiting) if (member.since < before) reply(member, undefined)
  waiting = waiting.filter(({ answer }) => answer)
  for (const { set } of atWork) for (const member of set) if (member.since < before) reply(member, undefined)
  if (waiting.length) pump()
  else if (!atWork.length) {
    clearInterval(watch)
    watch = undefined
  }
}
