import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { afterEach, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { owner as asOwner, withDatabase } from '#test/database.ts'
import { ChangeSender } from '../core/changes/sender.ts'
import { EVERYONE, sendBy, touch, touchNow, topicsOf, type Change, type Touched } from '../core/changes/touch.ts'
import { sql, transaction } from '../core/db.ts'
import { ChangeListener } from './listener.ts'
import { Ring } from './ring.ts'
import { Streams } from './streams.ts'

class Response extends EventEmitter {
  text = ''
  writableLength = 0
  destroyed = false
  write(chunk: Buffer | string): boolean {
    this.text += String(chunk)
    return true
  }
  end(): void {
    this.destroyed = true
    this.emit('close')
  }
  destroy(): void {
    this.end()
  }
  /** What has come since the last look. */
  read(): string {
    const { text } = this
    this.text = ''
    return text
  }
}

const owner = (loginId = 'log_a', kind: 'parent' | 'sub' = 'parent') => ({
  ...{ kind, accountId: 'acc_a', loginId, sessionId: 'ses_a' },
})
const change = (topics: number, ...cards: string[]): Change => ({
  topics,
  cards: cards.length ? new Set(cards) : undefined,
})
const of = (accountId: string, topics: number, ...cards: string[]): Touched =>
  new Map([[accountId, change(topics, ...cards)]])
const trades = of('acc_a', 1)

type Listener = { since?: string; ago?: number; login?: string; kind?: 'parent' | 'sub' }
function open(streams: Streams, { since, ago, login, kind }: Listener = {}): Response {
  const response = new Response()
  streams.open(owner(login, kind), response, { since, ago })
  return response
}

describe('streams', () => {
  test('a new stream is told to read everything, then only what its account changed', () => {
    const streams = new Streams(() => {})
    const response = open(streams)
    assert.match(response.read(), /^event: resync\n/)
    streams.changed('7', of('acc_b', 1))
    assert.equal(response.read(), '')
    streams.changed('8', trades)
    assert.equal(response.read(), 'id: 8\ndata: {"topics":["trades"]}\n\n')
    streams.endAll()
  })

  test('one that comes back gets what it missed as one event, or is told to read everything', () => {
    const streams = new Streams(() => {})
    streams.changed('1', trades)
    streams.changed('3', of('acc_a', 4))
    streams.changed('2', of('acc_b', 2)) // another server's: ids are not in order
    assert.equal(open(streams, { since: '1' }).read(), 'id: 2\ndata: {"topics":["money"]}\n\n')
    assert.equal(open(streams, { since: '3' }).read(), 'id: 2\n\n')
    assert.match(open(streams, { since: '99' }).read(), /event: resync/)
    streams.endAll()
  })

  test('one that has read for a while before it listens gets what changed in that time, or is told to read everything', async () => {
    const streams = new Streams(() => {})
    await sleep(30)
    streams.changed('1', of('acc_a', 4))
    assert.equal(open(streams, { ago: 20 }).read(), 'id: 1\ndata: {"topics":["money"]}\n\n')
    assert.match(open(streams, { ago: 5_000 }).read(), /event: resync/, 'from before this server listened')
    await sleep(30)
    assert.equal(open(streams, { ago: 10 }).read(), 'id: 1\n\n')
    for (let id = 2; id < 8_200; id++) streams.changed(String(id), of('acc_b', 1))
    assert.match(open(streams, { ago: 80 }).read(), /event: resync/, 'from before the last that are kept')
    streams.resync()
    assert.match(open(streams, { ago: 1 }).read(), /event: resync/, 'from before changes may have been missed')
    streams.endAll()
  })

  test('what concerns everybody is in the next heartbeat, once, and in what a stream has missed', async (t) => {
    t.mock.timers.enable({ apis: ['setInterval'] })
    const streams = new Streams(() => {})
    streams.changed('1', trades)
    const response = open(streams, { since: '1' })
    response.read()
    streams.changed('2', of(EVERYONE, 8))
    assert.equal(response.read(), '')
    t.mock.timers.tick(25_000)
    assert.equal(response.read(), 'id: 2\ndata: {"topics":["account"]}\n\n')
    t.mock.timers.tick(25_000)
    assert.equal(response.read(), 'id: 2\n\n')
    assert.equal(open(streams, { since: '1' }).read(), 'id: 2\ndata: {"topics":["account"]}\n\n')
    streams.endAll()
  })

  test('the cards are named where only they changed, and never to a sub-account', () => {
    const streams = new Streams(() => {})
    streams.changed('1', trades)
    const [parent, sub] = [open(streams, { since: '1' }), open(streams, { since: '1', kind: 'sub' })]
    for (const response of [parent, sub]) response.read()
    streams.changed('2', of('acc_a', 1, 'card_a'))
    streams.changed('3', of('acc_a', 4, 'card_b'))
    assert.equal(
      parent.read(),
      'id: 2\ndata: {"topics":["trades"],"cards":["card_a"]}\n\nid: 3\ndata: {"topics":["money"],"cards":["card_b"]}\n\n',
    )
    assert.equal(sub.read(), 'id: 2\ndata: {"topics":["trades"]}\n\nid: 3\ndata: {"topics":["money"]}\n\n')
    assert.equal(
      open(streams, { since: '1' }).read(),
      'id: 3\ndata: {"topics":["trades","money"],"cards":["card_a","card_b"]}\n\n',
    )
    assert.equal(open(streams, { since: '1', kind: 'sub' }).read(), 'id: 3\ndata: {"topics":["trades","money"]}\n\n')
    streams.changed('4', trades)
    assert.equal(open(streams, { since: '1' }).read(), 'id: 4\ndata: {"topics":["trades","money"]}\n\n')
    streams.endAll()
  })

  test('a seventh stream of a login ends its oldest, and a full server refuses', () => {
    const streams = new Streams(() => {})
    const all = Array.from({ length: 7 }, () => open(streams))
    assert.deepEqual(
      all.map(({ destroyed }) => destroyed),
      [true, false, false, false, false, false, false],
    )
    streams.limit(6)
    assert.throws(() => streams.refuseFull(), { refusal: 'busy' })
    streams.endAll()
    assert.equal(streams.size, 0)
    streams.refuseFull()
  })

  test('a change of the account has its sessions checked, and ended ones lose their streams', () => {
    const doubtful: string[] = []
    const streams = new Streams((sessions) => void doubtful.push(...sessions.map(({ sessionId }) => sessionId)))
    const response = open(streams)
    doubtful.length = 0
    streams.changed('1', trades)
    assert.deepEqual(doubtful, [])
    streams.changed('2', of('acc_a', 8))
    assert.deepEqual(doubtful, ['ses_a'])
    streams.endSessions(new Set(['ses_a']))
    assert.equal(response.destroyed, true)
  })

  test('a receiver that does not read is cut off', () => {
    const streams = new Streams(() => {})
    const response = open(streams)
    response.writableLength = 100_000
    streams.changed('1', trades)
    assert.equal(response.destroyed, true)
  })
})

test('the ring forgets the oldest changes', () => {
  const ring = new Ring(2)
  for (const id of ['1', '2', '3', '4', '5']) ring.add(id, trades)
  assert.equal(ring.since('1', 'acc_a'), undefined)
  assert.deepEqual(ring.since('3', 'acc_a'), change(1))
  assert.equal(ring.since('5', 'acc_a')!.topics, 0)
})

describe('what a transaction touches', () => {
  const database = withDatabase()
  afterEach(() => sendBy(undefined))

  test('is sent once it has committed, merged, and not if it was rolled back', async () => {
    const sent: [string, string[]][] = []
    sendBy((touched) => {
      for (const [accountId, { topics }] of touched) sent.push([accountId, topicsOf(topics)])
    })
    await transaction(async (tx) => {
      touch(tx, 'acc_a', 'money')
      touch(tx, 'acc_a', 'trades', 'money')
      assert.deepEqual(sent, [])
    })
    assert.deepEqual(sent, [['acc_a', ['trades', 'money']]])
    await assert.rejects(
      transaction(async (tx) => {
        touch(tx, 'acc_b', 'money')
        throw new Error('changed my mind')
      }),
    )
    assert.equal(sent.length, 1)
  })

  test('of many cards is of any card', () => {
    const sent: (readonly string[] | undefined)[] = []
    sendBy((touched) => sent.push(...Array.from(touched.values(), ({ cards }) => cards && [...cards])))
    const cards = Array.from({ length: 9 }, (_, i) => `card_${i}`)
    touchNow(
      new Map([
        ['acc_a', new Set(cards.slice(1))],
        ['acc_b', new Set(cards)],
      ]),
      'trades',
    )
    assert.deepEqual(sent, [cards.slice(1), undefined])
  })

  test('reaches the listener of another process, also after its connection was lost', async () => {
    const heard: string[] = []
    let resyncs = 0
    const listener = new ChangeListener(database.url, {
      changed: (id, touched) =>
        void heard.push(
          `${/^\d+$/.test(id)} ${Array.from(touched, ([accountId, { topics, cards = [] }]) => [accountId, topics, ...cards]).join(' ')}`,
        ),
      resync: () => void resyncs++,
    })
    const sender = new ChangeSender(database.url)
    try {
      await listener.start()
      assert.equal(resyncs, 1)
      sender.send(trades)
      await until(() => heard.length === 1)
      // Two within a tenth of a second are one notification.
      sender.send(trades)
      sender.send(new Map([...of('acc_a', 4, 'card_a'), ...of('acc_b', 2, 'card_b', 'card_c'), ...of('acc_c', 1)]))
      await until(() => heard.length === 2)
      assert.deepEqual(heard, ['true acc_a,1', 'true acc_a,5 acc_b,2,card_b,card_c acc_c,1'])
      await endConnections('kaika hears')
      await until(() => resyncs === 2)
      sender.send(trades)
      await until(() => heard.length === 3)
    } finally {
      await sender.close()
      await listener.stop()
    }
  })

  const endConnections = (name: string) =>
    sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = ${name}`.execute(asOwner)
})

/** The runner's time limit ends a wait that is in vain. */
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await sleep(10)
}
