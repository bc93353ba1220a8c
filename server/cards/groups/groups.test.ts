import assert from 'node:assert/strict'
import { test } from 'node:test'
import { identified } from '#test/fixtures/batches.ts'
import { asks, booksHold, operationsOf, opensCard, requestNo, withIssuer } from '#test/fixtures/cards.ts'
import { endOf, refusedAs } from '#test/refused.ts'
import { newAccount, subOf, type Person } from '#test/world.ts'
import { db, sql } from '#server/core/db.ts'
import { newId } from '#server/core/ids.ts'

withIssuer()

const rich = async (): Promise<Person> => {
  const ana = await newAccount({ balanceCents: 1_000_000, plan: 'PRO' })
  await identified(ana)
  return ana
}
const add = async (who: Person, name: string, remark?: string): Promise<string> =>
  (await asks(who, 'addCardGroup', { name, ...(remark && { remark }), requestNo: requestNo() })).gid
const groups = async (who: Person) => (await asks(who, 'listCardGroups', { pageSize: 200 })).data
const names = async (who: Person) => (await groups(who)).map(({ name }) => name)
const held = async (who: Person) =>
  (await groups(who)).map(({ name, cardCount, balance }) => [name, cardCount, balance])
const ungrouped = async (who: Person) => Object.values(await asks(who, 'countUngrouped', {}))
const operations = async (who: Person) => (await operationsOf(who)).filter((line) => line.startsWith('GROUP'))

test('groups hold cards and their balances, and so does no group', async () => {
  const ana = await rich()
  const [fb, gg] = [await add(ana, 'FB', 'ads'), await add(ana, 'GG')]
  const one = await opensCard(ana, { gid: fb, rechargeAmount: 5000 })
  const [two, three] = [
    await opensCard(ana, { rechargeAmount: 3000 }),
    await opensCard(ana, { rechargeAmount: 2000, gid: '0' }),
  ]
  assert.deepEqual(await held(ana), [
    ['FB', 1, 5000],
    ['GG', 0, 0],
  ])
  assert.deepEqual(await ungrouped(ana), [2, 5000])
  assert.deepEqual(await asks(ana, 'groupCards', { cardIds: [one, two, two], gid: gg }), { moved: 2 })
  assert.deepEqual(await asks(ana, 'groupCards', { cardIds: [one, two], gid: gg }), { moved: 0 })
  await asks(ana, 'groupCard', { cardId: three, gid: fb })
  await asks(ana, 'freezeCard', { cardIds: [two], frozen: true, requestNo: requestNo() })
  assert.deepEqual(await asks(ana, 'countCardGroups', { gids: [gg] }), [
    { gid: gg, count: 2, active: 1, frozen: 1, balance: 8000 },
  ])
  assert.equal((await asks(ana, 'countCardGroups', {})).length, 2)
  assert.deepEqual(await ungrouped(ana), [0, 0])
  const page = await asks(ana, 'listCards', { gid: gg })
  assert.deepEqual([page.total, page.summary.balance, page.data[0]!.groupName], [2, 8000, 'GG'])
  assert.equal((await asks(ana, 'listCards', { gid: '0' })).total, 0)
  const { group, card } = await asks(ana, 'showCard', { cardId: three })
  assert.deepEqual([group, card.gid, card.groupName], [{ gid: fb, name: 'FB' }, fb, 'FB'])
  const { data } = await asks(ana, 'cardLog', { cardId: one })
  assert.deepEqual([data[0]!.type, data[0]!.before, data[0]!.after], ['GROUP', 'FB', 'GG'])
  assert.equal((await operations(ana)).length, 4, 'two made, two moves; what moved nothing leaves no row')
  await booksHold()
})

test('names are unique whatever their case, and there are 200 groups at most', async () => {
  const ana = await newAccount()
  const fb = await add(ana, 'FB')
  await assert.rejects(add(ana, ' fb '), refusedAs('name_taken', 'name'))
  const gg = await add(ana, 'GG')
  await assert.rejects(asks(ana, 'changeCardGroup', { gid: gg, name: 'Fb' }), refusedAs('name_taken', 'name'))
  await asks(ana, 'changeCardGroup', { gid: fb, name: 'fb' })
  assert.equal(await add(await newAccount(), 'FB').then(() => 'ok'), 'ok', 'another account has its own names')

  const same = await Promise.all(Array.from({ length: 8 }, () => endOf(add(ana, 'Same'))))
  assert.deepEqual(same.toSorted(), [...Array<string>(7).fill('name_taken'), 'ok'])
  for (let n = 4; n <= 198; n++) await add(ana, `group ${n}`)
  const last = await Promise.all(['a', 'b', 'c', 'd'].map((name) => endOf(add(ana, name))))
  assert.deepEqual(last.toSorted(), ['group_limit', 'group_limit', 'ok', 'ok'])
  assert.equal((await asks(ana, 'listCardGroups', { name: 'GROUP 1' })).total, 109)
})

test('pinned groups stand above the others, and each moves among its own', async () => {
  const ana = await newAccount()
  const ids = new Map<string, string>()
  for (const name of ['a', 'b', 'c', 'd']) ids.set(name, await add(ana, name))
  const step = async (name: string, action?: 'TOP' | 'UP' | 'DOWN' | 'UNPIN') => {
    const { list } = await asks(ana, 'orderCardGroup', { gid: ids.get(name)!, ...(action && { action }) })
    assert.deepEqual(
      list.map(({ gid }) => gid),
      (await groups(ana)).map(({ gid }) => gid),
    )
    return (await groups(ana)).map(({ name, pinned }) => (pinned ? name.toUpperCase() : name)).join('')
  }
  assert.equal(await step('c'), 'Cabd')
  assert.equal(await step('d', 'TOP'), 'DCab')
  assert.equal(await step('d', 'DOWN'), 'CDab')
  assert.equal(await step('d', 'DOWN'), 'CDab', 'not below those that are not pinned')
  assert.equal(await step('a', 'UP'), 'CDab', 'nor above the pinned')
  assert.equal(await step('b', 'UP'), 'CDba')
  assert.equal(await step('c', 'UNPIN'), 'Dcba')
  assert.equal(await step('a', 'UNPIN'), 'Dcba')
  await assert.rejects(asks(ana, 'orderCardGroup', { gid: newId('cgr') }), refusedAs('not_found', 'gid'))
})

test('a removed group leaves its cards to another or to none', async () => {
  const ana = await rich()
  const [a, b, c, d] = [await add(ana, 'a'), await add(ana, 'b'), await add(ana, 'c'), await add(ana, 'd')]
  for (const gid of [a, b, c]) await opensCard(ana, { gid, rechargeAmount: 1000 })
  const remove = (gid: string, toGid?: string) =>
    asks(ana, 'removeCardGroup', { gid, ...(toGid && { toGid }), requestNo: requestNo() })
  await assert.rejects(remove(a, a), refusedAs('invalid', 'toGid'))
  await assert.rejects(remove(a, newId('cgr')), refusedAs('not_found', 'toGid'))
  assert.deepEqual(await remove(a, d), { moved: 1 })
  assert.deepEqual(await remove(b), { moved: 1 })
  await assert.rejects(remove(b), refusedAs('not_found', 'gid'))
  assert.deepEqual(await ungrouped(ana), [1, 1000])
  await assert.rejects(asks(ana, 'removeCardGroups', { gids: [] }), /choose_group/)
  const many = await asks(ana, 'removeCardGroups', { gids: [c, d, c], requestNo: requestNo() })
  assert.deepEqual(many, { removed: 2, moved: 2 })
  assert.deepEqual([await names(ana), await ungrouped(ana)], [[], [3, 3000]])
  assert.equal((await operations(ana)).length, 4 + 1 + 1 + 2)
})

test('groups merge into one, while cards are opened into them and moved about', async () => {
  const ana = await rich()
  const [a, b, c] = [await add(ana, 'a'), await add(ana, 'b'), await add(ana, 'c')]
  const cards = []
  for (const gid of [a, b, b, c]) cards.push(await opensCard(ana, { gid, rechargeAmount: 1000 }))
  const merge = (fromGids: string[], toGid: string) =>
    asks(ana, 'mergeCardGroups', { fromGids, toGid, requestNo: requestNo() })
  await assert.rejects(merge([a], a), refusedAs('invalid', 'fromGids'))
  await assert.rejects(merge([a, newId('cgr')], b), refusedAs('not_found', 'fromGids'))
  await assert.rejects(merge([a], newId('cgr')), refusedAs('not_found', 'toGid'))

  const ends = await Promise.all([
    endOf(merge([a, b], c)),
    ...cards.map((cardId) => endOf(asks(ana, 'groupCard', { cardId, gid: a }))),
    ...[a, b].map((gid) => endOf(opensCard(ana, { gid, rechargeAmount: 1000 }))),
    ...[a, b].map((gid) => endOf(asks(ana, 'removeCardGroup', { gid, requestNo: requestNo() }))),
  ])
  assert.ok(
    ends.every((end) => end === 'ok' || end === 'not_found'),
    ends.join(),
  )
  const left = await groups(ana)
  const inAll = left.reduce((sum, { cardCount }) => sum + cardCount, 0) + ((await ungrouped(ana))[0] ?? 0)
  assert.equal(inAll, (await asks(ana, 'listCards', {})).total, 'every card is in one group or in none')
  assert.ok(left.every(({ name }) => name !== 'a' && name !== 'b') || ends[0] === 'not_found')
  await booksHold()
})

test('merging says what it did', async () => {
  const ana = await rich()
  const [a, b, c] = [await add(ana, 'a'), await add(ana, 'b'), await add(ana, 'c')]
  for (const gid of [a, b, c]) await opensCard(ana, { gid, rechargeAmount: 1000 })
  const input = { fromGids: [a, b, c], toGid: c, requestNo: requestNo() }
  assert.deepEqual(await asks(ana, 'mergeCardGroups', input), { moved: 2 })
  assert.deepEqual(await asks(ana, 'mergeCardGroups', input), { moved: 2 }, 'sent twice, done once')
  assert.deepEqual(await held(ana), [['c', 3, 3000]])
  const { rows } = await sql<{ target: string; content_en: string; after: object }>`
    SELECT target, content_en, after FROM operate_log WHERE account_id = ${ana.accountId} AND type = 'GROUP' ORDER BY id DESC LIMIT 1`.execute(
    db,
  )
  assert.deepEqual(rows, [{ target: 'c', content_en: 'Merged into this group: a, b', after: { gid: c, moved: 2 } }])
})

test('a sub-account sees what is shared with it, and its own cards there', async () => {
  const ana = await rich()
  const sub = await subOf(ana, { keys: ['card:view', 'card:open', 'card:group', 'group:view'] })
  const [open, secret] = [await add(ana, 'open'), await add(ana, 'secret')]
  const share = (subUids: string[]) => asks(ana, 'changeCardGroup', { gid: open, subUids })
  await assert.rejects(share(['99999999']), refusedAs('not_found', 'subUids'))
  await share([sub.subUid])
  const mine = await opensCard(ana, { gid: open, rechargeAmount: 1000 })
  const its = await opensCard(sub, { gid: open, rechargeAmount: 2000 })

  assert.deepEqual(await held(sub), [['open', 1, 2000]])
  assert.deepEqual((await groups(ana))[0]!.shared, [{ subUid: sub.subUid, nickname: sub.name }])
  assert.deepEqual((await groups(sub))[0]!.shared, [])
  assert.deepEqual(await held(ana), [
    ['open', 2, 3000],
    ['secret', 0, 0],
  ])
  await assert.rejects(opensCard(sub, { gid: secret }), refusedAs('not_found', 'gid'))
  await assert.rejects(asks(sub, 'groupCard', { cardId: its, gid: secret }), refusedAs('not_found', 'gid'))
  await assert.rejects(asks(sub, 'groupCards', { cardIds: [its, mine], gid: open }), refusedAs('not_found', 'cardIds'))
  await assert.rejects(asks(sub, 'countCardGroups', { gids: [secret] }), refusedAs('not_found', 'gids'))

  await asks(ana, 'groupCard', { cardId: its, gid: secret })
  const { data } = await asks(sub, 'listCards', { gid: '0' })
  assert.deepEqual(
    data.map(({ cardId, gid, groupName }) => [cardId, gid, groupName]),
    [[its, null, null]],
    'a group that it is not shown is no group to it',
  )
  assert.deepEqual(await ungrouped(sub), [1, 2000])
  assert.equal((await asks(sub, 'listCards', { gid: secret })).total, 0)
  assert.equal((await asks(ana, 'listCards', { gid: secret, scope: 'all' })).total, 1)
  await share([])
  assert.deepEqual(await held(sub), [])
})

test('another account’s groups and cards are not there', async () => {
  const [ana, ben] = [await rich(), await rich()]
  const [hers, his] = [await add(ana, 'hers'), await add(ben, 'his')]
  const card = await opensCard(ana, { gid: hers })
  await assert.rejects(asks(ben, 'groupCard', { cardId: card, gid: his }), refusedAs('not_found', 'cardId'))
  await assert.rejects(asks(ana, 'groupCard', { cardId: card, gid: his }), refusedAs('not_found', 'gid'))
  await assert.rejects(asks(ben, 'changeCardGroup', { gid: hers, name: 'mine' }), refusedAs('not_found', 'gid'))
  for (const [name, input] of [
    ['removeCardGroup', { gid: hers }],
    ['removeCardGroups', { gids: [hers, his] }],
    ['mergeCardGroups', { fromGids: [hers], toGid: his }],
  ] as const)
    await assert.rejects(asks(ben, name, { ...input, requestNo: requestNo() } as never), refusedAs('not_found'))
  assert.deepEqual(await held(ana), [['hers', 1, 5000]])
})
