import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { betweenBanks } from './rates.ts'
import { Refused, type World } from './world.ts'

const RateInput = z.object({ currency: z.string(), mid: z.string().regex(/^\d{1,4}(\.\d{1,6})?$/) })
const DAY_MS = 86_400_000
/** Minutes after midnight UTC: the European Central Bank writes its file at about 16:00 in Frankfurt. */
const WRITTEN_AT = 15 * 60
const EURO_IN_DOLLARS = 1.0832

/** Units of a currency for one US dollar, as a call and as the European Central Bank's daily file. A manually set rate stays; the others move automatically. */
export function rateRoutes(app: FastifyInstance, { store, now }: World, ratesMove: boolean): void {
  const midOf = (currency: string): string => {
    const moved = store.maybeOne<{ value: string }>('SELECT value FROM facts WHERE name = :name', {
      name: `rate ${currency}`,
    })
    const mid = moved?.value ?? betweenBanks(currency, now(), ratesMove)
    if (mid === undefined) throw new Refused(404, 'CURRENCY_UNKNOWN')
    return mid
  }
  app.get('/rates', (request) => {
    const { currency } = z.object({ currency: z.string() }).parse(request.query)
    return { currency, mid: midOf(currency) }
  })
  app.post('/rates', (request) => {
    const { currency, mid } = RateInput.parse(request.body)
    store.run('INSERT OR REPLACE INTO facts (name, value) VALUES (:name, :value)', {
      name: `rate ${currency}`,
      value: mid,
    })
    return { currency, mid }
  })
  app.get('/ecb/stats/eurofxref/eurofxref-daily.xml', (_request, reply) => {
    const yuan = (Number(midOf('CNY')) * EURO_IN_DOLLARS).toFixed(4)
    return reply.type('text/xml').send(dailyFile(writtenOn(now()), { USD: String(EURO_IN_DOLLARS), CNY: yuan }))
  })
}

/** The date of the newest file: of this day, if it is a working day and late enough, or of the working day before. */
function writtenOn(atMs: number): string {
  let day = new Date(atMs - WRITTEN_AT * 60_000)
  while ([0, 6].includes(day.getUTCDay())) day = new Date(day.getTime() - DAY_MS)
  return day.toISOString().slice(0, 10)
}

const dailyFile = (
  date: string,
  rates: Readonly<Record<string, string>>,
): string => `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
\t<gesmes:subject>Reference rates</gesmes:subject>
\t<gesmes:Sender>
\t\t<gesmes:name>European Central Bank</gesmes:name>
\t</gesmes:Sender>
\t<Cube>
\t\t<Cube time='${date}'>
${Object.entries(rates)
  .map(([currency, rate]) => `\t\t\t<Cube currency='${currency}' rate='${rate}'/>`)
  .join('\n')}
\t\t</Cube>
\t</Cube>
</gesmes:Envelope>
`
