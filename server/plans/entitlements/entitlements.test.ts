import assert from 'node:assert/strict'
import { afterEach, describe, it } from 'node:test'
import { agreesOnLimit } from '#test/fixtures/ownLimits.ts'
import { newAccount, subOf, withWorld } from '#test/world.ts'
import { DAY, setClock } from '#server/core/clock.ts'
import { db } from '#server/core/db.ts'
import { answers } from '../module.ts'
import { entitlementsOf, ownLimitsOf } from '../plans.ts'

withWorld()
afterEach(() => setClock())

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

describe('a limit of an account’s own', () => {
  it('stands in the place of everybody’s until staff take it away, beside others that stay', async () => {
    const ana = await newAccount()
    assert.deepEqual(await ownLimitsOf(db, ana.accountId), {})
    await agreesOnLimit(ana, 'topupPerDay', 9_000_00)
    await agreesOnLimit(ana, 'perLoad', 5_000_00)
    assert.deepEqual(await ownLimitsOf(db, ana.accountId), { topupPerDay: 9_000_00, perLoad: 5_000_00 })
    assert.equal((await entitlementsOf(db, ana.accountId)).ownPerLoadCents, 5_000_00)
    await agreesOnLimit(ana, 'perLoad', undefined)
    assert.deepEqual(await ownLimitsOf(db, ana.accountId), { topupPerDay: 9_000_00 })
    assert.equal((await entitlementsOf(db, ana.accountId)).ownPerLoadCents, undefined)
  })
})
