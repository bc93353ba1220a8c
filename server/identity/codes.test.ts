import assert from 'node:assert/strict'
import { afterEach, describe, it } from 'node:test'
import { newAccount, textsTo, withWorld } from '#test/world.ts'
import { endOf, refusedAs } from '#test/refused.ts'
import { DAY, MINUTE, SECOND, setClock } from '../core/clock.ts'
import { db, sql, transaction } from '../core/db.ts'
import { module as identityModule } from './module.ts'
import { askCode, checkCode, stepUpTicket, useTicket } from './identity.ts'
import { useOutside, type Outside, type TextMessage } from '../outside/outside.ts'

const { jobs: tasks } = identityModule

withWorld()
afterEach(() => setClock())

const wrong = (code: string) => (code === '000000' ? '000001' : '000000')

describe('a code by SMS', () => {
  it('confirms what it was sent for, once', async () => {
    const ana = await newAccount()
    await askCode(ana, 'reveal')
    const { code } = (await textsTo(ana.mobile))[0]!
    await assert.rejects(checkCode(ana, 'password', code!), refusedAs('code_wrong'), 'not for something else')
    await checkCode(ana, 'reveal', code!)
    await assert.rejects(checkCode(ana, 'reveal', code!), refusedAs('code_wrong'), 'not again')
  })

  it('confirms only the payload that it was bound to', async () => {
    const ana = await newAccount()
    await askCode(ana, 'topUp', 'order 1')
    const { code } = (await textsTo(ana.mobile))[0]!
    await assert.rejects(checkCode(ana, 'topUp', code!, 'order 2'), refusedAs('code_wrong'))
    await checkCode(ana, 'topUp', code!, 'order 1')
  })

  it('judges five of three hundred guesses that arrive together; then it is burnt and the purpose is locked for 15 minutes', async () => {
    const ana = await newAccount()
    await askCode(ana, 'reveal')
    const { code } = (await textsTo(ana.mobile))[0]!
    const ends = await Promise.all(Array.from({ length: 300 }, () => endOf(checkCode(ana, 'reveal', wrong(code!)))))
    assert.equal(ends.filter((end) => end === 'code_wrong').length, 5)
    assert.equal(ends.filter((end) => end === 'code_locked').length, 295)
    await assert.rejects(checkCode(ana, 'reveal', code!), refusedAs('code_locked'))
    setClock(() => Date.now() + 2 * MINUTE)
    await assert.rejects(askCode(ana, 'reveal'), refusedAs('code_locked'))
    setClock(() => Date.now() + 16 * MINUTE)
    await askCode(ana, 'reveal')
    await checkCode(ana, 'reveal', (await textsTo(ana.mobile))[0]!.code!)
  })

  it('lives five minutes, and dies when the next one is sent', async () => {
    const ana = await newAccount()
    await askCode(ana, 'reveal')
    const first = (await textsTo(ana.mobile))[0]!.code!
    setClock(() => Date.now() + 5 * MINUTE)
    await assert.rejects(checkCode(ana, 'reveal', first), refusedAs('code_expired'))
    setClock(() => Date.now() + 61 * SECOND)
    await askCode(ana, 'reveal')
    const second = (await textsTo(ana.mobile))[0]!.code!
    if (first !== second) await assert.rejects(checkCode(ana, 'reveal', first), refusedAs('code_wrong'))
    await checkCode(ana, 'reveal', second)
  })

  it('is sent once a minute and ten times a day', async () => {
    const ana = await newAccount()
    const ends = await Promise.all(Array.from({ length: 20 }, () => endOf(askCode(ana, 'reveal'))))
    assert.equal(ends.filter((end) => end === 'ok').length, 1)
    for (let i = 1; i < 10; i++) {
      setClock(() => Date.now() + i * 61 * SECOND)
      await askCode(ana, 'reveal')
    }
    setClock(() => Date.now() + 11 * 61 * SECOND)
    await assert.rejects(askCode(ana, 'reveal'), refusedAs('too_fast'))
    setClock(() => Date.now() + 2 * DAY)
    await askCode(ana, 'reveal')
  })

  it('stands in the database neither as itself nor in the job that sends it, and arrives', async () => {
    const ana = await newAccount()
    const { target } = await askCode(ana, 'reveal')
    assert.equal(target, `${ana.mobile.slice(0, 3)}****${ana.mobile.slice(-4)}`)
    const { code } = (await textsTo(ana.mobile))[0]!
    const { rows } = await sql<{ text: string; payload: { codeId: string; sealed: string } }>`
      SELECT payload::text AS text, payload FROM graphile_worker._private_jobs ORDER BY id DESC LIMIT 1`.execute(db)
    assert.ok(!rows[0]!.text.includes(code!) && !rows[0]!.text.includes(ana.mobile))
    const sent: TextMessage[] = []
    useOutside({ sms: { send: async (message: TextMessage) => void sent.push(message) } } as unknown as Outside)
    await tasks['identity.sendText']!(rows[0]!.payload)
    assert.deepEqual(
      sent.map(({ area, mobile, code: digits }) => [area, mobile, digits]),
      [['86', ana.mobile, code]],
    )
  })
})

describe('a step-up ticket', () => {
  const use = (actor: Parameters<typeof useTicket>[1], scene: 'reveal' | 'export', ticket?: string) =>
    transaction((tx) => useTicket(tx, actor, scene, ticket))

  it('is good once, for its scene, its login and ten minutes', async () => {
    const [ana, bo] = [await newAccount(), await newAccount()]
    const { ticket } = await stepUpTicket(ana, 'reveal')
    await assert.rejects(use(ana, 'reveal'), refusedAs('step_up'))
    await assert.rejects(use(bo, 'reveal', ticket), refusedAs('step_up'))
    await assert.rejects(use(ana, 'export', ticket), refusedAs('step_up'))
    const ends = await Promise.all(Array.from({ length: 10 }, () => endOf(use(ana, 'reveal', ticket))))
    assert.equal(ends.filter((end) => end === 'ok').length, 1)
    const later = await stepUpTicket(ana, 'reveal')
    setClock(() => Date.now() + 10 * MINUTE)
    await assert.rejects(use(ana, 'reveal', later.ticket), refusedAs('step_up'))
  })

  it('is not used up by a transaction that fails', async () => {
    const ana = await newAccount()
    const { ticket } = await stepUpTicket(ana, 'reveal')
    await assert.rejects(
      transaction(async (tx) => {
        await useTicket(tx, ana, 'reveal', ticket)
        throw new Error('something else failed')
      }),
    )
    await use(ana, 'reveal', ticket)
  })
})
