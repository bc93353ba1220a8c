import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { withDatabase } from '#test/database.ts'
import { startCollector } from '#test/operate/collector.ts'
import { db, many, pool, sql, transaction } from '../db.ts'
import { inSpan, isTracing, parseTraceparent, startTracing, stopTracing, traceId, traceparent } from './tracing.ts'

const CARD = '4242420000000000'
const myStatement = sql<{ query: string }>`SELECT query FROM pg_stat_activity WHERE pid = pg_backend_pid()`

describe('traces', () => {
  withDatabase({ connections: 4 })
  const collect = async (work: () => Promise<void>, share = 1) => {
    const collector = await startCollector()
    process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] = collector.url
    await startTracing({ share })
    try {
      await work()
    } finally {
      await stopTracing()
      collector.stop()
    }
    return collector
  }
  after(() => delete process.env['OTEL_EXPORTER_OTLP_ENDPOINT'])

  test('without a collector, nothing of the SDK is loaded and statements are as they are', async () => {
    await startTracing(undefined)
    assert.equal(isTracing(), false)
    assert.ok(!process.getActiveResourcesInfo().some((one) => /otel/i.test(one)))
    const [row] = await inSpan('call', {}, () => many(db, myStatement))
    assert.doesNotMatch(row!.query, /request_id|traceparent|\/\*/)
    assert.equal(traceparent(), undefined)
  })

  test('a transaction and its statements are inside their call, by name and without values', async () => {
    const { spans, texts } = await collect(() =>
      inSpan('freezeCard', { kind: 'server', requestId: 'r-1' }, () =>
        transaction(async (tx) => void (await many(tx, sql`SELECT 1 FROM card WHERE card_id = ${CARD}`))),
      ),
    )
    const named = (name: string) => spans.find((span) => span.name === name) ?? assert.fail(`no span ${name}`)
    const call = named('freezeCard')
    assert.equal(call.parent, undefined)
    assert.equal(call.service, 'kaika')
    assert.equal(named('transaction').parent, call.id)
    assert.equal(named('SELECT card').parent, named('transaction').id)
    for (const name of ['BEGIN', 'COMMIT']) assert.equal(named(name).trace, call.trace)
    assert.ok(!texts.join().includes(CARD))
  })

  test('the database is told which request a statement is of; a prepared statement keeps its text', async () => {
    let [plain, known, trace]: (string | undefined)[] = []
    await collect(() =>
      inSpan('showCard', { requestId: 'r*/2' }, async () => {
        trace = traceId()
        plain = (await many(db, myStatement))[0]!.query
        for (let times = 0; times < 2; times++)
          known = (await many(db, sql<{ query: string }>`${myStatement} AND ${true}`))[0]!.query
      }),
    )
    assert.match(plain!, new RegExp(`/\\*request_id='r__2',traceparent='00-${trace}-[0-9a-f]{16}-01'\\*/$`))
    assert.doesNotMatch(known!, /\/\*/)
  })

  test('what fails is told by its type and code', async () => {
    const { spans, texts } = await collect(async () => {
      const failing = inSpan('loadCard', {}, () => pool.query(`SELECT '${CARD}'::int`))
      await assert.rejects(failing)
    })
    assert.deepEqual(
      spans.map(({ name, failed, attributes }) => [name, failed, attributes['error.type']]),
      [
        ['SELECT', true, '22003'],
        ['loadCard', true, '22003'],
      ],
    )
    assert.ok(!texts.join().includes(CARD))
  })

  test('a trace of a trusted caller goes on, and what is no trace does not', async () => {
    const [trace, span] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7']
    const { spans } = await collect(async () => {
      await inSpan('on', { from: `00-${trace}-${span}-01` }, async () => {})
      // The caller does not record it, so we don't either.
      await inSpan('off', { from: `00-${trace}-${span}-00` }, async () => assert.equal(traceparent(), undefined))
    }, 0)
    assert.deepEqual(
      spans.map(({ name, trace, parent }) => [name, trace, parent]),
      [['on', trace, span]],
    )
    for (const wrong of [undefined, '', 'x', `00-${trace}-${span}-01-x`, `00-${'0'.repeat(32)}-${span}-01`, [trace]])
      assert.equal(parseTraceparent(wrong), undefined)
  })

  test('a statement outside of any span is none', async () => {
    const { spans } = await collect(async () => void (await many(db, sql`SELECT 1`)))
    assert.deepEqual(spans, [])
  })
})
