/** Delivery receipts of text messages, from gateways that sign them. They are counted for the desk and for Prometheus, and change nothing else. */
import type { FastifyInstance } from 'fastify'
import { ZodError } from 'zod'
import { ago, DAY } from '#server/core/clock.ts'
import { confirmDurable, db, transaction } from '#server/core/db.ts'
import { gauges } from '#server/core/metrics/metrics.ts'
import { BadSignature, outside, type SmsReceipt } from '#server/outside/outside.ts'
import { countReceipts, insertReceipt } from './queries.ts'

/** A receipt is a short form. */
const BODY_LIMIT = 20_000

export async function smsRoutes(app: FastifyInstance): Promise<void> {
  // The signature is over the fields as they were sent.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string', bodyLimit: BODY_LIMIT }, (_, body, done) => done(null, body))
  app.post('/sms/:provider/receipts', async (request, reply) => {
    const { receipts } = outside.sms
    const { provider } = request.params as { provider: string }
    if (receipts?.provider !== provider) return reply.code(404).send({ error: 'provider' })
    try {
      const receipt = receipts.read({
        path: request.raw.url!,
        headers: request.headers,
        body: typeof request.body === 'string' ? request.body : '',
      })
      if (receipt) await keepReceipt(provider, receipt)
      return reply.code(204).send()
    } catch (error) {
      if (error instanceof BadSignature) return reply.code(403).send({ error: 'signature' })
      if (error instanceof ZodError) return reply.code(400).send({ error: 'receipt' })
      throw error
    }
  })
}

/** A message has one outcome: a second receipt of it changes nothing. */
const keepReceipt = (provider: string, receipt: SmsReceipt): Promise<void> =>
  transaction(async (tx) => {
    // After the acknowledgement it is not sent again.
    if (!(await insertReceipt(tx, provider, receipt))) await confirmDurable(tx)
  })

/** Of the last 24 hours. */
export const textsOfDay = (): Promise<{ delivered: number; failed: number }> => countReceipts(db, ago(DAY))

export const textMetrics = gauges({
  scope: 'database',
  help: { kaika_texts_day: 'Text messages of the last 24 hours by what their gateway reported.' },
  read: async () => ({
    kaika_texts_day: Object.entries(await textsOfDay()).map(([outcome, value]) => ({ labels: { outcome }, value })),
  }),
})
