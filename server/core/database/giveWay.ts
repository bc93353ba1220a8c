/**
 * Where decisions share processors with everything else, they come first: a process that decides no cards, and the database's processes that serve its connections, leave the processor
 * to those that decide. While nobody waits for it, they are as fast as without (docs/decisions/0092-other-work-gives-way-to-decisions.md).
 */
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import os from 'node:os'
import type { ClientBase } from 'pg'

/**
 * What a connection is for: calls and jobs, which may lock what a decision waits for, so they keep a third of the weight of one; or long work (exports, proofs,
 * back-tests), for which no decision ever waits.
 */
export type Weight = 'calls' | 'longWork'
const NICE = { process: 10, calls: 5, longWork: 15 } as const

let gives = false

/** This process decides no cards. Called before connections are opened. */
export function giveWay(): void {
  gives = true
  for (const thread of threads()) lower(thread, NICE.process)
  if (leadsSession()) lowerSession(NICE.process)
}

/**
 * Lowers the database's process of this connection, if it is one of this machine and of a user that we may lower. Its title has our end of the connection: through
 * a proxy, or on another machine, the process of that number has not, and nothing is done.
 */
export function connectionGivesWay(client: ClientBase, weight: Weight): void {
  if (!gives) return
  const { processID, connection } = client as ClientBase & { processID: number; connection: { stream: Socket } }
  if (titleOf(processID).includes(`(${connection.stream.localPort})`)) lower(processID, NICE[weight])
}

/** Linux lowers threads one by one; elsewhere a process is lowered as one. */
function threads(): number[] {
  try {
    return readdirSync('/proc/self/task').map(Number)
  } catch {
    return [0]
  }
}

/** Where it is not allowed, the service manager gives the weights (deploy/debian). */
function lower(id: number, nice: number): void {
  try {
    os.setPriority(id, nice)
  } catch {}
}

/** Linux shares processors between sessions first (autogroups), and our processes are sessions of their own if `npm start` has started them. */
function leadsSession(): boolean {
  try {
    // After the name, which may have spaces: state, parent, group, session.
    return Number(readFileSync('/proc/self/stat', 'latin1').split(') ')[1]!.split(' ')[3]) === process.pid
  } catch {
    return false
  }
}

function lowerSession(nice: number): void {
  try {
    writeFileSync('/proc/self/autogroup', String(nice))
  } catch {}
}

function titleOf(pid: number): string {
  try {
    return /^postgres: .*/.exec(readFileSync(`/proc/${pid}/cmdline`, 'latin1'))?.[0] ?? ''
  } catch {
    return ''
  }
}
