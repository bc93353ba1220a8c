import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { saveTemplate as saveRow } from '#contract/controls/templates.ts'
import type { Input } from '#contract/core/call.ts'
import type { Progress } from '#contract/cards/batches.ts'
import type { Controls } from '#contract/controls/documents.ts'
import { identified } from '#test/fixtures/batches.ts'
import {
  asks,
  booksHold,
  openingInput,
  operationsOf,
  requestNo,
  walletOf,
  withIssuer,
  withIssuerThat,
  work,
} from '#test/fixtures/cards.ts'
import { charges, inHand, shop } from '#test/fixtures/trades.ts'
import { endOf, refusedAs } from '#test/refused.ts'
import { newAccount, subOf, type Person } from '#test/world.ts'
import { OutsideRefused } from '#server/outside/outside.ts'
import { DAY, nowMs, setClock } from '#server/core/clock.ts'
import { db, one, sql, transaction } from '#server/core/db.ts'
import { newId } from '#server/core/ids.ts'
import { saveControls } from '../saveControls.ts'
import { controlHistory, showControls } from '../showControls.ts'
import { listTemplates, removeTemplate, saveTemplate } from './manageTemplates.ts'

withIssuer({ connections: 12 })
afterEach(() => setClock())

const daily: Controls = {
  singleMax: 120_00,
  brands: { mode: 'ONLY', words: ['facebk'] },
  limits: [{ limitId: 'perday', window: 'DAY', amount: 300_00, refunds: 'KEEP' }],
}
const saves = (who: Person, input: Omit<Input<typeof saveRow>, 'requestNo'>) =>
  transaction((tx) => saveTemplate(who, saveRow.input.parse({ ...input, requestNo: requestNo() }), tx))
const removes = (who: Person, templateId: string) => transaction((tx) => removeTemplate(who, { templateId }, tx))
const names = async (who: Person) => (await listTemplates(who, {})).map(({ name }) => name)
const controlsOn = async (who: Person, cardId: string) =>
  (await showControls(who, { scope: 'CARD', scopeId: cardId })).controls
const anas = async () => {
  const ana = await newAccount({ balanceCents: 2_000_000 })
  await identified(ana)
  return ana
}
const opens = (who: Person, change: object) =>
  asks(who, 'openCard', openingInput({ vid: undefined, rechargeAmount: undefined, ...change }))
const cardsOf = async (who: Person, batchNo: string) =>
  ((await asks(who, 'batchCard', { batchNo, pageSize: 200 })) as Progress).items.data.map(({ cardId }) => cardId)
const facebook = { ...shop, name: 'FACEBK', descriptor: 'FACEBK *7XK2M9PQ42' }

test('a template is made, changed as a whole, and removed; names are taken in either case', async () => {
  const ana = await anas()
  const { gid } = await asks(ana, 'addCardGroup', { name: 'Ads', requestNo: requestNo() })
  const { tagId } = await asks(ana, 'addTag', { name: 'fb', requestNo: requestNo() })
  const made = await saves(ana, {
    ...{ name: 'FB daily 300', controls: daily, vid: 'VISA-US-1', amount: 50_00, gid, tagIds: [tagId] },
    remarkPattern: 'FB {n}',
  })
  assert.deepEqual(await listTemplates(ana, {}), [made])
  const { templateId, updateTime: _, ...shown } = made
  assert.deepEqual(shown, {
    name: 'FB daily 300',
    controls: daily,
    vid: 'VISA-US-1',
    amount: 50_00,
    gid,
    groupName: 'Ads',
    tags: [{ tagId, name: 'fb', color: 'gray' }],
    remarkPattern: 'FB {n}',
  })
  await assert.rejects(saves(ana, { name: 'fb DAILY 300' }), refusedAs('name_taken', 'name'))
  const other = await saves(ana, { name: 'Other' })
  assert.deepEqual([other.controls, other.vid, other.amount, other.gid, other.tags], [{}, null, null, null, []])
  await assert.rejects(saves(ana, { templateId, name: 'OTHER' }), refusedAs('name_taken', 'name'))
  const changed = await saves(ana, { templateId, name: 'FB Daily 300', controls: { singleMax: 1 } })
  assert.deepEqual(
    [changed.templateId, changed.controls, changed.vid, changed.gid],
    [templateId, { singleMax: 1 }, null, null],
  )
  assert.deepEqual(await names(ana), ['FB Daily 300', 'Other'])
  await removes(ana, templateId)
  await assert.rejects(removes(ana, templateId), refusedAs('not_found', 'templateId'))
  await assert.rejects(saves(ana, { templateId, name: 'again' }), refusedAs('not_found', 'templateId'))
  assert.deepEqual(await names(ana), ['Other'])
  assert.deepEqual((await operationsOf(ana)).slice(-4), Array<string>(4).fill('CARD_CONTROL OK'))
})

test('what a template names has to exist, and the fiftieth is the last, however many are saved at once', async () => {
  const ana = await anas()
  const bea = await anas()
  const { gid } = await asks(bea, 'addCardGroup', { name: 'Hers', requestNo: requestNo() })
  const brands = { mode: 'ONLY' as const, brandIds: [newId('brd')] }
  await assert.rejects(saves(ana, { name: 'a', vid: 'VISA-XX-1' }), refusedAs('range_unavailable', 'vid'))
  await assert.rejects(saves(ana, { name: 'a', gid }), refusedAs('not_found', 'gid'))
  await assert.rejects(saves(ana, { name: 'a', tagIds: [newId('tag')] }), refusedAs('not_found', 'tagIds'))
  await assert.rejects(saves(ana, { name: 'a', controls: { brands } }), refusedAs('invalid'))
  const limits = daily.limits!.map((limit) => ({ ...limit, brandIds: brands.brandIds }))
  await assert.rejects(saves(ana, { name: 'a', controls: { limits } }), refusedAs('invalid', 'controls.limits'))
  for (let n = 1; n <= 48; n++) await saves(ana, { name: `template ${n}` })
  const last = await Promise.all(['a', 'b', 'c'].map((name) => endOf(saves(ana, { name }))))
  assert.deepEqual(last.toSorted(), ['ok', 'ok', 'template_limit'])
  assert.deepEqual(await names(bea), [])
})

test('a card from a template has its segment, amount, group, tags, remark and controls before it is made', async () => {
  const ana = await anas()
  const { gid } = await asks(ana, 'addCardGroup', { name: 'Ads', requestNo: requestNo() })
  const { tagId } = await asks(ana, 'addTag', { name: 'fb', requestNo: requestNo() })
  const { templateId } = await saves(ana, {
    ...{ name: 'FB', controls: daily, vid: 'VISA-US-1', amount: 250_00, gid, tagIds: [tagId] },
    remarkPattern: 'FB {n}',
  })
  const { cardId } = await opens(ana, { templateId })
  assert.deepEqual(await controlsOn(ana, cardId), daily, 'while the issuer has not made it')
  await work()
  const { card, group, tags } = await asks(ana, 'showCard', { cardId })
  assert.deepEqual(
    [card.status, card.balance, card.vid, card.remark, group?.name, tags.map(({ name }) => name)],
    ['ACTIVE', 250_00, 'VISA-US-1', 'FB 1', 'Ads', ['fb']],
  )
  const history = await controlHistory(ana, { scope: 'CARD', scopeId: cardId, pageNo: 1, pageSize: 10 })
  assert.deepEqual(
    history.data.map(({ note, before, after }) => [note, before, after]),
    [['FB', {}, daily]],
  )
  const plastic = await inHand(ana, cardId)
  assert.equal((await charges(plastic, 121_00, { merchant: facebook })).reason, 'CONTROL_AMOUNT')
  const google = { ...shop, name: 'GOOGLE', descriptor: 'GOOGLE ADS 1234567890' }
  assert.equal((await charges(plastic, 10_00, { merchant: google })).reason, 'CONTROL_BRAND')
  assert.equal((await charges(plastic, 120_00, { merchant: facebook })).approved, true)

  const own = await opens(ana, { templateId, rechargeAmount: 20_00, gid: '0', tags: [], remark: 'mine {n}' })
  await work()
  const seen = await asks(ana, 'showCard', { cardId: own.cardId })
  assert.deepEqual(
    [seen.card.balance, seen.card.remark, seen.group, seen.tags],
    [20_00, 'mine 1', null, []],
    'what is filled in is kept',
  )
  await removes(ana, templateId)
  assert.deepEqual(await controlsOn(ana, cardId), daily, 'a card keeps what it has')
  await booksHold()
})

test('without a template a segment and an amount are needed; a template that has neither leaves them to be filled in', async () => {
  const ana = await anas()
  const { templateId } = await saves(ana, { name: 'only limits', controls: daily })
  await assert.rejects(opens(ana, { templateId }), refusedAs('invalid', 'vid'))
  await assert.rejects(opens(ana, { templateId, vid: 'VISA-US-1' }), refusedAs('invalid', 'rechargeAmount'))
  await assert.rejects(
    opens(ana, { templateId: newId('tpl'), vid: 'VISA-US-1', rechargeAmount: 5000 }),
    refusedAs('not_found', 'templateId'),
  )
  await assert.rejects(opens(ana, { rechargeAmount: 5000 }), /required/)
  assert.equal((await walletOf(ana)).held, 0)
})

test('controls that are given win over the template’s, and a wrong document moves no money', async () => {
  const ana = await anas()
  const { templateId } = await saves(ana, { name: 'FB', controls: daily, vid: 'VISA-US-1', amount: 50_00 })
  const { cardId } = await opens(ana, { templateId, controls: { singleMax: 7_00 } })
  assert.deepEqual(await controlsOn(ana, cardId), { singleMax: 7_00 })
  const none = await opens(ana, { templateId, controls: {} })
  assert.deepEqual(await controlsOn(ana, none.cardId), {})
  const { held } = await walletOf(ana)
  const brands = { mode: 'ONLY', brandIds: [newId('brd')] }
  await assert.rejects(opens(ana, { templateId, controls: { brands } }), refusedAs('invalid'))
  await assert.rejects(
    asks(ana, 'openBatch', {
      num: 2,
      templateId,
      controls: { brands: { ...brands, mode: 'ONLY' } },
      requestNo: requestNo(),
    }),
    refusedAs('invalid'),
  )
  assert.equal((await walletOf(ana)).held, held)
})

test('cards of a batch are numbered and limited alike, and rows that are tried again are limited, too', async () => {
  const ana = await anas()
  const { templateId } = await saves(ana, {
    ...{ name: 'FB', controls: daily, vid: 'VISA-US-1', amount: 10_00, remarkPattern: 'FB {n}' },
  })
  const { batchNo } = await asks(ana, 'openBatch', { num: 3, templateId, requestNo: requestNo() })
  const cards = await cardsOf(ana, batchNo)
  assert.deepEqual(await Promise.all(cards.map((cardId) => controlsOn(ana, cardId))), [daily, daily, daily])
  await withIssuerThat({ createCard: () => Promise.reject(new OutsideRefused('HOLDER_REFUSED')) }, work)
  const again = await asks(ana, 'retryBatch', { batchNo, requestNo: requestNo() })
  await work()
  const made = await cardsOf(ana, again.batchNo)
  const seen = await Promise.all(made.map((cardId) => asks(ana, 'showCard', { cardId })))
  assert.deepEqual(
    seen.map(({ card }) => `${card.status} ${card.remark}`),
    ['ACTIVE FB 1', 'ACTIVE FB 2', 'ACTIVE FB 3'],
  )
  assert.deepEqual(await Promise.all(made.map((cardId) => controlsOn(ana, cardId))), [daily, daily, daily])
  await booksHold()
})

test('a sub-account opens from its parent’s templates, also into a group that it does not see, and a locked document stays', async () => {
  const ana = await anas()
  const { gid } = await asks(ana, 'addCardGroup', { name: 'Ads', requestNo: requestNo() })
  const pinned = { ...daily, pinned: 1 as const }
  const { templateId } = await saves(ana, { name: 'locked', controls: pinned, vid: 'VISA-US-1', amount: 50_00, gid })
  const open = await saves(ana, { name: 'open', controls: daily, vid: 'VISA-US-1', amount: 50_00 })
  const leo = await subOf(ana)
  assert.deepEqual(
    (await listTemplates(leo, {})).map(({ name, gid: of, groupName }) => [name, of, groupName]),
    [
      ['locked', null, null],
      ['open', null, null],
    ],
  )
  const { cardId } = await opens(leo, { templateId })
  assert.deepEqual(await controlsOn(leo, cardId), pinned)
  assert.equal((await asks(ana, 'showCard', { cardId })).group?.name, 'Ads')
  await assert.rejects(opens(leo, { templateId, controls: {} }), refusedAs('controls_pinned'))
  await work()
  const loosened = await transaction((tx) => saveControls(leo, { scope: 'CARD', scopeIds: [cardId], controls: {} }, tx))
  assert.deepEqual(loosened.results[0]!.refusal, 'controls_pinned')
  const { cardId: own } = await opens(leo, { templateId: open.templateId, controls: { singleMax: 5_00 } })
  assert.deepEqual(await controlsOn(leo, own), { singleMax: 5_00 })

  const mia = await subOf(ana, { keys: ['card:open', 'card:view', 'card:control.view'] })
  await assert.rejects(opens(mia, { templateId: open.templateId, controls: {} }), refusedAs('not_permitted'))
  const { cardId: hers } = await opens(mia, { templateId: open.templateId })
  assert.deepEqual(await controlsOn(mia, hers), daily)
})

test('a group and a tag that were deleted since are left out', async () => {
  const ana = await anas()
  const { gid } = await asks(ana, 'addCardGroup', { name: 'Ads', requestNo: requestNo() })
  const { tagId } = await asks(ana, 'addTag', { name: 'fb', requestNo: requestNo() })
  const { templateId } = await saves(ana, { name: 'FB', vid: 'VISA-US-1', amount: 50_00, gid, tagIds: [tagId] })
  await asks(ana, 'removeCardGroup', { gid, requestNo: requestNo() })
  await asks(ana, 'removeTags', { tagId: [tagId], requestNo: requestNo() })
  const [shown] = await listTemplates(ana, {})
  assert.deepEqual([shown!.gid, shown!.groupName, shown!.tags], [null, null, []])
  const { cardId } = await opens(ana, { templateId })
  const { group, tags } = await asks(ana, 'showCard', { cardId })
  assert.deepEqual([group, tags], [null, []])
})

test('dates of a template are dates of its cards, and a date that is over refuses the opening before money moves', async () => {
  const ana = await anas()
  const life = { closeAt: nowMs() + DAY }
  const { templateId } = await saves(ana, { name: 'a day', controls: { life }, vid: 'VISA-US-1', amount: 50_00 })
  const { cardId } = await opens(ana, { templateId })
  const { close_at } = await one(db, sql<{ close_at: Date }>`SELECT close_at FROM card WHERE card_id = ${cardId}`)
  assert.equal(close_at.getTime(), life.closeAt)
  const { held } = await walletOf(ana)
  setClock(() => life.closeAt + 1)
  await assert.rejects(opens(ana, { templateId }), refusedAs('invalid', 'controls.life.closeAt'))
  assert.equal((await walletOf(ana)).held, held)
})
