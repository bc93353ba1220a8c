import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import Fastify from 'fastify'
import { logSettings, toldError } from './log.ts'

const SECRETS = ['4111111111111111', '13800000001', 'eyJhbGciOi', '李雷', 'select * from card', 'Canary-Pass-9x']

describe('an error in the log', () => {
  it('is its kind, its codes and its places, and not a word of what it says', () => {
    const error = Object.assign(new TypeError(SECRETS.join('\n    at ')), {
      code: '23505',
      table: 'login',
      constraint: 'login_mobile_key',
      detail: `Key (mobile)=(${SECRETS[1]}) already exists`,
      parameters: SECRETS,
      cause: new Error(SECRETS[2]),
    })
    const told = toldError(error)
    assert.deepEqual(
      [told.type, told.code, told.table, told.constraint],
      ['TypeError', '23505', 'login', 'login_mobile_key'],
    )
    assert.match(told.at[0]!, /^server\/core\/log\.test\.ts:\d+:\d+$/)
    assert.equal(told.cause?.type, 'Error')
    nothingOf(JSON.stringify(told))
  })

  it('gives no code that is none, and no place that the message made up', () => {
    const made = `x\n    at 4111111111111111 (/etc/13800000001.ts:1:1)\n    at file:///13800000001:4:4`
    const told = toldError(Object.assign(new Error(made), { code: SECRETS[0], table: SECRETS[3], column: SECRETS[5] }))
    assert.deepEqual(Object.keys(told).sort(), ['at', 'type'])
    nothingOf(JSON.stringify(told))
  })

  it('may be anything that is thrown', () => {
    for (const thrown of [SECRETS[0], null, undefined, { message: SECRETS[0] }, 5])
      nothingOf(JSON.stringify(toldError(thrown)))
    assert.deepEqual(toldError('13800000001'), { type: 'string', at: [] })
  })
})

describe('the log of the server', () => {
  it('has the fields that it may have and no others, whoever speaks to it', async () => {
    let text = ''
    const app = Fastify({ logger: { ...logSettings, stream: { write: (line: string) => void (text += line) } } })
    app.get('/a/:card', (request) => {
      request.log.info(
        { reference: 'ref-1', body: SECRETS, err: new RangeError(SECRETS[0]), card: SECRETS[0] },
        'fault',
      )
      request.log.error(new Error(SECRETS[1]))
      request.log.warn(`Reply was already sent for ${SECRETS[0]}`)
      request.log.info({ err: Object.assign(new Error('x'), { parameters: SECRETS }) }, SECRETS[2])
      return 'ok'
    })
    await app.inject({ url: `/a/${SECRETS[0]}?access_token=${SECRETS[2]}` })
    await app.inject({ url: `/${SECRETS[1]}` })
    await app.close()
    const lines = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    assert.ok(lines.length >= 8)
    nothingOf(text)
    const fault = lines.find(({ msg }) => msg === 'fault')!
    assert.equal(fault['reference'], 'ref-1')
    assert.equal((fault['err'] as { type: string }).type, 'RangeError')
    assert.deepEqual(lines[0]!['req'], { method: 'GET', route: '/a/:card' })
    assert.deepEqual(lines.find(({ msg }) => msg === 'request completed')!['res'], { statusCode: 200 })
    assert.ok(lines.some(({ msg, err }) => msg === 'untold' && (err as { type: string })?.type === 'Error'))
  })

  it('would have shown them: the same without the list', async () => {
    let text = ''
    const app = Fastify({ logger: { level: 'info', stream: { write: (line: string) => void (text += line) } } })
    app.get('/', (request) => {
      request.log.error({ err: Object.assign(new Error(SECRETS[0]), { parameters: SECRETS }) }, 'fault')
      return 'ok'
    })
    await app.inject({ url: `/?access_token=${SECRETS[2]}` })
    for (const secret of SECRETS) assert.ok(text.includes(secret), secret)
  })
})

function nothingOf(text: string): void {
  for (const secret of SECRETS) assert.ok(!text.includes(secret), `${secret} is in ${text}`)
}
