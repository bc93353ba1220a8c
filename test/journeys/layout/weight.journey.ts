/** What a first visit loads, with an empty cache, against the built console. */
import { get, type IncomingMessage } from 'node:http'
import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { paths } from '#web/account/paths.ts'
import { expect, test } from '../journey.ts'
import { loaded } from '../looks.ts'
import { demo } from '../people.ts'

type Weight = {
  kilobytes: number
  requests: number
  assets: string[]
  list: string
  /** Requested more than once. */
  twice: string[]
  /** Scripts that were only requested after the console's code had run. */
  late: string[]
  /** Requested before that, and never asked for. */
  leftOver: string[]
}

/** Requests and JavaScript, gzip, until the page is quiet. */
async function coldLoad(page: Page, path: string): Promise<Weight> {
  const answers: { url: URL; body: Promise<Buffer> }[] = []
  const asked: string[] = []
  page.on('request', (request) => void asked.push(request.url()))
  page.on('requestfinished', (request) => {
    const url = new URL(request.url())
    const isScript = url.pathname.endsWith('.js')
    answers.push({
      url,
      body: isScript ? request.response().then((answer) => answer!.body()) : Promise.resolve(Buffer.of()),
    })
  })
  await page.goto(`/#${path}`, { waitUntil: 'load' })
  await expect(page.locator('h1, h2').first()).toBeVisible()
  if (path !== paths.signIn) await loaded(page)
  // Not until nothing is open: the stream of changes stays open.
  let before = -1
  const more = () => -before + (before = answers.length)
  await expect.poll(more, { intervals: [1_000] }).toBe(0)
  const scripts = answers.filter(({ url }) => url.pathname.endsWith('.js'))
  const sizes = await Promise.all(scripts.map(async ({ body }) => gzipSync(await body, { level: 9 }).length))
  const codeRan = asked.findIndex((url) => url.includes('/api/changes'))
  return {
    twice: asked.filter((url, i) => asked.indexOf(url) < i),
    late: codeRan < 0 ? [] : asked.slice(codeRan).filter((url) => url.endsWith('.js')),
    leftOver: await page.evaluate<string[]>('[...(globalThis.kaikaEarly?.answers.keys() ?? [])]'),
    kilobytes: sizes.reduce((sum, size) => sum + size, 0) / 1000,
    requests: answers.length,
    assets: scripts.map(({ url }) => url.href).filter((url) => url.includes('/assets/')),
    list: answers.map(({ url }) => url.pathname).join('\n'),
  }
}

function within(weight: Weight, most: { kilobytes: number; requests: number }): void {
  expect.soft(weight.kilobytes, 'kB of JavaScript, gzip').toBeLessThanOrEqual(most.kilobytes)
  expect.soft(weight.requests, weight.list).toBeLessThanOrEqual(most.requests)
  const { twice, late, leftOver } = weight
  expect.soft({ twice, late, leftOver }).toEqual({ twice: [], late: [], leftOver: [] })
}

test('the sign-in page, and the headers of its files', async ({ page }) => {
  const weight = await coldLoad(page, paths.signIn)
  within(weight, { kilobytes: 141, requests: 12 })
  const ofHttp = new Set(['content-length', 'content-type', 'content-encoding', 'transfer-encoding', 'date'])
  for (const url of weight.assets) {
    const { rawHeaders } = await new Promise<IncomingMessage>((resolve, reject) => {
      get(url, { headers: { 'accept-encoding': 'br' } }, (answer) => resolve(answer.resume())).on('error', reject)
    })
    let bytes = 0
    for (let i = 0; i < rawHeaders.length; i += 2)
      if (!ofHttp.has(rawHeaders[i]!.toLowerCase())) bytes += `${rawHeaders[i]}: ${rawHeaders[i + 1]}\r\n`.length
    expect(bytes, url).toBeLessThanOrEqual(200)
  }
})

test.describe('signed in', () => {
  test.use({ who: demo.buyer })
  // Others sign in as the same person meanwhile, and what changes for them is asked for again.
  test.describe.configure({ retries: 2 })
  // A server that has just started cannot say what changed before it listened, and a sign-in is a change: pages would ask again.
  test.beforeEach(({ page }) => page.waitForTimeout(5_000))

  test('the overview', async ({ page }) => within(await coldLoad(page, paths.home), { kilobytes: 199, requests: 42 }))

  test('the card list', async ({ page }) =>
    within(await coldLoad(page, paths.cardList), { kilobytes: 247.5, requests: 36 }))

  test('the transactions', async ({ page }) =>
    within(await coldLoad(page, paths.cardRecord), { kilobytes: 243, requests: 36 }))
})
