/** Twelve kinds of fault. Each strikes, lasts, and is healed as an operator or a supervisor would; the service has to recover by itself. */
import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Cluster } from './cluster.ts'
import { until, type DatabaseMachine } from './databases.ts'
import { faketime } from './missing.ts'

const SECOND = 1000

export type Fault = {
  title: string
  /** Why it cannot be tried here, or nothing. */
  without?: () => string | undefined
  /** Returns when the fault is over. Throws if it did not strike. */
  strike(cluster: Cluster): Promise<void>
}

const struck = (count: number, what: string): void => {
  if (!count) throw new Error(`the fault did not strike: ${what}`)
}

/** Frozen for so long, and then as if nothing had been. */
async function frozen({ machine }: DatabaseMachine, word: string, forMs: number): Promise<void> {
  struck(await machine.signal('SIGSTOP', word), `no process on ${machine.name} to freeze`)
  try {
    await sleep(forMs)
  } finally {
    await machine.signal('SIGCONT', word)
  }
}

async function cutOff(
  { machine }: DatabaseMachine,
  ways: readonly ('input' | 'output')[],
  forMs: number,
): Promise<void> {
  await machine.cut(...ways)
  try {
    await sleep(forMs)
  } finally {
    await machine.heal()
  }
}

export const faults = {
  kill: {
    title: 'leader’s PostgreSQL killed',
    async strike(cluster) {
      const { machine } = await cluster.leader()
      struck(await machine.signal('SIGKILL', 'postgres'), 'no PostgreSQL')
      await sleep(15 * SECOND)
    },
  },
  freeze: {
    title: 'leader frozen for 25 s',
    strike: async (cluster) => frozen(await cluster.leader(), '', 25 * SECOND),
  },
  isolate: {
    title: 'leader isolated both ways for 22 s',
    strike: async (cluster) => cutOff(await cluster.leader(), ['input', 'output'], 22 * SECOND),
  },
  halfCut: {
    title: 'leader can receive and not send for 22 s',
    strike: async (cluster) => cutOff(await cluster.leader(), ['output'], 22 * SECOND),
  },
  hungPatroni: {
    title: 'leader’s Patroni hung for 22 s',
    strike: async (cluster) => frozen(await cluster.leader(), '/usr/bin/patroni', 22 * SECOND),
  },
  standby: {
    title: 'synchronous standby cut off for 20 s',
    strike: async (cluster) => cutOff(await cluster.synchronousStandby(), ['input', 'output'], 20 * SECOND),
  },
  etcd: {
    title: 'two of three etcd dead for 25 s',
    async strike(cluster) {
      const two = cluster.databases.slice(0, 2)
      for (const { machine } of two) struck(await machine.signal('SIGKILL', 'etcd'), 'no etcd')
      await sleep(25 * SECOND)
      for (const database of two) database.startEtcd()
    },
  },
  switchover: {
    title: 'planned switchover',
    async strike(cluster) {
      const before = await cluster.leader()
      await cluster.switchOver()
      await until('another leads', async () => (await cluster.leader()) !== before)
    },
  },
  cancel: {
    title: 'waits for the standby cancelled, then the leader killed',
    async strike(cluster) {
      const leader = await cluster.leader()
      // Nothing more of the log arrives, also not later: what a stopped process has not read would be read when it goes on.
      await leader.machine.silence(
        5432,
        cluster.others(leader).map(({ machine }) => machine),
      )
      try {
        struck(await cancelWaits(cluster.url(leader, 'postgres'), 4 * SECOND), 'nobody waited for a standby')
        await leader.machine.signal('SIGKILL')
        // The kernel would still send what a process has written before it was killed.
        await sleep(12 * SECOND)
      } finally {
        await leader.machine.heal()
      }
      leader.startEtcd()
      leader.startPatroni()
    },
  },
  diskFull: {
    title: 'leader’s WAL volume full for 20 s',
    async strike(cluster) {
      const leader = await cluster.leader()
      const ballast = path.join(leader.walVolume, 'ballast')
      fill(ballast)
      try {
        struck(await useUpSegments(cluster.url(leader)), 'PostgreSQL still has room')
        await sleep(20 * SECOND)
      } finally {
        rmSync(ballast)
      }
    },
  },
  clock: {
    title: 'a Kaika server’s clock jumps by 90 s, and back after 45 s',
    without: () => (faketime() ? undefined : 'the package libfaketime is not installed'),
    async strike(cluster) {
      const app = cluster.apps[0]!
      cluster.setClock(app, 90)
      await sleep(45 * SECOND)
      cluster.setClock(app, 0)
    },
  },
  lost: {
    title: 'leader’s machine lost, with its files',
    async strike(cluster) {
      const leader = await cluster.leader()
      struck(await leader.machine.signal('SIGKILL'), 'nothing ran')
      leader.loseFiles()
      await sleep(15 * SECOND)
      leader.startEtcd()
      leader.startPatroni()
    },
  },
} satisfies Record<string, Fault>

export type FaultName = keyof typeof faults
export const faultNames = Object.keys(faults) as FaultName[]

/** Returns how many waits were cancelled. */
async function cancelWaits(url: string, forMs: number): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  let cancelled = 0
  for (const end = Date.now() + forMs; Date.now() < end; await sleep(20)) {
    const { rowCount } = await client.query(
      "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND usename = 'kaika_server'",
    )
    cancelled += rowCount!
  }
  await client.end()
  return cancelled
}

/** Begins new segments until there is no room for one, and PostgreSQL stops. Until then it writes into those that it keeps for this. Returns how many it began. */
async function useUpSegments(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  for (let begun = 1; begun < 100; begun++)
    try {
      await client.query("SELECT pg_logical_emit_message(false, 'ha', 'more'), pg_switch_wal()")
    } catch {
      return begun
    }
  await client.end()
  return 0
}

/** Takes what is left of the volume. */
function fill(file: string): void {
  try {
    execFileSync('dd', ['if=/dev/zero', `of=${file}`, 'bs=64k'], { stdio: 'ignore' })
  } catch {
    // It ends when the volume is full, which is the purpose.
  }
}
