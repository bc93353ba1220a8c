import assert from 'node:assert/strict'
import { test } from 'node:test'
import { beginningsOf, patternsOf, spellingsOf } from './merchantAliases.ts'

test('a name that people know leads to what the network writes, and no other name does', () => {
  for (const name of ['Facebook', 'FB', 'meta', 'Facebook Ads', 'faceb', '脸书'])
    assert.ok(spellingsOf(name).includes('FACEBK'), name)
  for (const name of ['met', 'fbi shop', 'metallica', 'book']) assert.ok(!spellingsOf(name).includes('FACEBK'), name)
  for (const [name, spelling] of [
    ['Google', 'GOOGLE ADS'],
    ['TikTok', 'TIKTOK'],
    ['ChatGPT', 'OPENAI'],
    ['Amazon', 'AMZN'],
    ['AMZN', 'AMAZON'],
    ['MSFT', 'MICROSOFT'],
    ['微软', 'MICROSOFT'],
  ] as const)
    assert.ok(spellingsOf(name).includes(spelling), name)
  assert.deepEqual(spellingsOf('Corner Shop'), [])
})

test('a number behind the name is looked for too, so that one of a merchant’s many is found and not all of them', () => {
  assert.deepEqual(patternsOf('openai 5'), ['%openai 5%', '%OPENAI%5%', '%CHATGPT%5%'])
  assert.deepEqual(spellingsOf('Bing Ads 12'), ['MICROSOFT ADS 12', 'MICROSOFT ADVERTISING 12'])
})

test('what somebody types is no wildcard; between the words of a spelling anything may stand', () => {
  assert.deepEqual(patternsOf('50%_OFF'), ['%50\\%\\_OFF%'])
  assert.ok(patternsOf('bing ads').includes('%MICROSOFT%ADS%'))
  assert.deepEqual(beginningsOf('Corner_Shop'), ['Corner\\_Shop%'])
  assert.deepEqual(beginningsOf('Meta'), ['FACEBK%', 'META%PLATFORMS%'])
})
