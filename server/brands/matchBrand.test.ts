import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withDatabase } from '#test/database.ts'
import { merchants } from '#simulators/merchants.ts'
import { db } from '../core/db.ts'
import { brandsFrom } from './brandsNow.ts'
import { brandOf, indexOf } from './matchBrand.ts'
import { wordsIn } from '#contract/brands/words.ts'
import { allBrands } from './queries.ts'

withDatabase()

const catalogue = async () => {
  const { all, index } = brandsFrom(await allBrands(db))
  const name = (brandId: string | undefined) => all.find((brand) => brand.brandId === brandId)?.name
  return (text: string, { words = text, mcc = '5999' } = {}) => name(brandOf(index, { name: text, words, mcc }))
}

test('a brand is found in what networks write', async () => {
  const nameOf = await catalogue()
  const written: [descriptor: string, brand: string | undefined][] = [
    ['FACEBK *7XK2M9PQ42', 'Facebook'],
    ['FACEBK ADS fb.me/ads', 'Facebook'],
    ['fb.me/ads', 'Facebook'],
    ['Meta Platforms, Inc.', 'Facebook'],
    ['GOOGLE*ADS4410982712', 'Google Ads'],
    ['GOOGLE ADS cc@google.com', 'Google Ads'],
    ['GOOGLE *Play Apps', 'Google Play'],
    ['GOOGLE *YouTubePremium', 'YouTube'],
    ['GOOGLE*CLOUD 4F7K2', 'Google Cloud'],
    ['GOOGLE *DOMAINS', 'Google'],
    ['OPENAI *CHATGPT SUBSCR', 'OpenAI'],
    ['CLAUDE.AI SUBSCRIPTION', 'Anthropic'],
    ['Microsoft*Ads-E0800', 'Microsoft Advertising'],
    ['MICROSOFT*365 P', 'Microsoft'],
    ['AMAZON WEB SERVICES', 'AWS'],
    ['AMZN Mktp US*2K4TR8', 'Amazon'],
    ['Amazon.com*MK7RT0X12', 'Amazon'],
    ['NAME-CHEAP.COM* 8R2L', 'Namecheap'],
    ['DNH*GODADDY.COM', 'GoDaddy'],
    ['BKG*HOTEL AT BOOKING.C', 'Booking.com'],
    ['NETFLIX 8665797172', 'Netflix'],
    ['WM SUPERCENTER #2119', 'Walmart'],
    // Whoever is paid through a company may call itself what it likes.
    ['PAYPAL *FACEBOOK', 'PayPal'],
    ['SQ *FACEBOOK ADS', undefined],
    ['TST* STARBUCKS', undefined],
    // Words are compared whole.
    ['METALLICA STORE', undefined],
    ['UBERALL GMBH', undefined],
    ['META', undefined],
    ['', undefined],
    ['*', undefined],
    ['442 19*', undefined],
  ]
  for (const [descriptor, brand] of written) assert.equal(nameOf(descriptor), brand, descriptor)
})

test('the name comes before the descriptor behind it, which stands in for a name that says nothing', async () => {
  const nameOf = await catalogue()
  assert.equal(nameOf('YOUTUBE PREMIUM', { words: 'YOUTUBE PREMIUM GOOGLE ADS' }), 'YouTube')
  assert.equal(nameOf('MERCHANT', { words: 'MERCHANT NETFLIX.COM' }), 'Netflix')
})

test('a brand with codes is matched at these kinds of merchants only', async () => {
  const nameOf = await catalogue()
  assert.deepEqual(
    ['5541', '5542', '5812'].map((mcc) => nameOf('SHELL 574400112', { mcc })),
    ['Shell', 'Shell', undefined],
  )
})

test('of two brands the longer words win, and of words of equal length those that stand first', () => {
  const brand = (brandId: string, ...words: string[]) => ({ brandId, words, mccs: [] })
  const index = indexOf([
    brand('short', 'BIG', 'OLD TOYS'),
    brand('long', 'BIG SHOP', 'BIG SHOP HOUSE'),
    brand('other', 'SHOP BIG'),
    brand('none', '42'),
  ])
  const found = (name: string) => brandOf(index, { name, words: name, mcc: '5999' })
  assert.equal(found('BIG SHOP'), 'long')
  assert.equal(found('BIG OLD SHOP'), 'short')
  assert.equal(found('SHOP BIG SHOP'), 'other')
  assert.equal(found('OLD TOYS BIG SHOP'), 'short')
  assert.equal(found('OLD TOYS BIG SHOP HOUSE'), 'long')
  assert.equal(found('OLD 42'), undefined)
})

test('numbers of a purchase are cut', () => {
  assert.deepEqual(wordsIn('GOOGLE*ADS4410982712'), ['GOOGLE', 'ADS'])
  assert.deepEqual(wordsIn('AMZN Mktp US*2K4TR81Q3'), ['AMZN', 'MKTP', 'US'])
  assert.deepEqual(wordsIn("McDonald's 118"), ['MCDONALDS'])
  assert.deepEqual(wordsIn('脸书 2026'), ['脸书'])
})

test('every merchant of the simulators that belongs to a brand is matched with it, under each of its descriptors', async () => {
  const nameOf = await catalogue()
  const none = merchants.filter(({ name, descriptors, mcc }) =>
    descriptors.some(
      (descriptor) => nameOf(name, { words: `${name} ${descriptor.replace(/[*#\d].*/, '')}`, mcc }) === undefined,
    ),
  )
  assert.deepEqual(
    none.map(({ merchantId }) => merchantId.slice(4)),
    [
      'bistro',
      'trial_box',
      'red_cross',
      'bet_casino',
      'coin_exchange',
      'atm',
      'money_transfer',
      'tehran_bazaar',
      'always_declines',
      'always_challenges',
      'challenge_fails',
    ],
  )
})
