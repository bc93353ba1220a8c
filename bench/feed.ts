/**
 * Ten thousand consoles that listen for changes (docs/decisions/0064-one-change-feed.md): what they cost while nothing happens, and how soon they hear. Another
 * process than the one that they listen to makes the changes, as a decision does after its answer.
 */
import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { watchChanges } from '#contract/changes/changes.ts'
import { ChangeSender } from '#server/core/changes/sender.ts'
import { sendBy, touchNow } from '#server/core/changes/touch.ts'
import { transaction } from '#server/core/db.ts'
import { hashPassword, mobileOf, openAccount, openSession, useIdentity } from '#server/identity/identity.ts'
import { useSecrets } from '#server/core/secrets.ts'
import { cpuMs } from './tools/cpuMs.ts'
import { percentile, tell, type Told } from './tools/figures.ts'
import { onScratch } from './tools/scratch.ts'

/** A login has six streams at most. */
const [STREAMS, PER_LOGIN] = [Number(process.env.BENCH_STREAMS ?? 10_000), 5]
const [QUIET_S, CHANGES, A_SECOND] = [60, 600, 20]
const AT_ONCE = 50

export async function bench(): Promise<Told> {
  const secret = randomBytes(32).toString('base64')
  useSecrets({ fieldKey: secret, lookupKey: secret })
  useIdentity({ captcha: false, memoryKiB: 64 })
  return onScratch({ durable: true }, async (url) => {
    const people = await holders(STREAMS / PER_LOGIN)
    const server = fork(new URL('processes/api.ts', import.meta.url), [JSON.stringify({ url, secret, hears: true })])
    const [port] = (await once(server, 'message')) as [number]
    const waits: number[] = []
    const heard = new Map<string, Heard>()
    const sockets: Socket[] = []
    for (const { accountId, token } of people) {
      heard.set(accountId, { streams: 0, sentAt: 0, waits })
      for (let i = 0; i < PER_LOGIN; i++) sockets.push(listen(port, token, heard.get(accountId)!))
      if (sockets.length % AT_ONCE === 0) await untilOpen(heard, sockets.length)
    }
    await untilOpen(heard, sockets.length)
    await sleep(5_000)

    const [cpu, from] = [cpuMs(server.pid!), performance.now()]
    await sleep(QUIET_S * 1000)
    const share = (100 * (cpuMs(server.pid!) - cpu)) / (performance.now() - from)

    const sender = new ChangeSender(url)
    sendBy((touched) => sender.send(touched))
    const busyFrom = [cpuMs(server.pid!), performance.now()] as const
    for (let i = 0; i < CHANGES; i++) {
      const { accountId } = people[(i * 7919) % people.length]!
      heard.get(accountId)!.sentAt = performance.now()
      touchNow(new Map([[accountId, undefined]]), 'trades', 'money')
      await sleep(1000 / A_SECOND)
    }
    const busy = (100 * (cpuMs(server.pid!) - busyFrom[0])) / (performance.now() - busyFrom[1])
    await sleep(2_000)
    await sender.close()
    for (const socket of sockets) socket.destroy()
    server.disconnect()
    waits.sort((a, b) => a - b)
    const at = (share: number): number => percentile(waits, share) / 1000
    return {
      figures: [
        {
          what: `${STREAMS} open streams while nothing happens, of one core`,
          value: share,
          unit: '%',
          reach: { atMost: 10 },
        },
        { what: `the same with ${A_SECOND} changes a second`, value: busy, unit: '%' },
        { what: 'from a change to the stream, p50', value: at(0.5), unit: 's' },
        { what: 'from a change to the stream, p95', value: at(0.95), unit: 's', reach: { atMost: 1 } },
        { what: 'from a change to the stream, p99', value: at(0.99), unit: 's' },
        {
          what: 'changes that a stream did not hear',
          value: CHANGES * PER_LOGIN - waits.length,
          unit: '',
          reach: { atMost: 0 },
        },
      ],
    }
  })
}

type Heard = { streams: number; sentAt: number; waits: number[] }

async function holders(count: number): Promise<{ accountId: string; token: string }[]> {
  const passwordHash = await hashPassword('Kaika1234')
  const from = { ip: '127.0.0.1', device: 'bench', lang: 'cn' } as Parameters<typeof openSession>[2]
  const made: { accountId: string; token: string }[] = []
  for (let i = 0; i < count; i++) {
    const mobile = mobileOf(`138${String(i).padStart(8, '0')}`, '86')
    made.push(
      await transaction(async (tx) => {
        const { accountId, loginId } = await openAccount(tx, { mobile, passwordHash })
        const { access_token } = await openSession(tx, { login_id: loginId, account_id: accountId }, from)
        return { accountId, token: access_token }
      }),
    )
  }
  return made
}

function listen(port: number, token: string, heard: Heard): Socket {
  const socket = connect(port, '127.0.0.1')
  socket.setNoDelay().setEncoding('utf8')
  socket.write(`GET ${watchChanges.path} HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${token}\r\n\r\n`)
  socket.on('data', (text: string) => {
    if (text.includes('event: resync')) heard.streams++
    else if (text.includes('"trades"')) heard.waits.push(performance.now() - heard.sentAt)
  })
  return socket
}

async function untilOpen(heard: ReadonlyMap<string, { streams: number }>, count: number): Promise<void> {
  const open = () => [...heard.values()].reduce((sum, { streams }) => sum + streams, 0)
  for (let waited = 0; open() < count; waited += 20) {
    if (waited > 30_000) throw new Error(`${open()} of ${count} streams are open`)
    await sleep(20)
  }
}

if (import.meta.main) tell(await bench())
