import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { newAccount, subOf, withWorld } from '../../test/world.ts'
import { DAY, setClock } from '../clock.ts'
import { db } from '../db.ts'
import { answers } from './answers.ts'
import { entitlementsOf } from './plans.ts'

withWorld()
after(() => setClock())

describe('what a plan gives', () => {
  it('is BASIC for everybody, without an end', async () => {
    const ana = await newAccount()
    const own = await answers.privilege(ana, {})
    assert.deepEqual([own.code, own.level, own.expireTime, own.next!.name], ['BASIC', 0, null, 'Standard'])
    assert.deepEqual(own.benefits.openFee, {}, 'the list price')
    assert.deepEqual(own.usage, { cards: 0, subSeats: 0 })
    const { maxCards, batchMax, loadFeeBps, openFeeCents, perLoadMaxCents } = await entitlementsOf(db, ana.accountId)
    assert.deepEqual([maxCards, batchMax, loadFeeBps, openFeeCents, perLoadMaxCents], [20, 5, 300, undefined, 100_000])
  })

  it('holds until the day it ends, and is BASIC again after', async () => {
    const ana = await newAccount({ plan: 'PRO' })
    await subOf(ana)
    const own = await answers.privilege(ana, {})
    assert.deepEqual([own.code, own.source, own.remainDays, own.usage.subSeats], ['PRO', 'STAFF', 365, 1])
    assert.deepEqual(own.benefits.openFee, { default: 200 })
    assert.equal((await entitlementsOf(db, ana.accountId)).loadFeeBps, 200)
    setClock(() => Date.now() + 365 * DAY)
    assert.equal((await entitlementsOf(db, ana.accountId)).code, 'BASIC')
  })
})
