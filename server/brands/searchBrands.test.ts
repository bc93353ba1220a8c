import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withDatabase } from '#test/database.ts'
import { brandsNow } from './brandsNow.ts'
import { namePatterns } from './namedSql.ts'
import { brandsNamed } from './searchBrands.ts'

withDatabase()

const named = async (words: string) => {
  const { brands, number } = brandsNamed((await brandsNow()).all, words)
  return { names: brands.map(({ name }) => name), number }
}

test('a name that people know leads to its brand, and no other name does', async () => {
  for (const name of ['Facebook', 'FB', 'meta', 'Facebook Ads', 'faceb', '脸书'])
    assert.deepEqual((await named(name)).names, ['Facebook'], name)
  for (const name of ['met', 'fbi shop', 'metallica', 'book', 'x ray'])
    assert.deepEqual(
      (await named(name)).names.filter((found) => found === 'Facebook' || found === 'X (Twitter)'),
      [],
      name,
    )
  for (const [name, brand] of [
    ['TikTok', 'TikTok'],
    ['ChatGPT', 'OpenAI'],
    ['GPT', 'OpenAI'],
    ['AMZN', 'Amazon'],
    ['MSFT', 'Microsoft'],
    ['微软', 'Microsoft'],
    ['Amazon Web Services', 'AWS'],
    ['google ads', 'Google Ads'],
  ] as const)
    assert.deepEqual((await named(name)).names, [brand], name)
  assert.deepEqual(await named('Corner Shop'), { names: [], number: '' })
})

test('the shorter name of several brands leads to them all', async () => {
  for (const name of ['google', '谷歌'])
    assert.deepEqual(
      (await named(name)).names.slice(0, 4),
      ['Google', 'Google Ads', 'Google Cloud', 'Google Play'],
      name,
    )
})

test('a number behind the name is looked for too, so that one of a brand’s many merchants is found and not all of them', async () => {
  assert.deepEqual(await named('openai 5'), { names: ['OpenAI'], number: '5' })
  assert.deepEqual(await named('google ads 55'), { names: ['Google Ads'], number: '55' })
  assert.deepEqual(await named('Facebook Ads'), { names: ['Facebook'], number: '' })
  assert.deepEqual(await namePatterns('openai 5'), ['%openai 5%', '%OPENAI%5%', '%CHATGPT%5%'])
})

test('what somebody types is no wildcard; between the words of a brand anything may stand', async () => {
  assert.deepEqual(await namePatterns('50%_OFF'), ['%50\\%\\_OFF%'])
  assert.ok((await namePatterns('bing ads')).includes('%MICROSOFT%ADS%'))
})
