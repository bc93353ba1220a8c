/**
 * Requests that arrive together are decided together. A single request starts immediately, so nothing waits under light load; under heavy load, each set
 * collects requests for a moment after the previous one started.
 */
import { touchNow } from '#server/core/changes/touch.ts'
import { isLost } from '#server/core/db.ts'
import { decisions } from '#server/core/metrics.ts'
import { outside, type AuthorizationDecision } from '#server/outside/outside.ts'
import { declined } from './parseRequest.ts'
import { busyLanes, drop, freeLane, LANES, planForSize, type Lane } from './connections.ts'
import { cutCell, cutSet, SET_MAX } from './cutSet.ts'
import { decideSet, othersThanOneCell, type Member } from './decideSet.ts'
import { limits } from '../rules/limits.ts'
import { afterDecision } from './afterDecision.ts'
import { moneyOf } from './moneyOf.ts'

/** Under load, sets start this far apart, or when half full: about the duration of one. Small sets cost as much as large ones. */
const GATHER_MS = 6

/** `undefined`: the outcome is not known in time. It is not a decline: the network reverses the request. */
export type Answer = AuthorizationDecision | undefined
type Waiting = Member & {
  readonly since: number
  tries: number
  alone: boolean
  answer: ((answer: Answer) => void) | undefined
}

let waiting: Waiting[] = []
/** Not a Set, which would retain answered requests (docs/decisions/0042-keep-per-query-objects-short-lived.md). */
let atWork: Waiting[][] = []
let soon: NodeJS.Immediate | undefined
let later: NodeJS.Timeout | undefined
let watch: NodeJS.Timeout | undefined
/** The set that started last. */
const last = { at: 0, size: 0 }

export function decide(member: Member): Promise<Answer> {
  return new Promise((resolve) => enqueue(member, resolve))
}

/** Like `decide` without a promise, which would be too expensive on the hot path. */
export function enqueue(member: Member, answer: (answer: Answer) => void): void {
  waiting.push({ ...member, since: performance.now(), tries: 0, alone: false, answer })
  watch ??= setInterval(expireOverdue, 100)
  // Deferred until everything else of this event-loop turn has arrived.
  soon ??= setImmediate(pump)
}

function pump(): void {
  soon = undefined
  clearTimeout(later)
  later = undefined
  while (waiting.length) {
    const full = waiting.length >= SET_MAX / 2 || waiting[0]!.alone
    const crowded = last.size > 1 || busyLanes() > 0
    const early = last.at + GATHER_MS - performance.now()
    if (crowded && !full && early > 0) return void (later = setTimeout(pump, early))
    const lane = freeLane(pump)
    if (!lane) return // called again when one is free
    const set = waiting[0]!.alone
      ? waiting.splice(0, 1)
      : lane.spread
        ? cutCell(waiting, cellOf)
        : cutSet(waiting, { lane: lane.n, lanes: LANES }, cellOf, isAtWork())
    last.at = performance.now()
    last.size = set.length
    void work(lane, set)
  }
}

const cellOf = ({ panHash }: Member): number | undefined => moneyOf(panHash)?.cell

/** Tells whether a set that is being decided has a request of the same card. Most sets do not ask, so the cards are collected at the first question. */
function isAtWork(): (member: Waiting) => boolean {
  let cards: Set<string> | undefined
  return ({ panHash }) => (cards ??= new Set(atWork.flatMap((set) => set.map((other) => other.panHash)))).has(panHash)
}

async function work(lane: Lane, set: Waiting[]): Promise<void> {
  lane.free = false
  lane.client.ref()
  atWork.push(set)
  planForSize(lane)
  try {
    if (lane.spread) waiting.unshift(...(await othersThanOneCell(lane.client, set)))
    const { answers, news, accountIds } = await decideSet(lane.client, set, outside.issuer.id, lane.spread)
    set.forEach((member, i) => reply(member, answers[i]!))
    afterDecision(news)
    touchNow(accountIds, 'trades', 'money')
  } catch (error) {
    if (isLost(error)) drop(lane.client)
    again(set, error)
  } finally {
    atWork = atWork.filter((other) => other !== set)
    lane.free = true
    lane.client.unref()
    pump()
  }
}

/**
 * A failed set has decided nothing, or its commit was not confirmed; retrying is right in both cases, because committed requests are found under the network's
 * reference. One by one, so that a request that cannot be decided does not affect others.
 */
function again(set: readonly Waiting[], error: unknown): void {
  for (const member of set) {
    if (!member.answer) continue
    member.alone = !isLost(error)
    if (++member.tries < 4) waiting.unshift(member)
    else reply(member, isUnwritable(error) ? declined('SYSTEM_ERROR') : undefined)
  }
}

/** The request contains a value that our database cannot store (class 22), so nothing is or will be held under its reference. */
const isUnwritable = (error: unknown): boolean => String((error as { code?: unknown } | null)?.code).startsWith('22')

function reply(member: Waiting, answer: Answer): void {
  if (!member.answer) return
  decisions.took.add(performance.now() - member.since)
  if (!answer) decisions.unanswered++
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
  for (const set of atWork) for (const member of set) if (member.since < before) reply(member, undefined)
  if (waiting.length) pump()
  else if (!atWork.length) {
    clearInterval(watch)
    watch = undefined
  }
}
