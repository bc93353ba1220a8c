/**
 * Requests that arrive together are decided together. One that comes alone goes at once, so under light load nothing
 * waits; while many come, each set gathers for a moment after the one before it began.
 */
import { isLost } from '#server/core/db.ts'
import { decisions } from '#server/core/metrics.ts'
import { outside, type AuthorizationDecision } from '#server/outside/outside.ts'
import { declined } from './asked.ts'
import { busyLanes, drop, freeLane, type Lane } from './connections.ts'
import { decideSet, type Member } from './decideSet.ts'
import { limits } from './limits.ts'
import { tell } from './news.ts'

const SET_MAX = 64
/** While many come, sets begin this far apart, or when half full: about as long as one takes. Sets of a few cost as much as large ones. */
const GATHER_MS = 6

/** `undefined`: it cannot be told in time what became of the request. Nobody may take that for a no: the network gives it back. */
export type Answer = AuthorizationDecision | undefined
type Waiting = Member & {
  readonly since: number
  tries: number
  alone: boolean
  answer: ((answer: Answer) => void) | undefined
}

let waiting: Waiting[] = []
/** No Set: it would keep what has long been answered (docs/decisions/0042-keep-per-query-objects-short-lived.md). */
let atWork: Waiting[][] = []
let soon: NodeJS.Immediate | undefined
let later: NodeJS.Timeout | undefined
let watch: NodeJS.Timeout | undefined
/** The set that began last. */
const last = { at: 0, size: 0 }

export function decide(member: Member): Promise<Answer> {
  return new Promise((resolve) => enqueue(member, resolve))
}

/** The same without a promise: the hot path counts them. */
export function enqueue(member: Member, answer: (answer: Answer) => void): void {
  waiting.push({ ...member, since: performance.now(), tries: 0, alone: false, answer })
  watch ??= setInterval(expireOverdue, 100)
  // Not now but after what else has arrived in this turn of the loop.
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
    if (!lane) return // woken when one is free
    const set = waiting.splice(0, waiting[0]!.alone ? 1 : SET_MAX)
    last.at = performance.now()
    last.size = set.length
    void work(lane, set)
  }
}

async function work(lane: Lane, set: Waiting[]): Promise<void> {
  lane.free = false
  lane.client.ref()
  atWork.push(set)
  try {
    const { answers, news } = await decideSet(lane.client, set, outside.issuer.id)
    set.forEach((member, i) => reply(member, answers[i]!))
    tell(news)
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
 * A set that failed has decided nothing, or its commit was not answered; asking again is right for both, because what
 * was committed is found under the network's name. One by one, so that a request that cannot be decided does not take others with it.
 */
function again(set: readonly Waiting[], error: unknown): void {
  for (const member of set) {
    if (!member.answer) continue
    member.alone = !isLost(error)
    if (++member.tries < 4) waiting.unshift(member)
    else reply(member, isUnwritable(error) ? declined('SYSTEM_ERROR') : undefined)
  }
}

/** The request holds a value that no database of ours can store (class 22), so nothing is held under its name and nothing will be. */
const isUnwritable = (error: unknown): boolean => String((error as { code?: unknown } | null)?.code).startsWith('22')

function reply(member: Waiting, answer: Answer): void {
  if (!member.answer) return
  decisions.took.add(performance.now() - member.since)
  if (!answer) decisions.unanswered++
  member.answer(answer)
  member.answer = undefined
}

/**
 * Too late for the network, which has hung up. None of them is declined, not even one that was never sent to the
 * database: its name may be a repetition, and the first question may have been approved, here or on another server.
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
