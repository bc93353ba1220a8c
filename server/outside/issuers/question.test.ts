import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BadQuestion, declined, isCardNumber, parseQuestion, written } from './question.ts'

const merchant = { id: 'm1', name: 'SHOP', descriptor: 'SHOP*1', mcc: '5734', country: 'US' }
const increment = {
  kind: 'increment',
  ref: 'r1',
  authorizationRef: 'r0',
  cardNumber: '4242420000000000',
  merchant,
  amountCents: 3000,
  merchantAmount: 3000,
  merchantCurrency: 'USD',
  pos: 'ECOMMERCE',
  occurredAt: 1_795_000_000_000,
}
const { authorizationRef: _, ...common } = increment
const authorization = { ...common, kind: 'authorization', expMonth: 12, expYear: 2029 }

/** The name of the field that is refused; `undefined` if none. */
function refusedOf(asked: unknown): string | undefined {
  try {
    assert.deepEqual(parseQuestion(Buffer.from(JSON.stringify(asked))), JSON.parse(JSON.stringify(asked)))
    return undefined
  } catch (error) {
    assert.ok(error instanceof BadQuestion, String(error))
    return error.message
  }
}
const long = (length: number): string => 'x'.repeat(length)
/** Of each field: what is taken, among it the largest and the smallest, and what is not. */
const fields: Record<string, { taken: unknown[]; refused: unknown[] }> = {
  ref: {
    taken: ['r', long(64)],
    refused: [undefined, null, '', long(65), 7, 'a\u0000', 'a\u001f', ['r'], { length: 3 }],
  },
  cardNumber: {
    taken: ['4'.repeat(12), '4'.repeat(19)],
    refused: [undefined, '', '4'.repeat(11), '4'.repeat(20), '4242 4242 4242 4242', 4242424242424242, ['4'.repeat(16)]],
  },
  amountCents: { taken: [0, 1, 1_000_000_000_00], refused: [undefined, null, -1, 1.5, 1_000_000_000_01, '3000', [1]] },
  merchantAmount: {
    taken: [0, Number.MAX_SAFE_INTEGER],
    refused: [undefined, -1, 0.5, Number.MAX_SAFE_INTEGER + 1, '1'],
  },
  merchantCurrency: { taken: ['JPY'], refused: [undefined, 'usd', 'US', 'USDT', 840, ['USD']] },
  rate: {
    taken: [undefined, '7', '0.5', '123456789.123456789012'],
    refused: [null, '', '.5', '7.', '1234567890', '1.1234567890123', 7, ['7'], '-7'],
  },
  pos: { taken: ['ECOMMERCE', 'RECURRING', 'ATM', 'FORCED'], refused: [undefined, 'X', 'ecommerce', ['ATM']] },
  trace: { taken: [undefined, 't', long(32)], refused: [null, '', long(33), 1, 'a\nb'] },
  terminalId: { taken: [undefined, 't', long(32)], refused: [null, '', long(33), 1, 'a\tb'] },
  occurredAt: {
    taken: [0, Date.UTC(9999, 11, 31)],
    refused: [undefined, -1, Date.UTC(9999, 11, 31) + 1, '2026-11-25', 1.5],
  },
  merchant: { taken: [merchant], refused: [undefined, null, 'SHOP', 7] },
  kind: { taken: [], refused: [undefined, null, 'other', ['increment']] },
}
const ofMerchant: typeof fields = {
  id: { taken: ['m', long(64)], refused: [undefined, '', long(65), 7] },
  name: { taken: ['n', long(120)], refused: [undefined, '', long(121), 7] },
  descriptor: { taken: ['d', long(120)], refused: [undefined, '', long(121), 7] },
  mcc: { taken: ['0000'], refused: [undefined, '573', '57345', 5734, '57a4', ['5734']] },
  country: { taken: ['DE'], refused: [undefined, 'de', 'D', 'DEU', 1, ['DE']] },
}
const ofCard: typeof fields = {
  expMonth: { taken: [0, 99], refused: [undefined, -1, 100, '12', 1.5] },
  expYear: { taken: [0, 9999], refused: [undefined, -1, 10_000, '2029'] },
  cvc: { taken: [undefined, '123', '1234'], refused: [null, '', '12', '12345', 123, ['123']] },
  zipCode: { taken: [undefined, '', long(16)], refused: [null, long(17), 97201, ['97201']] },
  threeDs: { taken: [undefined, 'NONE', 'FRICTIONLESS', 'CHALLENGED', 'FAILED'], refused: [null, 'OTHER', true] },
  partialOk: { taken: [undefined, true, false], refused: [null, 'true', 1] },
}
const ofIncrement: typeof fields = {
  authorizationRef: { taken: ['r', long(64)], refused: [undefined, '', long(65), 7] },
}

function check(table: typeof fields, withField: (field: string, value: unknown) => unknown, named = (f: string) => f) {
  for (const [field, { taken, refused }] of Object.entries(table)) {
    for (const value of taken)
      assert.equal(refusedOf(withField(field, value)), undefined, `${field}: ${JSON.stringify(value)}`)
    for (const value of refused)
      assert.equal(refusedOf(withField(field, value)), named(field), `${field}: ${JSON.stringify(value)}`)
  }
}

test('each field of a request is taken up to its bound and refused beyond it, by its name', () => {
  for (const request of [authorization, increment]) {
    assert.equal(refusedOf(request), undefined)
    check(fields, (field, value) => ({ ...request, [field]: value }))
    check(
      ofMerchant,
      (field, value) => ({ ...request, merchant: { ...merchant, [field]: value } }),
      (field) => (field === 'mcc' || field === 'country' ? `merchant.${field}` : 'merchant'),
    )
  }
})

test('an authorization needs its card’s data, an increment the name of what it raises', () => {
  check(ofCard, (field, value) => ({ ...authorization, [field]: value }))
  check(ofIncrement, (field, value) => ({ ...increment, [field]: value }))
  assert.equal(refusedOf({ ...increment, expMonth: 'x', cvc: 7 }), undefined, 'an increment has no card data')
})

test('what is no object at all is refused, and a refusal never repeats the number', () => {
  for (const body of [null, 7, '"a"', true]) assert.equal(refusedOf(body), 'body')
  assert.equal(refusedOf([]), 'ref')
  assert.throws(() => parseQuestion(Buffer.from('{')), new BadQuestion('not JSON'))
  assert.equal(refusedOf({ ...authorization, cardNumber: '4242 4242' })!.includes('4242'), false)
})

test('a mistyped number is found without the database', () => {
  // Of even and of odd length: the digits that count twice are counted from the end.
  const valid = ['4242424242424242', '5555555555554444', '378282246310005', '6304000000000000', '30569309025904']
  for (const number of valid) {
    assert.equal(isCardNumber(number), true, number)
    for (let at = 0; at < number.length; at++)
      for (let more = 1; more < 10; more++) {
        const digit = (Number(number[at]) + more) % 10
        assert.equal(isCardNumber(number.slice(0, at) + digit + number.slice(at + 1)), false)
      }
  }
})

test('an answer is the JSON of the decision, without what it does not have', () => {
  const yes = { approved: true, amountCents: 3000, isoCode: '00', authorizationId: 'atx_1' }
  const no = { approved: false, amountCents: 0, isoCode: '51', reason: 'INSUFFICIENT_FUNDS', authorizationId: 'atx_1' }
  for (const decision of [yes, no]) assert.deepEqual(JSON.parse(written(decision as never)), decision)
  const unknown = declined('CARD_NOT_FOUND')
  assert.deepEqual(unknown, { approved: false, amountCents: 0, reason: 'CARD_NOT_FOUND', isoCode: '14' })
  assert.deepEqual(JSON.parse(written(unknown)), unknown)
  assert.equal(declined('CARD_NOT_FOUND', 'atx_1').authorizationId, 'atx_1')
})
