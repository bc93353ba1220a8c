import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { testWorld } from '#simulators/testServer.ts'
import { inPlaceOf } from '#test/realRails.ts'
import { DAY, setClock } from '#server/core/clock.ts'
import { OutsideRefused, OutsideUnknown } from '../ask.ts'
import { ecbRates } from './ecbRates.ts'

afterEach(() => setClock())

/** As the European Central Bank writes it, with some of its currencies. */
const published = (
  date: string,
  rates = { USD: '1.0921', JPY: '157.91', CNY: '7.8146', IDR: '16939.36' },
) => `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
	<gesmes:subject>Reference rates</gesmes:subject>
	<gesmes:Sender>
		<gesmes:name>European Central Bank</gesmes:name>
	</gesmes:Sender>
	<Cube>
		<Cube time='${date}'>
${Object.entries(rates)
  .map(([currency, rate]) => `			<Cube currency='${currency}' rate='${rate}'/>`)
  .join('\n')}
		</Cube>
	</Cube>
</gesmes:Envelope>`

const today = (): string => new Date().toISOString().slice(0, 10)
const daysAgo = (days: number): string => new Date(Date.now() - days * DAY).toISOString().slice(0, 10)

test('the mid-market rate of a dollar is the quotient of both rates for a euro, half up', async (t) => {
  const url = await inPlaceOf(t, () => ({ body: published(today()) }))
  const rates = ecbRates({ url })
  assert.equal(await rates.mid('CNY'), '7.155572') // 7.8146 / 1.0921 = 7.15557183…
  assert.equal(await rates.mid('JPY'), '144.592986')
  assert.equal(await rates.mid('IDR'), '15510.814028')
  assert.equal(await rates.mid('EUR'), '0.915667')
  assert.equal(await rates.mid('USD'), '1.000000')
  await assert.rejects(
    rates.mid('RUB'),
    (error) => error instanceof OutsideRefused && error.code === 'CURRENCY_UNKNOWN',
  )
})

test('a file is good over the longest pause of its writers, and an older one gives no rate', async (t) => {
  for (const [days, good] of [
    [0, true],
    [5, true],
    [7, false],
    [-2, false],
  ] as const) {
    const url = await inPlaceOf(t, () => ({ body: published(daysAgo(days)) }))
    if (good) assert.equal(await ecbRates({ url }).mid('CNY'), '7.155572', `${days} days`)
    else await assert.rejects(ecbRates({ url }).mid('CNY'), OutsideUnknown, `${days} days`)
  }
})

test('what is no such file gives no rate; one that is not there is a no', async (t) => {
  for (const body of [
    'not a file',
    published('yesterday'),
    published(today(), { USD: '0' } as never),
    published(today(), { CNY: '7.8146' } as never),
    published(today()).padEnd(300_000),
  ]) {
    const url = await inPlaceOf(t, () => ({ body }))
    await assert.rejects(ecbRates({ url }).mid('CNY'), OutsideUnknown, body.slice(0, 40))
  }
  for (const status of [302, 403, 500]) {
    const url = await inPlaceOf(t, () => ({ status, body: published(today()) }))
    await assert.rejects(ecbRates({ url }).mid('CNY'), OutsideUnknown, String(status))
  }
  const gone = await inPlaceOf(t, () => ({ status: 404, body: '' }))
  await assert.rejects(
    ecbRates({ url: gone }).check!(),
    (error) => error instanceof OutsideRefused && error.code === 'NO_FILE',
  )
  await assert.rejects(ecbRates({ url: 'http://127.0.0.1:9' }).mid('CNY'), OutsideUnknown)
})

test('the simulated feed has the rate of the simulated world, dated as the last working day', async (t) => {
  let nowMs = Date.parse('2026-11-29T12:00:00Z') // a Sunday
  const world = await testWorld(t, { now: () => nowMs })
  const url = `${world.url}/ecb/stats/eurofxref/eurofxref-daily.xml`
  const dated = async () => /time='(.*?)'/.exec(await (await fetch(url)).text())?.[1]
  assert.equal(await dated(), '2026-11-27')
  nowMs = Date.parse('2026-11-30T14:59:00Z')
  assert.equal(await dated(), '2026-11-27')
  nowMs = Date.parse('2026-11-30T15:01:00Z')
  assert.equal(await dated(), '2026-11-30')
  setClock(() => nowMs)
  assert.equal(await ecbRates({ url }).mid('CNY'), '7.199963') // the file has four decimals
  await world.call('/rates', { currency: 'CNY', mid: '7.05' })
  assert.equal(await ecbRates({ url }).mid('CNY'), '7.050037')
})
