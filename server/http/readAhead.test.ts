import assert from 'node:assert/strict'
import { describe, mock, test } from 'node:test'
import pg from 'pg'
import { refusals } from '#contract/core/refusals.ts'
import { userInfo } from '#contract/identity/userInfo.ts'
import { listTags } from '#contract/cards/tags.ts'
import { ask, granted, withApp } from '#test/http/app.ts'
import { aHolder, opened } from '#test/http/inputs/actors.ts'
import { cardGroup, tag, topUpOrder } from '#test/http/inputs/fixtures.ts'
import { calls, inputs } from '#test/http/inputs/validInputs.ts'
import { newAccount, signedIn, subOf, type Person } from '#test/world.ts'
import { grantSub } from '../identity/identity.ts'
import { pagesOfKeys, type ElementKey } from '#contract/core/permissions.ts'
import { pool, sql, db, transaction } from '../core/db.ts'
import { onlyReads } from './readAhead.ts'

describe('what is read while the session is looked up', () => {
  const served = withApp({ connections: 4 })
  const tags = (token: string, input = {}) => ask<{ total: number }>(served.url, listTags, input, token)
  /** Connections that the work takes from the pool: one for each wait. */
  const taken = async (work: () => Promise<unknown>): Promise<number> => {
    let count = 0
    const counted = (): void => void count++
    pool.on('acquire', counted)
    await work().finally(() => pool.off('acquire', counted))
    return count
  }
  const grant = ({ accountId }: Person, subUid: string, keys: readonly ElementKey[]) =>
    transaction((tx) => grantSub(tx, accountId, subUid, { roleId: 'rol_senior', keys, pages: pagesOfKeys(keys) }))
  const named = (accountId: string, name: string) =>
    sql`INSERT INTO tag (cell, account_id, tag_id, name, color, created_at, updated_at)
        VALUES (cell_of(${accountId}), ${accountId}, ${`tag_${name}`}, ${name}, 'blue', clock_timestamp(), clock_timestamp())`.execute(
      db,
    )

  test('goes out together with it from the second call on, and shows what is there', async () => {
    const ana = await newAccount()
    const { token } = await signedIn(ana)
    for (let n = 0; n < 3; n++) await granted(served.url, listTags, {}, token)
    assert.equal(await taken(() => granted(served.url, listTags, {}, token)), 1)
    await named(ana.accountId, 'first')
    assert.equal((await tags(token)).data.total, 1)
  })

  test('is thrown away when the session has ended', async () => {
    const ana = await newAccount()
    const { token, sessionId } = await signedIn(ana)
    for (let n = 0; n < 2; n++) await granted(served.url, listTags, {}, token)
    await sql`UPDATE session SET revoked_why = 'elsewhere', revoked_at = clock_timestamp() WHERE session_id = ${sessionId}`.execute(
      db,
    )
    for (let n = 0; n < 2; n++) assert.equal((await tags(token)).code, refusals.revoked.code)
  })

  test('is thrown away when a permission was taken, and read anew when it was given', async () => {
    const ana = await newAccount()
    const bo = await subOf(ana, { keys: ['card:tag'] })
    const { token } = await signedIn(bo)
    for (let n = 0; n < 2; n++) await granted(served.url, listTags, {}, token)
    await grant(ana, bo.subUid, [])
    for (let n = 0; n < 2; n++) assert.equal((await tags(token)).code, refusals.not_permitted.code)
    await grant(ana, bo.subUid, ['card:tag'])
    await granted(served.url, listTags, {}, token)
  })

  test('is thrown away when the caller may do something else than at the last call', async () => {
    const ana = await newAccount()
    const bo = await subOf(ana, { keys: ['card:tag'] })
    const { token } = await signedIn(bo)
    const permissions = async () =>
      (await granted<{ subPermission: string[] }>(served.url, userInfo, {}, token)).subPermission.sort()
    for (let n = 0; n < 2; n++) assert.deepEqual(await permissions(), ['card:tag'])
    await grant(ana, bo.subUid, ['card:tag', 'card:view'])
    for (let n = 0; n < 2; n++) assert.deepEqual(await permissions(), ['card:tag', 'card:view'])
  })

  test('is not even begun for a caller without the permission', async () => {
    const { token } = await signedIn(await subOf(await newAccount(), { keys: ['card:view'] }))
    await granted(served.url, userInfo, {}, token)
    const asked = mock.method(pg.Client.prototype, 'query').mock
    assert.equal((await tags(token)).code, refusals.not_permitted.code)
    assert.equal(asked.callCount(), 1, 'the session was looked up, and nothing else was read')
    asked.restore()
  })

  test('changes nothing: these calls only read', async () => {
    const member = await aHolder()
    const [steady, toFreeze, toDelete] = (await opened(served, member, 3)) as [string, string, string]
    const [gid, tagId] = [await cardGroup(served, member), await tag(served, member)]
    const orderNo = await topUpOrder(served, member)
    const has = { steady, toFreeze, toDelete, gid, tagId, orderNo, noticeId: '' }
    const reading = calls.filter(([, row]) => onlyReads(row) && row.who !== 'sub')
    assert.ok(reading.length > 40)
    for (const [name, row] of reading) {
      const input = await inputs[name]({ served, member, has })
      const asked = mock.method(pg.Client.prototype, 'query').mock
      await granted(served.url, row, { ...input }, member.token)
      const texts = asked.calls.map(({ arguments: [first] }) => (first as { text?: string }).text ?? String(first))
      asked.restore()
      assert.deepEqual(
        texts.filter((text) =>
          /^\s*(begin|start)(?!.*\bread only$)|\b(insert\s+into|update\s+\w+\s+set|delete\s+from)\b/i.test(text),
        ),
        [],
        row.on,
      )
    }
  })

  test('answers each caller with their own', async () => {
    const [ana, bo] = [await newAccount(), await newAccount()]
    await named(ana.accountId, 'of ana')
    const [a, b] = [(await signedIn(ana)).token, (await signedIn(bo)).token]
    for (let n = 0; n < 3; n++) {
      const [hers, his] = await Promise.all([tags(a), tags(b)])
      assert.deepEqual([hers.data.total, his.data.total], [1, 0])
    }
  })

  test('a wrong input is refused as before, and by the session first', async () => {
    const { token, sessionId } = await signedIn(await newAccount())
    await granted(served.url, listTags, {}, token)
    const wrong = { name: 'x'.repeat(200) }
    assert.equal((await tags(token, wrong)).code, refusals.invalid.code)
    await sql`UPDATE session SET revoked_why = 'elsewhere', revoked_at = clock_timestamp() WHERE session_id = ${sessionId}`.execute(
      db,
    )
    assert.equal((await tags(token, wrong)).code, refusals.revoked.code)
  })
})
