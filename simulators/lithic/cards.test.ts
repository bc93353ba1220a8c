import { strict as assert } from 'node:assert'
import { createHmac, randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { lithicRanges } from '../ranges.ts'
import { lithicSecrets } from './secrets.ts'
import { ApiError, newCard, testProgram, type Program, type ShownCard } from './testProgram.ts'

const failsWith = (status: number) => (error: unknown) => {
  assert.ok(error instanceof ApiError)
  assert.equal(error.status, status)
  assert.match((error.answer as { debugging_request_id: string }).debugging_request_id, /^[\da-f-]{36}$/)
  return true
}

test('the three secrets are different, and the same in every start', () => {
  const secret = Buffer.alloc(32, 7).toString('base64')
  const secrets = lithicSecrets(secret)
  assert.deepEqual(lithicSecrets(secret), secrets)
  assert.equal(new Set(Object.values(secrets)).size, 3)
  assert.notDeepEqual(lithicSecrets(Buffer.alloc(32, 8).toString('base64')), secrets)
})

test('the API answers only with its key', async (t) => {
  const { world } = await testProgram(t)
  for (const headers of [{}, { authorization: 'Bearer x' }])
    assert.equal((await fetch(`${world.url}/lithic/v1/cards`, { headers })).status, 401)
})

test('one idempotency key makes one card, and refuses another request', async (t) => {
  const program = await testProgram(t)
  const key = { 'idempotency-key': randomUUID() }
  const wish = { type: 'VIRTUAL', memo: 'acc_1', card_program_token: lithicRanges[1]!.programRef }
  const [one, two] = [
    await program.api<ShownCard>('POST', '/cards', wish, key),
    await program.api<ShownCard>('POST', '/cards', wish, key),
  ]
  assert.deepEqual(two, one)
  await assert.rejects(program.api('POST', '/cards', { ...wish, memo: 'acc_2' }, key), failsWith(400))
  await assert.rejects(program.api('POST', '/cards', { ...wish, card_program_token: randomUUID() }, {}), failsWith(400))
  assert.notEqual((await program.api<ShownCard>('POST', '/cards', wish)).token, one.token)
})

test('a card whose answer was lost is found by its key and by its memo', async (t) => {
  const program = await testProgram(t)
  const key = { 'idempotency-key': randomUUID() }
  await program.world.call('/network/faults', { loseCardAnswers: true })
  await assert.rejects(program.api('POST', '/cards', { type: 'VIRTUAL', memo: 'ord_lost' }, key), TypeError)
  await program.world.call('/network/faults', {})
  const found = await program.api<{ data: ShownCard[] }>('GET', '/cards?memo=rd_lo')
  assert.equal(found.data.length, 1)
  const again = await program.api<ShownCard>('POST', '/cards', { type: 'VIRTUAL', memo: 'ord_lost' }, key)
  assert.deepEqual(again, found.data[0])
})

test('no answer has a number or a security code, and the page for the cardholder has both', async (t) => {
  const program = await testProgram(t)
  const card = await newCard(program)
  const { cardNumber, cvc } = program.pays(card.token)
  const shown = JSON.stringify([
    card,
    await program.api('GET', `/cards/${card.token}`),
    await program.api('GET', '/cards'),
    await program.api('PATCH', `/cards/${card.token}`, { memo: 'acc_9' }),
  ])
  assert.ok(!shown.includes(cardNumber) && !/"(pan|cvv)"/.test(shown))

  const ask = (embed: object, key: string): Promise<Response> => {
    const serialized = JSON.stringify(embed)
    const query = new URLSearchParams({
      embed_request: Buffer.from(serialized).toString('base64'),
      hmac: createHmac('sha256', key).update(serialized).digest('base64'),
    })
    return fetch(`${program.world.url}/lithic/v1/embed/card?${query}`)
  }
  const { apiKey } = lithicSecrets(program.world.secret)
  const page = await ask({ token: card.token, expiration: new Date(Date.now() + 60_000).toISOString() }, apiKey)
  assert.equal(page.status, 200)
  assert.match(page.headers.get('content-type')!, /^text\/html/)
  const html = await page.text()
  assert.equal(/id="pan">(.*)<\/div>/.exec(html)![1]!.replaceAll(/<[^>]*>/g, ''), cardNumber)
  assert.ok(html.includes(`<div id="cvv">${cvc}</div>`))
  const statuses = [
    await ask({ token: card.token, expiration: new Date(Date.now() - 1000).toISOString() }, apiKey),
    await ask({ token: card.token }, 'another key'),
    await ask({ token: randomUUID() }, apiKey),
    await ask({ card: card.token }, apiKey),
  ].map(({ status }) => status)
  assert.deepEqual(statuses, [400, 401, 404, 400])
})

test('a card is paused, opened again and closed for good, and each change is told', async (t) => {
  const program = await testProgram(t)
  const card = await newCard(program)
  const patch = (state: string) => program.api<ShownCard>('PATCH', `/cards/${card.token}`, { state })
  const states = []
  for (const state of ['PAUSED', 'PAUSED', 'OPEN', 'CLOSED', 'CLOSED']) states.push((await patch(state)).state)
  assert.deepEqual(states, ['PAUSED', 'PAUSED', 'OPEN', 'CLOSED', 'CLOSED'])
  await assert.rejects(patch('OPEN'), failsWith(422))
  await assert.rejects(program.api('PATCH', `/cards/${randomUUID()}`, { state: 'OPEN' }), failsWith(404))
  await assert.rejects(program.api('PATCH', `/cards/${card.token}`, { state: 'LOST' }), failsWith(400))
  await program.world.call('/network/flush', {})
  assert.deepEqual(
    program.messages.map(({ event_type, state, previous_fields }) => [event_type, state, previous_fields]),
    [
      ['card.created', undefined, undefined],
      ['card.updated', 'PAUSED', { state: 'OPEN' }],
      ['card.updated', 'OPEN', { state: 'PAUSED' }],
      ['card.updated', 'CLOSED', { state: 'OPEN' }],
    ],
  )
})

async function tokens(program: Program, path: string, pageSize: number): Promise<string[]> {
  const found: string[] = []
  for (let after = ''; ;) {
    const page = await program.api<{ data: { token: string }[]; has_more: boolean }>(
      'GET',
      `${path}?page_size=${pageSize}${after}`,
    )
    found.push(...page.data.map(({ token }) => token))
    if (!page.has_more) return found
    after = `&starting_after=${found.at(-1)}`
  }
}

test('cards and events are listed in pages, newest first, and only those of Lithic', async (t) => {
  const program = await testProgram(t)
  const made: string[] = []
  for (let i = 0; i < 7; i++) made.unshift((await newCard(program)).token)
  const { aCard } = await import('../testServer.ts')
  await aCard(program.world)
  assert.deepEqual(await tokens(program, '/cards', 3), made)
  const events = await tokens(program, '/events', 2)
  assert.equal(events.length, 7)
  const before = await program.api<{ data: { token: string }[]; has_more: boolean }>(
    'GET',
    `/events?page_size=2&ending_before=${events[4]}`,
  )
  assert.deepEqual(
    before.data.map(({ token }) => token),
    events.slice(2, 4),
  )
  assert.equal(before.has_more, true)
  const none = await program.api<{ data: unknown[] }>(
    'GET',
    '/events?event_types=card.updated,card_transaction.updated',
  )
  assert.deepEqual(none.data, [])
  const listed = await program.world.outside.issuers.get('simulated')!.listCards()
  assert.equal(listed.cards.length, 1, 'the simulated issuer does not know them')
})

test('while the issuer is down, Lithic answers 503', async (t) => {
  const program = await testProgram(t)
  await program.world.call('/network/faults', { issuerDownMs: 60_000 })
  await assert.rejects(program.api('GET', '/cards'), failsWith(503))
})
