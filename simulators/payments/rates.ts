import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import type { Store } from '../store.ts'
import { Refused } from '../world.ts'

/** Units of a currency for one US dollar between banks: still, until somebody moves it. */
const CALM: Record<string, string> = { CNY: '7.20' }
const RateWish = z.object({ currency: z.string(), mid: z.string().regex(/^\d{1,4}(\.\d{1,6})?$/) })

export function rateRoutes(app: FastifyInstance, store: Store): void {
  app.get('/rates', (request) => {
    const { currency } = z.object({ currency: z.string() }).parse(request.query)
    const moved = store.maybeOne<{ value: string }>('SELECT value FROM facts WHERE name = :name', {
      name: `rate ${currency}`,
    })
    const mid = moved?.value ?? CALM[currency]
    if (mid === undefined) throw new Refused(404, 'CURRENCY_UNKNOWN')
    return { currency, mid }
  })
  app.post('/rates', (request) => {
    const { currency, mid } = RateWish.parse(request.body)
    store.run('INSERT OR REPLACE INTO facts (name, value) VALUES (:name, :value)', {
      name: `rate ${currency}`,
      value: mid,
    })
    return { currency, mid }
  })
}
