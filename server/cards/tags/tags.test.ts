import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { identified } from '#test/fixtures/batches.ts'
import { asks, booksHold, operationsOf, opensCard, requestNo, withIssuer } from '#test/fixtures/cards.ts'
import { endOf, refusedAs } from '#test/refused.ts'
import { newAccount, subOf, type Person } from '#test/world.ts'
import { newId } from '#server/core/ids.ts'

withIssuer()

let ana: Person
let cards: string[]
beforeEach(async () => {
  if (ana) return
  ana = await newAccount({ balanceCents: 1_000_000, plan: 'PRO' })
  await identified(ana)
  cards = []
  for (let n = 0; n < 3; n++) cards.push(await opensCard(ana))
})

const put = (who: Person, name: string, cardIds?: string[]) =>
  asks(who, 'addTag', { name, ...(cardIds && { cardIds }), requestNo: requestNo() })
const tagsOn = async (cardId: string, who = ana) =>
  (await asks(who, 'showCard', { cardId })).tags.map(({ name }) => name)
const counts = async (who: Person) =>
  (await asks(who, 'listTags', { pageSize: 200 })).data.map(({ name, cardCount }) => `${name} ${cardCount}`)

test('a tag is made, put on cards, found by and taken off', async () => {
  const { tagId, tagged } = await asks(ana, 'addTag', { name: 'VIP', color: 'gold', requestNo: requestNo() })
  assert.equal(tagged, 0)
  await assert.rejects(put(ana, 'vip'), refusedAs('name_taken', 'name'))
  assert.deepEqual(await put(ana, ' vip', cards.slice(0, 2)), { tagId, tagged: 2 }, 'a name that is there is that tag')
  assert.deepEqual(await put(ana, 'VIP', cards), { tagId, tagged: 1 })
  assert.deepEqual((await asks(ana, 'listCards', { tagId, sort: 'openDate' })).data[0]!.tags, [
    { tagId, name: 'VIP', color: 'gold' },
  ])
  assert.equal((await asks(ana, 'untagCards', { cardIds: [cards[2]!], tagId })).removed, 1)
  assert.equal((await asks(ana, 'untagCards', { cardIds: [cards[2]!], tagId })).removed, 0)
  assert.equal((await asks(ana, 'listCards', { tagId })).total, 2)
  const opened = await opensCard(ana, { tags: [tagId] })
  assert.deepEqual([await tagsOn(opened), await counts(ana)], [['VIP'], ['VIP 3']])
  await assert.rejects(opensCard(ana, { tags: [newId('tag')] }), refusedAs('not_found', 'tags'))
  assert.equal((await operationsOf(ana)).filter((line) => line === 'TAG OK').length, 4)

  const other = await put(ana, 'other', [opened])
  await assert.rejects(asks(ana, 'changeTag', { tagId, name: 'Other' }), refusedAs('name_taken', 'name'))
  await asks(ana, 'changeTag', { tagId, name: 'Best', color: 'red' })
  assert.deepEqual(await tagsOn(opened), ['Best', 'other'])
  assert.deepEqual(await asks(ana, 'removeTags', { tagId: [tagId, other.tagId], requestNo: requestNo() }), {
    untagged: 4,
  })
  assert.deepEqual([await tagsOn(opened), await counts(ana)], [[], []])
  assert.equal((await operationsOf(ana)).filter((line) => line === 'TAG OK').length, 8)
  await booksHold()
})

test('there are ten on a card and a hundred in all, also when all come at once', async () => {
  const many = await Promise.all(Array.from({ length: 12 }, (_, n) => endOf(put(ana, `t${n}`, [cards[0]!, cards[1]!]))))
  assert.deepEqual(many.filter((end) => end !== 'ok').toSorted(), ['card_tag_limit', 'card_tag_limit'])
  assert.equal((await tagsOn(cards[0]!)).length, 10)
  for (let n = 11; n <= 99; n++) await put(ana, `more ${n}`)
  const last = await Promise.all(['a', 'b', 'c'].map((name) => endOf(put(ana, name))))
  assert.deepEqual(last.toSorted(), ['ok', 'tag_limit', 'tag_limit'])
  const { data } = await asks(ana, 'listTags', { pageSize: 200 })
  await asks(ana, 'removeTags', { tagId: data.map(({ tagId }) => tagId), requestNo: requestNo() })
})

test('a sub-account tags its own cards only, with the account’s words', async () => {
  const sub = await subOf(ana, { keys: ['card:view', 'card:open', 'card:tag'] })
  const its = await opensCard(sub)
  const { tagId } = await put(ana, 'shop', [cards[0]!])
  assert.deepEqual(await put(sub, 'Shop', [its]), { tagId, tagged: 1 })
  assert.deepEqual([await counts(sub), await counts(ana)], [['shop 1'], ['shop 2']])
  await assert.rejects(put(sub, 'shop', [its, cards[0]!]), refusedAs('not_found', 'cardIds'))
  await assert.rejects(asks(sub, 'untagCards', { cardIds: [cards[0]!], tagId }), refusedAs('not_found', 'cardIds'))
  await assert.rejects(put(sub, 'new', [cards[0]!]), refusedAs('not_found', 'cardIds'))
  assert.deepEqual(await counts(sub), ['shop 1'], 'what was refused has made no tag')

  const ben = await newAccount()
  await assert.rejects(asks(ben, 'changeTag', { tagId, name: 'mine' }), refusedAs('not_found', 'tagId'))
  await assert.rejects(asks(ben, 'removeTags', { tagId: [tagId] }), refusedAs('not_found', 'tagId'))
  await assert.rejects(put(ben, 'shop', [cards[0]!]), refusedAs('not_found', 'cardIds'))
  assert.deepEqual([await counts(ben), await tagsOn(cards[0]!)], [[], ['shop']])
})
