import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { betweenBanks } from '../rates.ts'
import { Refused, type World } from '../world.ts'

const RateWish = z.object({ currency: z.string(), mid: z.string().regex(/^\d{1,4}(\.\d{1,6})?$/) })

/** Units of a currency for one US dollar. A manually set rate stays; the others move automatically. */
export function rateRoutes(app: FastifyInstance, { store, now }: World, ratesMove: boolean): void {
  app.get('/rates', (request) => {
    const { currency } = z.object({ currency: z.string() }).parse(request.query)
    const moved = store.maybeOne<{ value: string }>('SELECT value FROM facts WHERE name = :name', {
      name: `rate ${currency}`,
    })
    const mid = moved?.value ?? betweenBanks(currency, now(), ratesMove)
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
