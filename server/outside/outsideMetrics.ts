/** Requests to the outside by host, and messages that were handed over. Hosts are those of the settings, so there are few. */
import { Counter, Histogram, WAIT_MS } from '../core/metrics/metrics.ts'
import { inSpan } from '../core/tracing/tracing.ts'

export const messages = new Counter(
  'kaika_messages_total',
  'Text messages, mails and notifications on devices by what their gateway said: sent, refused, or nothing (unknown, which is tried again).',
  'channel',
  'outcome',
)
const requests = new Counter(
  'kaika_outside_requests_total',
  'Requests to the outside by host and status; none: no complete answer.',
  'host',
  'status',
)
const durations = new Histogram(
  'kaika_outside_duration_seconds',
  'From a request to the outside to the head of its answer.',
  WAIT_MS,
  'host',
)
export const outsideMetrics = [requests, durations, messages]

/** Runs a request and counts it. The trace ends here: nobody outside is told of it. */
export async function measureRequest<R extends { statusCode?: number }>(
  { host, method }: { host: string; method: string },
  send: () => Promise<R>,
): Promise<R> {
  const from = performance.now()
  let status = 'none'
  try {
    const response = await inSpan(
      `${method} ${host}`,
      { kind: 'client', attributes: { 'server.address': host, 'http.request.method': method } },
      async (span) => {
        const answered = await send()
        span?.set({ 'http.response.status_code': answered.statusCode ?? 0 })
        return answered
      },
    )
    status = `${Math.floor((response.statusCode ?? 0) / 100)}xx`
    return response
  } finally {
    requests.add(host, status)
    durations.of(host).add(performance.now() - from)
  }
}
