import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import Fastify from 'fastify'
import { startCollector } from '#test/operate/collector.ts'
import { startTracing, stopTracing } from '../core/tracing/tracing.ts'
import { callSpans } from './callSpans.ts'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const PARENT = '00f067aa0ba902b7'

after(() => delete process.env['OTEL_EXPORTER_OTLP_ENDPOINT'])

for (const [whose, trustedProxies, trace, parent] of [
  ['of our own proxy goes on', ['127.0.0.1'], TRACE, PARENT],
  ['of anybody else does not, and the call is traced by itself', [], undefined, undefined],
] as const)
  test(`a trace ${whose}`, async () => {
    const collector = await startCollector()
    process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] = collector.url
    await startTracing({ share: 1 })
    const spanOf = callSpans(trustedProxies)
    const app = Fastify()
    app.get('/', (request, reply) => spanOf('showCard', request, reply, async () => reply.code(503).send('busy')))
    const url = await app.listen({ host: '127.0.0.1', port: 0 })
    await fetch(url, { headers: { traceparent: `00-${TRACE}-${PARENT}-01` } })
    await app.close()
    await stopTracing()
    collector.stop()
    const [span, ...more] = collector.spans
    assert.deepEqual(more, [])
    assert.equal(span!.name, 'showCard')
    assert.equal(span!.trace === TRACE, trace === TRACE)
    assert.equal(span!.parent, parent)
    assert.ok(span!.failed)
    assert.equal(String(span!.attributes['http.response.status_code']), '503')
  })
