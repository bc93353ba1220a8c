import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { identified } from '#test/fixtures/batches.ts'
import { asks, opensCard, requestNo, withIssuer } from '#test/fixtures/cards.ts'
import { refusedAs } from '#test/refused.ts'
import { newAccount, subOf, type Person } from '#test/world.ts'

withIssuer()

let ana: Person
let sub: Person & { subUid: string }
const ids: string[] = []
beforeEach(async () => {
  if (ids.length) return
  ana = await newAccount({ balanceCents: 1_000_000, plan: 'PRO' })
  sub = await subOf(ana)
  await identified(ana)
  for (let i = 0; i < 7; i++)
    ids.push(
      await opensCard(ana, {
        rechargeAmount: 1000 * (i + 1),
        vid: i < 5 ? 'VISA-US-1' : 'MASTERCARD-US-1',
        firstName: i === 3 ? 'Percy' : 'Ana',
      }),
    )
  ids.push(await opensCard(sub, { rechargeAmount: 20_000 }))
  await asks(ana, 'freezeCard', { cardIds: [ids[0]!], frozen: true, requestNo: requestNo() })
  await asks(ana, 'deleteCard', { cardId: ids[1]!, requestNo: requestNo() })
})

const found = async (input: Parameters<typeof asks<'listCards'>>[2], who: Person = ana) =>
  (await asks(who, 'listCards', { pageSize: 50, ...input })).data.map(({ cardId }) => ids.indexOf(cardId))

test('newest first, with what all of them have and how many are in which state', async () => {
  const page = await asks(ana, 'listCards', {})
  assert.deepEqual(
    page.data.map(({ cardId }) => ids.indexOf(cardId)),
    [6, 5, 4, 3, 2, 1, 0],
  )
  assert.equal(page.total, 7)
  assert.equal(page.summary.balance, 28_000 - 2000)
  const { ACTIVE, FROZEN, CLOSED, PENDING } = page.summary.count
  assert.deepEqual({ ACTIVE, FROZEN, CLOSED, PENDING }, { ACTIVE: 5, FROZEN: 1, CLOSED: 1, PENDING: 0 })
  assert.ok(!JSON.stringify(page).includes('cvc'))
})

test('every filter finds what it names', async () => {
  const { data } = await asks(ana, 'listCards', { sort: 'openDate' })
  const [first] = data as [(typeof data)[0]]
  assert.deepEqual(await found({ status: ['FROZEN', 'CLOSED'] }), [1, 0])
  assert.deepEqual(await found({ vid: 'MASTERCARD-US-1' }), [6, 5])
  assert.deepEqual(await found({ segment: '5200' }), [6, 5])
  assert.deepEqual(await found({ holder: 'perc' }), [3])
  assert.deepEqual(await found({ holder: '%' }), [])
  assert.deepEqual(await found({ minBalance: 6000, maxBalance: 7000 }), [6, 5])
  assert.deepEqual(await found({ cardSeqNo: first.cardSeqNo }), [0])
  assert.ok((await found({ lastFour: first.lastFour! })).includes(0))
  assert.deepEqual(await found({ gid: '0' }), [6, 5, 4, 3, 2, 1, 0])
  assert.deepEqual(await found({ tagId: 'tag_1' }), [])
  assert.deepEqual(await found({ openEnd: first.openDate }), [0])
})

test('pages by number and by cursor give every card once, in either direction', async () => {
  for (const sort of ['-openDate', 'openDate', '-balance', 'balance', 'cardSeqNo', '-deposit', 'consume'] as const) {
    const whole = await found({ sort })
    const [byNumber, byCursor] = [[] as number[], [] as number[]]
    let cursor: string | undefined
    for (let pageNo = 1; pageNo <= 4; pageNo++) {
      byNumber.push(...(await found({ sort, pageNo, pageSize: 2 })))
      const page = await asks(ana, 'listCards', { sort, pageSize: 2, ...(cursor && { cursor }) })
      byCursor.push(...page.data.map(({ cardId }) => ids.indexOf(cardId)))
      cursor = page.cursor
    }
    assert.deepEqual(byNumber, whole, sort)
    assert.deepEqual(byCursor, whole, sort)
  }
  for (const cursor of ['x', 'e30', Buffer.from('["-openDate",1e300,"crd_1"]').toString('base64url')])
    await assert.rejects(asks(ana, 'listCards', { cursor }), refusedAs('invalid', 'cursor'))
})

test('a parent’s list is its own; of its sub-accounts on request; a sub-account’s its own whatever it asks', async () => {
  assert.deepEqual((await found({ scope: 'all' })).length, 8)
  assert.deepEqual(await found({ subUid: sub.subUid }), [7])
  const ofSubs = await asks(ana, 'listCardsOfSubs', {})
  assert.deepEqual(
    ofSubs.data.map(({ subUid, subNickname }) => [subUid, subNickname]),
    [[sub.subUid, sub.name]],
  )
  assert.deepEqual(await found({ scope: 'all' }, sub), [7])
  assert.deepEqual(await found({ subUid: 'another' }, sub), [7])
  assert.deepEqual((await asks(sub, 'listCardsOfSubs', { subUid: '1' })).total, 1)
  assert.deepEqual((await asks(await newAccount(), 'listCards', { subUid: sub.subUid })).total, 0)
})

test('segments come with the prices of the plan, in the language asked', async () => {
  const basic = await asks(await newAccount(), 'cardRanges', {})
  assert.equal(basic.length, 6)
  assert.deepEqual([basic[0]!.openFee, basic[0]!.loadFeeBps], [500, 300])
  const pro = await asks({ ...ana, from: { ...ana.from, lang: 'cn' } }, 'cardRanges', {
    network: 'VISA',
    country: 'US',
  })
  assert.deepEqual([pro.length, pro[0]!.openFee, pro[0]!.loadFeeBps], [2, 200, 200])
  assert.match(pro[0]!.desc, /美国/)
  assert.deepEqual(
    (await asks(ana, 'cardRanges', { keyword: 'hong kong' })).map(({ vid }) => vid),
    ['VISA-HK-1'],
  )
})

test('a made-up holder can be sent as it is, for every segment', async () => {
  for (const { vid } of await asks(ana, 'cardRanges', {})) {
    const holder = await asks(ana, 'suggestHolder', { vid })
    assert.ok(!Array.isArray(holder))
    const { phone: _, country, ...rest } = holder
    await opensCard(ana, { vid, ...rest, country: country as 'US' })
  }
  assert.equal(
    ((await asks(ana, 'suggestHolder', { num: 5, state: 'TX' })) as { state: string }[]).every(
      ({ state }) => state === 'TX',
    ),
    true,
  )
})
