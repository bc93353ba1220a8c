/** Spans by OpenTelemetry’s SDK, sent as OTLP over HTTP. Its own settings (`OTEL_…`) say where to, and with which headers. */
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, createContextKey, trace, type Context } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
  serviceInstanceIdDetector,
} from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { SECOND } from '../clock.ts'
import { toldError } from '../log.ts'
import type { Span, TraceSettings, Tracer } from './tracing.ts'

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER }
const REQUEST_ID = createContextKey('kaika request id')
/** A collector that is away does not keep a server from stopping. */
const LAST_MS = 2 * SECOND

export function openTelemetry({ share }: TraceSettings): Tracer {
  const provider = new TracerProvider({
    // What the operator says of the service counts more than what we do.
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'kaika' }))
      .merge(detectResources({ detectors: [serviceInstanceIdDetector, envDetector] })),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter(), scheduledDelayMillis: SECOND })],
  })
  const spans = provider.getTracer('kaika')
  const contexts = new AsyncLocalStorageContextManager().enable()

  const start = (name: string, { kind, attributes = {} }: Parameters<Tracer['begin']>[1], parent: Context) =>
    spans.startSpan(name, { kind: kind ? KINDS[kind] : SpanKind.INTERNAL, attributes: { ...attributes } }, parent)
  const shown = (span: ReturnType<typeof start>): Span => ({
    set: (attributes) => void span.setAttributes({ ...attributes }),
    fail: () => void span.setStatus({ code: SpanStatusCode.ERROR }),
    end(error) {
      if (error !== undefined) {
        const { type, code } = toldError(error)
        span.setAttributes({ 'error.type': code ?? type })
        span.setStatus({ code: SpanStatusCode.ERROR })
      }
      span.end()
    },
  })

  return {
    async run(name, options, work) {
      const around = options.from === undefined ? contexts.active() : withParent(options.from)
      const span = start(name, options, around)
      let inside = trace.setSpan(around, span)
      if (options.requestId !== undefined) inside = inside.setValue(REQUEST_ID, options.requestId)
      const told = shown(span)
      return contexts.with(inside, async () => {
        try {
          const done = await work(told)
          told.end()
          return done
        } catch (error) {
          told.end(error)
          throw error
        }
      })
    },
    begin(name, options) {
      const around = contexts.active()
      return trace.getSpan(around)?.isRecording() ? shown(start(name, options, around)) : undefined
    },
    parent() {
      const span = trace.getSpan(contexts.active())
      if (!span?.isRecording()) return undefined
      const { traceId, spanId } = span.spanContext()
      return `00-${traceId}-${spanId}-01`
    },
    requestId: () => contexts.active().getValue(REQUEST_ID) as string | undefined,
    async stop() {
      const late = new Promise<void>((resolve) => setTimeout(resolve, LAST_MS).unref())
      await Promise.race([provider.shutdown().catch(() => {}), late])
    },
  }
}

/** The context of another process, by its `traceparent`. */
function withParent(traceparent: string): Context {
  const [, traceId, spanId, flags] = traceparent.split('-')
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId: traceId!,
    spanId: spanId!,
    traceFlags: Number(flags),
    isRemote: true,
  })
}
