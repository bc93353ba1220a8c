/** A collector of traces: it receives OTLP over HTTP as JSON, as an operator’s own would. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

type Value = { stringValue?: string; intValue?: number | string; doubleValue?: number }
type Attribute = { key: string; value: Value }
type Received = {
  resourceSpans: {
    resource: { attributes: Attribute[] }
    scopeSpans: {
      spans: {
        traceId: string
        spanId: string
        parentSpanId?: string
        name: string
        kind: number
        attributes: Attribute[]
        status?: { code?: number }
      }[]
    }[]
  }[]
}

export type SpanReceived = {
  trace: string
  id: string
  parent: string | undefined
  name: string
  service: string
  attributes: Record<string, unknown>
  failed: boolean
}

const valuesOf = (attributes: readonly Attribute[]): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))

const ERROR = 2

export async function startCollector(): Promise<{
  url: string
  spans: SpanReceived[]
  /** Everything as it came. */
  texts: string[]
  stop(): void
}> {
  const spans: SpanReceived[] = []
  const texts: string[] = []
  const server = createServer((request, reply) => {
    void json(request).then((body) => {
      if (request.url !== '/v1/traces') return void reply.writeHead(404).end()
      texts.push(JSON.stringify(body))
      for (const { resource, scopeSpans } of (body as Received).resourceSpans)
        for (const span of scopeSpans.flatMap((scope) => scope.spans))
          spans.push({
            trace: span.traceId,
            id: span.spanId,
            parent: span.parentSpanId || undefined,
            name: span.name,
            service: String(valuesOf(resource.attributes)['service.name']),
            attributes: valuesOf(span.attributes),
            failed: span.status?.code === ERROR,
          })
      reply.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    texts,
    stop: () => void (server.close(), server.closeAllConnections()),
  }
}
