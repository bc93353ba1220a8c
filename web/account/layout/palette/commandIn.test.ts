import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commandIn, type OpenCommand } from './commandIn.ts'

test('a verb and the last digits of a card, in either language', () => {
  const is = (text: string, verb: string, lastFour: string, cents?: number) =>
    assert.deepEqual(commandIn(text), { verb, lastFour, cents }, text)
  is('freeze 8623', 'freeze', '8623')
  is('Freeze card ending in 8623', 'freeze', '8623')
  is('冻结 8623', 'freeze', '8623')
  is('冻结尾号8623', 'freeze', '8623')
  is('unfreeze ····8623', 'unfreeze', '8623')
  is('解冻8623', 'unfreeze', '8623')
  is('load 5858 50', 'load', '5858', 5_000)
  is('load 5858', 'load', '5858')
  is('load 5858 with $1,050.25', 'load', '5858', 105_025)
  is('load $50 onto 5858', 'load', '5858', 5_000)
  is('充值 5858 50', 'load', '5858', 5_000)
  is('充 5858 50 美元', 'load', '5858', 5_000)
  is('withdraw 5858 20', 'withdraw', '5858', 2_000)
  is('withdraw $20 from 5858', 'withdraw', '5858', 2_000)
  is('提现 5858 20', 'withdraw', '5858', 2_000)
  is('reveal 8623', 'reveal', '8623')
  is('查看卡号 8623', 'reveal', '8623')
  is('查看8623', 'reveal', '8623')
  is('delete 8623', 'delete', '8623')
  is('删除 8623', 'delete', '8623')
  is('freeze 86', 'freeze', '86')
})

test('what is no command is searched for', () => {
  for (const text of [
    '',
    '8623',
    'freeze',
    'freezer 12',
    'unfreeze the market',
    'loaded 50',
    'freeze 8623 and 5858',
    'delete 123456',
    'openai',
    'facebook 49',
    '开户',
    '开发票 20',
  ])
    assert.equal(commandIn(text), undefined, text)
})

const opens = (text: string, expected: Partial<OpenCommand>) =>
  assert.deepEqual(
    commandIn(text),
    {
      verb: 'open',
      count: 1,
      network: undefined,
      country: undefined,
      cents: undefined,
      purpose: undefined,
      to: undefined,
      unknown: [],
      ...expected,
    },
    text,
  )

test('cards are opened by a sentence', () => {
  opens('open 20 cards', { count: 20 })
  opens('open a card', {})
  opens('open', {})
  opens('open 20 US Visa for Black Friday, $50 each, give to 陈雨桐', {
    count: 20,
    country: 'US',
    network: 'VISA',
    purpose: 'Black Friday',
    cents: 5_000,
    to: '陈雨桐',
  })
  opens('Open 5 us mastercards with 25.50 each', { count: 5, country: 'US', network: 'MASTERCARD', cents: 2_550 })
  opens('open 3 HK Visa cards, 100 usd each, hand them over to Ana Lopez', {
    count: 3,
    country: 'HK',
    network: 'VISA',
    cents: 10_000,
    to: 'Ana Lopez',
  })
  opens('open 2 cards for us', { count: 2 })
})

test('cards are opened by a Chinese sentence', () => {
  opens('开 20 张', { count: 20 })
  opens('开20张卡', { count: 20 })
  opens('开二十张', { count: 20 })
  opens('开两张卡', { count: 2 })
  opens('开 20 张美国 Visa 用于黑五，每张 50 美元，给陈雨桐', {
    count: 20,
    country: 'US',
    network: 'VISA',
    purpose: '黑五',
    cents: 5_000,
    to: '陈雨桐',
  })
  opens('开十二张香港万事达，每张充值100，交给 李雷', {
    count: 12,
    country: 'HK',
    network: 'MASTERCARD',
    cents: 10_000,
    to: '李雷',
  })
})

test('words that mean nothing are told apart', () => {
  opens('open 20 purple Visa cards, quickly', { count: 20, network: 'VISA', unknown: ['purple', 'quickly'] })
  opens('开 3 张紫色的卡', { count: 3, unknown: ['紫色'] })
})
