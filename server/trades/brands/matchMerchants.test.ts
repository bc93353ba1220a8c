import assert from 'node:assert/strict'
import { test } from 'node:test'
import { owner } from '#test/database.ts'
import { withIssuer } from '#test/fixtures/cards.ts'
import { cardInHand, charges, shop } from '#test/fixtures/trades.ts'
import { newAccount } from '#test/world.ts'
import * as contract from '#contract/trades/trades.ts'
import { expireBrands } from '#server/brands/brands.ts'
import { ago, HOUR, now } from '#server/core/clock.ts'
import { many, sql } from '#server/core/db.ts'
import { answers } from '../module.ts'
import { matchMerchants } from './matchMerchants.ts'

withIssuer({ connections: 20 })

/** A merchant as a server stores it that knows nothing of brands. */
const storedBefore = (count: number, name: string, createdAt: Date) =>
  sql`
  INSERT INTO merchant (ref, name, mcc, country, words, created_at)
  SELECT ${name} || n, ${name}, '5999', 'US', ${name}, ${createdAt} FROM generate_series(1, ${count}::int) AS n`.execute(
    owner,
  )
const brandsOf = async (name: string) =>
  (
    await many(
      owner,
      sql<{ brand: string | null; count: number }>`
      SELECT merchant_brand.name AS brand, count(*) FROM merchant LEFT JOIN merchant_brand USING (brand_id) WHERE merchant.name = ${name} GROUP BY 1 ORDER BY 2 DESC`,
    )
  ).map(({ brand, count }) => [brand, count])
/** As the desk changes it. */
const changesWords = async (name: string, words: string[]) => {
  await sql`UPDATE merchant_brand SET words = ${words}::text[] WHERE name = ${name}`.execute(owner)
  await sql`UPDATE brand_catalogue SET version = version + 1, matched_no = 0`.execute(owner)
  expireBrands()
}

test('a merchant gets its brand with its first charge, and lists find it by what people call it', async () => {
  const ana = await newAccount({ balanceCents: 100_000 })
  const card = await cardInHand(ana)
  const at = (name: string) => ({ merchant: { ...shop, id: `mer_${name}`, name, descriptor: `${name} *9` } })
  await charges(card, 1000, at('FACEBK ADS'))
  await charges(card, 2000, at('FACEBK ADS 44'))
  await charges(card, 3000, at('METAL WORKS'))
  await charges(card, 4000, at('SQ *FACEBOOK FANS'))
  assert.deepEqual(await brandsOf('FACEBK ADS'), [['Facebook', 1]])
  assert.deepEqual(await brandsOf('SQ *FACEBOOK FANS'), [[null, 1]])
  const amounts = async (merchant: string) => {
    const { data } = await answers.pageAuthorizations(ana, contract.pageAuthorizations.input.parse({ merchant }))
    return data.map(({ amount }) => amount)
  }
  assert.deepEqual(await amounts('fb'), [2000, 1000])
  assert.deepEqual(await amounts('脸书'), [2000, 1000])
  assert.deepEqual(await amounts('Facebook Ads'), [2000, 1000])
  assert.deepEqual(await amounts('facebook ads 44'), [2000])
  assert.deepEqual(await amounts('facebook'), [4000, 2000, 1000])
})

test('merchants stored by a server that knows no brands are matched, lot by lot, and once', async () => {
  await storedBefore(2500, 'NETFLIX.COM', ago(HOUR))
  await storedBefore(3, 'CORNER SHOP', ago(HOUR))
  await storedBefore(2, 'SPOTIFY P2A81C', now())
  await matchMerchants()
  assert.deepEqual(await brandsOf('NETFLIX.COM'), [['Netflix', 2500]])
  assert.deepEqual(await brandsOf('CORNER SHOP'), [[null, 3]])
  assert.deepEqual(await brandsOf('SPOTIFY P2A81C'), [['Spotify', 2]])
  const versions = () => many(owner, sql`SELECT merchant_no, xmin::text FROM merchant ORDER BY 1`)
  const before = await versions()
  await matchMerchants()
  assert.deepEqual(await versions(), before)
})

test('when the words of a brand change, all merchants follow, whoever matches them', async () => {
  await storedBefore(1200, 'OLD NAME SHOP', ago(HOUR))
  await matchMerchants()
  assert.deepEqual(await brandsOf('OLD NAME SHOP'), [[null, 1200]])
  await changesWords('Etsy', ['ETSY', 'OLD NAME'])
  await Promise.all([matchMerchants(), matchMerchants(), matchMerchants()])
  assert.deepEqual(await brandsOf('OLD NAME SHOP'), [['Etsy', 1200]])
  await changesWords('Etsy', ['ETSY'])
  await matchMerchants()
  assert.deepEqual(await brandsOf('OLD NAME SHOP'), [[null, 1200]])
})
