import assert from 'node:assert/strict'
import { test } from 'node:test'
import { owner } from '#test/database.ts'
import { withIssuer } from '#test/fixtures/cards.ts'
import { productMaker, reason } from '#test/fixtures/products.ts'
import { auditOf } from '#test/fixtures/staff.ts'
import { cardInHand, charges, shop } from '#test/fixtures/trades.ts'
import { runJobs } from '#test/runJobs.ts'
import { refusedAs } from '#test/refused.ts'
import { newAccount } from '#test/world.ts'
import type { Input } from '#contract/core/call.ts'
import * as contract from '#contract/brands/desk.ts'
import { ago, HOUR } from '#server/core/clock.ts'
import { db, many, sql, transaction } from '#server/core/db.ts'
import { computeRecent } from '#server/grades/gradeRanges.ts'
import { module as trades } from '#server/trades/module.ts'
import { deskAnswers as answers } from '../module.ts'

withIssuer({ connections: 20 })

const work = () => runJobs(trades.jobs)

type Save = Omit<Input<typeof contract.saveBrand>, 'reason'>
const saves = async (input: Save) => {
  const maker = await productMaker()
  return transaction((tx) => answers.saveBrand(maker, contract.saveBrand.input.parse({ ...input, reason }), tx))
}
const merges = async (brandId: string, into: string) => {
  const maker = await productMaker()
  return transaction((tx) => answers.mergeBrands(maker, { brandId, into, reason }, tx))
}
const list = async (input: Input<typeof contract.listBrands> = {}) => {
  const page = await answers.listBrands(
    await productMaker(),
    contract.listBrands.input.parse({ pageSize: 200, ...input }),
  )
  contract.listBrands.output.parse(page)
  return page
}
const brandNamed = async (name: string) => (await list()).data.find((brand) => brand.name === name)!
const stored = (name: string) =>
  sql`INSERT INTO merchant (ref, name, mcc, country, words, created_at) VALUES (${name}, ${name}, '5999', 'US', ${name}, ${ago(HOUR)})`.execute(
    owner,
  )
const brandOf = async (merchant: string) =>
  (await many(db, sql<{ brand_id: string | null }>`SELECT brand_id FROM merchant WHERE name = ${merchant}`))[0]!
    .brand_id

test('a brand that is made, and words that it gets or loses, reach the merchants that exist', async () => {
  await stored('HARBOUR BOOKS*114')
  await stored('HB ONLINE')
  const maker = await productMaker()
  const input = { name: 'Harbour Books', words: ['Harbour-Books', 'harbour books 22'], aliases: ['海港书店'], reason }
  const { brandId } = await transaction((tx) => answers.saveBrand(maker, contract.saveBrand.input.parse(input), tx))
  assert.equal((await list()).summary.matching, 1)
  await work()
  assert.deepEqual([await brandOf('HARBOUR BOOKS*114'), await brandOf('HB ONLINE')], [brandId, null])
  const made = await brandNamed('Harbour Books')
  assert.deepEqual([made.words, made.aliases, made.merchants], [['HARBOUR BOOKS'], ['海港书店'], 1])
  assert.deepEqual(await auditOf(maker), ['PRODUCT Harbour Books'])
  assert.equal((await list()).summary.matching, 0)

  await saves({ brandId, name: 'Harbour Books', words: ['HB ONLINE'], mccs: ['5999'] })
  await work()
  assert.deepEqual([await brandOf('HARBOUR BOOKS*114'), await brandOf('HB ONLINE')], [null, brandId])
  await saves({ brandId, name: 'Harbour Books', words: ['HB ONLINE'], mccs: ['5942'] })
  await work()
  assert.equal(await brandOf('HB ONLINE'), null)
})

test('a name and a word belong to one brand, and a word has letters', async () => {
  const { brandId } = await saves({ name: 'Only One', words: ['ONLY ONE'] })
  await assert.rejects(saves({ name: 'only one', words: ['ANOTHER'] }), refusedAs('brand_name_taken', 'name'))
  await assert.rejects(saves({ name: 'Another', words: ['only-one'] }), refusedAs('brand_words_taken', 'words'))
  await assert.rejects(
    saves({ brandId: brandId.replace(/.$/, 'Z'), name: 'Nobody', words: ['NOBODY'] }),
    refusedAs('not_found', 'brandId'),
  )
  for (const words of [[], ['42'], ['A 1'], ['*']])
    assert.ok(!contract.saveBrand.input.safeParse({ name: 'N', words, reason }).success, words.join())
  const both = await Promise.allSettled([
    saves({ name: 'Twin A', words: ['TWIN SHOP'] }),
    saves({ name: 'Twin B', words: ['TWIN SHOP'] }),
  ])
  assert.deepEqual(both.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
})

test('a merged brand gives its words, aliases and merchants to the other, and its id means that one', async () => {
  await stored('FIRST CAFE 1')
  await stored('SECOND CAFE 2')
  const first = await saves({ name: 'First Cafe', words: ['FIRST CAFE'], aliases: ['fc'], mccs: ['5812'] })
  const second = await saves({ name: 'Second Cafe', words: ['SECOND CAFE'], aliases: ['sc'] })
  const third = await saves({ name: 'Third Cafe', words: ['THIRD CAFE'] })
  await work()
  await merges(third.brandId, first.brandId)
  await merges(first.brandId, second.brandId)
  await work()
  assert.deepEqual([await brandOf('FIRST CAFE 1'), await brandOf('SECOND CAFE 2')], [second.brandId, second.brandId])
  const { words, aliases, mccs } = await brandNamed('Second Cafe')
  assert.deepEqual(words, ['SECOND CAFE', 'FIRST CAFE', 'THIRD CAFE'])
  assert.deepEqual(aliases, ['sc', 'First Cafe', 'fc', 'Third Cafe'])
  assert.deepEqual(mccs, [])
  assert.equal(await brandNamed('First Cafe'), undefined)
  const pointers = await many(
    db,
    sql<{
      merged_into: string
    }>`SELECT merged_into FROM merchant_brand WHERE brand_id IN (${first.brandId}, ${third.brandId})`,
  )
  assert.deepEqual(pointers, [{ merged_into: second.brandId }, { merged_into: second.brandId }])
  await assert.rejects(merges(first.brandId, second.brandId), refusedAs('not_found', 'brandId'))
  await assert.rejects(merges(second.brandId, first.brandId), refusedAs('not_found', 'into'))
  await assert.rejects(merges(second.brandId, second.brandId), refusedAs('brand_merge_same', 'into'))
  const many40 = Array.from({ length: 48 }, (_, n) => `WORD ${String.fromCharCode(65 + (n % 26))}${n < 26 ? 'A' : 'B'}`)
  const large = await saves({ name: 'Large', words: many40 })
  await assert.rejects(merges(second.brandId, large.brandId), refusedAs('brand_words_limit', 'into'))
})

test('the list counts merchants and attempts of thirty days, and shows which merchants without a brand have the most', async () => {
  const ana = await newAccount({ balanceCents: 100_000 })
  const [card, other] = [await cardInHand(ana), await cardInHand(ana)]
  const at = (name: string, n: number) => ({
    merchant: { ...shop, id: `mer_${name}${n}`, name: `${name} ${n}`, descriptor: name },
  })
  for (const n of [1, 2, 3]) await charges(card, 100, at('SPOTIFY', n))
  for (const cents of [100, 200]) await charges(other, cents, at('UNKNOWN PLACE', 1))
  await charges(other, 100, at('RARE PLACE', 1))
  await computeRecent()
  const { data, summary } = await list()
  const spotify = data[0]!
  assert.deepEqual([spotify.name, spotify.merchants, spotify.attempts], ['Spotify', 3, 3])
  assert.deepEqual([summary.attempts, summary.unmatchedAttempts], [6, 3])
  assert.deepEqual(
    summary.unmatched.map(({ name, attempts }) => [name, attempts]),
    [
      ['UNKNOWN PLACE 1', 2],
      ['RARE PLACE 1', 1],
    ],
  )
})

test('the list finds brands by name, words and aliases, page by page', async () => {
  const names = async (name: string) => (await list({ name })).data.map((brand) => brand.name)
  assert.deepEqual(await names('meta'), ['Facebook'])
  assert.deepEqual(await names('微软'), ['Microsoft'])
  assert.ok((await names('oo')).includes('Google'))
  const [first, second] = [await list({ pageSize: 2 }), await list({ pageSize: 2, pageNo: 2 })]
  assert.deepEqual([first.data.length, first.haveNext, first.total], [2, true, second.total])
  assert.equal(new Set([...first.data, ...second.data].map(({ brandId }) => brandId)).size, 4)
})
