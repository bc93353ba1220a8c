/** From the release before to this version, while people and the card network work: migrations first, then one server after another. */
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openCard, showCard } from '#contract/cards/cards.ts'
import { createRecharge, rechargeInfo, rechargeStatus } from '#contract/funding/funding.ts'
import { signUp, signUpCode } from '#contract/identity/identity.ts'
import { compose } from '#server/core/composition.ts'
import { migrate } from '#server/core/database/migrate.ts'
import { closeDb, openDb } from '#server/core/db.ts'
import { prove } from '#server/ledger/ledger.ts'
import { useSecrets } from '#server/core/secrets.ts'
import { composition } from '#server/modules.ts'
import { securityCode } from '#simulators/cardNumbers.ts'
import { emptyDatabase } from '../database.ts'
import { cardholder } from '../fixtures/identity.ts'
import type { Plastic } from '../fixtures/trades.ts'
import { granted, hangUp } from '../http/app.ts'
import { someRequestNo } from '../http/inputs/actors.ts'
import { startServers } from '../http/servers.ts'
import { FIELD_KEY, LOOKUP_KEY, newMobile, PASSWORD } from '../world.ts'
import { startBalancer } from './balancer.ts'
import { holdsWhatWasApproved, startLoad } from './load.ts'
import { until } from '../install/until.ts'

/** CHANGELOG.md, 1.0.0. */
const BEFORE = 'c6754474b7f3858f3bb768f3340a1e2d21a000d5'
/** What that release imports and this one does not. They stay installed for tests until another release is the one before. */
const ITS_PACKAGES = ['@fastify/swagger', '@fastify/swagger-ui']
const PEOPLE = 4

const root = path.resolve(import.meta.dirname, '../..')
const isThere = spawnSync('git', ['cat-file', '-e', `${BEFORE}^{commit}`], { cwd: root }).status === 0
const skip = !isThere && 'skipped: this checkout has no history, so it has no release before'

describe('an upgrade from the release before', { skip }, () => {
  const undo: (() => unknown)[] = []
  after(async () => {
    for (const each of undo.reverse()) await each()
  })

  test('loses no request, and its books and people are those of before', async (t) => {
    const before = mkdtempSync(path.join(tmpdir(), 'kaika-before-'))
    undo.push(() => rmSync(before, { recursive: true }))
    const archive = execFileSync(
      'git',
      ['archive', BEFORE, 'bin', 'server', 'contract', 'db', 'web/public', 'package.json'],
      { ...{ cwd: root, maxBuffer: 2 ** 28 } },
    )
    execFileSync('tar', ['-x', '-C', before], { input: archive })
    mkdirSync(path.join(before, 'dist'))
    for (const name of ITS_PACKAGES)
      assert.ok(existsSync(path.join(root, 'node_modules', name)), `${name} is installed`)
    symlinkSync(path.join(root, 'node_modules'), path.join(before, 'node_modules'))

    const database = await emptyDatabase()
    undo.push(() => database.close())
    const itsOwn = (await import(path.join(before, 'server/core/database/migrate.ts'))) as { migrate: typeof migrate }
    await itsOwn.migrate(database.ownerUrl, { serverUrl: database.url })
    const servers = await startServers(database.url, { code: before, drainMs: 500 })
    undo.push(() => servers.stop())
    const balancer = await startBalancer(servers.urls)
    undo.push(() => (balancer.stop(), hangUp()))

    const outside = async <T>(to: string, input?: object): Promise<T> => {
      const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(input) }
      const response = await fetch(servers.simulatorsUrl + to, input && post)
      assert.ok(response.ok, `${to}: ${response.status}`)
      return (await response.json()) as T
    }
    /** Signs up, tops up and opens a card: everything by the version before. */
    const joins = async (): Promise<{ token: string; cardId: string }> => {
      const [mobile, password] = [newMobile(), PASSWORD]
      await granted(balancer.url, signUpCode, { mobile })
      const code = await until(
        'the code arrives',
        async () => (await outside<{ code?: string }[]>(`/sms/inbox?mobile=${mobile}`))[0]?.code,
      )
      const person = { mobile, code, password, confirmPassword: password, agree: true }
      const { access_token: token } = await granted<{ access_token: string }>(balancer.url, signUp, person)
      const ask = <T>(...[row, input]: [Parameters<typeof granted>[1], object]): Promise<T> =>
        granted<T>(balancer.url, row, input as Record<string, unknown>, token)
      const rail = 'USDT_TRC20'
      const { quote } = await ask<{ quote: { quoteId: string } }>(rechargeInfo, { rail, amountStr: '500' })
      const order = await ask<{ orderNo: string; address: string; payAmountStr: string }>(createRecharge, {
        ...{ quoteId: quote.quoteId, rail, requestNo: someRequestNo() },
      })
      const units = order.payAmountStr.replace(/[^\d.]/g, '')
      await outside('/chain/transfers', { toAddress: order.address, units, confirmations: 30 })
      await until('the top-up is credited', async () => {
        const { status } = await ask<{ status: string }>(rechargeStatus, { orderNo: order.orderNo })
        return status === 'SUCCESS'
      })
      const { cardId } = await ask<{ cardId: string }>(openCard, {
        ...{ vid: 'VISA-US-1', rechargeAmount: 400_00, ...cardholder, requestNo: someRequestNo() },
      })
      await until('the card is active', async () => {
        const { card } = await ask<{ card: { status: string } }>(showCard, { cardId })
        return card.status === 'ACTIVE'
      })
      return { token, cardId }
    }
    const people = await Promise.all(Array.from({ length: PEOPLE }, joins))
    const store = new DatabaseSync(path.join(servers.dataDir, 'simulators.sqlite'), { readOnly: true })
    const made = store.prepare(`SELECT ref, pan, exp_month, exp_year FROM cards WHERE state = 'ACTIVE'`).all() as {
      ref: string
      pan: string
      exp_month: number
      exp_year: number
    }[]
    store.close()
    const cards = made.map(({ ref: cardRef, pan, exp_month: expMonth, exp_year: expYear }): Plastic => ({
      ...{ cardId: '', accountId: '', cardRef, cardNumber: pan, expMonth, expYear },
      cvc: securityCode(servers.key, pan, [expMonth, expYear]),
    }))
    assert.equal(cards.length, PEOPLE)

    // 1.0.0 does not announce that it closes a connection.
    const load = startLoad(balancer.url, {
      cards,
      tokens: people.map(({ token }) => token),
      key: servers.key,
      again: true,
    })
    await sleep(1000)
    const applied = await migrate(database.ownerUrl, { serverUrl: database.url })
    assert.ok(applied.length > 0, 'the new version brings tables')
    await sleep(1000)
    for (const nth of [0, 1]) {
      await servers.restart(nth)
      await sleep(1000)
    }
    // A way back: the version before goes on with the tables of the new one.
    await servers.restart(0, before)
    await sleep(1000)
    await servers.restart(0)
    await load.stop()
    t.diagnostic(
      `${load.made()} requests, ${load.approved.length} of them approved purchases; ${load.repeated()} sent again, ${load.unknown.length} reversed, ${load.failed.length} failed`,
    )
    assert.deepEqual(load.failed.slice(0, 10), [])

    useSecrets({ fieldKey: FIELD_KEY, lookupKey: LOOKUP_KEY })
    compose(composition)
    openDb(database.url, { connections: 4 })
    undo.push(() => closeDb())
    await holdsWhatWasApproved(load)
    assert.deepEqual(await prove(), [])
  })
})
