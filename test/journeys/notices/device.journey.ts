/** The console as an app, and notifications on this device. The push service is of this file: Chromium without a head reaches none. */
import type { BrowserContext, Page, Worker } from '@playwright/test'
import { paths } from '#web/account/paths.ts'
import { PushService, type Browser } from '#test/fixtures/push/pushService.ts'
import { funded, opened } from '../inHand.ts'
import { expect, inBothLanguages, seesOverview, test } from '../journey.ts'
import { fits, loaded, spotless } from '../looks.ts'
import { buy } from '../outside.ts'

const isControlled = (page: Page) => page.evaluate<boolean>('navigator.serviceWorker.controller !== null')
/** Addresses of everything that the workers of this origin keep. */
const keptBy = (page: Page) =>
  page.evaluate<string[]>(`(async () => {
    const found = []
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) found.push(new URL(url).pathname)
    return found
  })()`)
async function isInstalled(page: Page): Promise<void> {
  await page.evaluate(`navigator.serviceWorker.ready.then(() => true)`)
  await expect.poll(() => isControlled(page)).toBe(true)
}

inBothLanguages((lang) => {
  test.describe('the app', () => {
    test.use({ who: 'newcomer' })

    test('can be installed, opens without a network, and keeps no data', async ({ page, context, t }) => {
      await page.goto('/app/')
      await seesOverview(page, t)
      await isInstalled(page)

      await test.step('its manifest is right, in the browser’s language', async () => {
        const cdp = await context.newCDPSession(page)
        const { url, errors, data } = await cdp.send('Page.getAppManifest')
        expect(errors).toEqual([])
        expect(new URL(url).pathname).toBe('/app.webmanifest')
        const inLang = await page.request.get('/app.webmanifest', {
          headers: { 'accept-language': lang === 'cn' ? 'zh-CN,zh;q=0.9' : 'en-US,en;q=0.9' },
        })
        expect(await inLang.json()).toMatchObject({ lang: lang === 'cn' ? 'zh-CN' : 'en' })
        type Manifest = {
          start_url: string
          scope: string
          display: string
          icons: { src: string; sizes: string; type: string }[]
          shortcuts: { name: string; url: string }[]
        }
        const manifest = JSON.parse(data!) as Manifest
        expect(manifest).toMatchObject({ start_url: '/app/', scope: '/app/', display: 'standalone' })
        expect(manifest.shortcuts.map(({ url: to }) => to)).toEqual([
          `/app/#${paths.threeD}`,
          `/app/#${paths.cardOpen}`,
          `/app/#${paths.rechargeIndex}`,
        ])
        for (const { src, sizes, type } of manifest.icons.filter((icon) => icon.type === 'image/png')) {
          const picture = await page.request.get(src)
          expect(picture.headers()['content-type']).toBe(type)
          // A PNG has its width at byte 16.
          const width = (await picture.body()).readUInt32BE(16)
          expect(`${width}x${width}`).toBe(sizes)
        }
        expect((await page.request.get('/worker.js')).headers()['cache-control']).toBe('no-cache')
      })

      await test.step('files of the build are kept, and no answers', async () => {
        await page.goto(`/app/#${paths.cardList}`)
        await loaded(page)
        await expect.poll(async () => (await keptBy(page)).length, { timeout: 120_000 }).toBeGreaterThan(300)
        const kept = await keptBy(page)
        expect(kept).toContain('/app/')
        const other = kept.filter((path) => !/^\/(app\/$|assets\/|icons\/|mark\.svg$)/.test(path))
        expect(other).toEqual([])
      })

      await test.step('without a network the frame opens', async () => {
        await context.setOffline(true)
        await page.reload()
        await expect(page.getByRole('navigation', { name: t('layout.menu') })).toBeVisible()
        await context.setOffline(false)
        await page.goto(`/app/#${paths.home}`)
        await page.reload()
        await seesOverview(page, t)
      })

      await test.step('a tab and the desk are not controlled by it', async () => {
        for (const address of ['/', '/operator/', '/api/docs/']) {
          await page.goto(address)
          expect(await isControlled(page), address).toBe(false)
        }
        expect(await page.evaluate('navigator.serviceWorker.getRegistration().then((one) => one ?? null)')).toBe(null)
      })
    })
  })

  test.describe('notifications', () => {
    test.use({ who: 'newcomer', permissions: ['notifications'] })
    const service = new PushService()
    test.beforeAll(() => service.start())
    test.afterAll(() => service.stop())

    test('are turned on for this device, come without the code, and lead to it', async ({
      page,
      context,
      request,
      person,
      t,
    }) => {
      const browser = service.subscribe()
      await subscribesAs(context, browser)
      await funded(request, person!)
      const card = await opened(request, person!, 50_00, 'VISA-US-1')

      await page.goto(`/#${paths.account}`)
      const panel = page.getByRole('region', { name: t('identity.devices.title') })
      await panel.getByRole('button', { name: t('identity.devices.turnOn') }).click()
      await expect(panel.getByRole('button', { name: t('identity.devices.turnOff') })).toBeVisible()
      await expect(panel.getByLabel(t('identity.devices.CODES'))).toBeChecked()
      await expect(panel.getByLabel(t('identity.devices.showCode'))).not.toBeChecked()
      await loaded(page)
      await spotless(page, 'notifications on this device')
      await page.setViewportSize({ width: 390, height: 844 })
      await fits(page, 'notifications on this device')
      await page.setViewportSize({ width: 1440, height: 900 })

      await buy(card, { merchantId: 'mer_always_challenges', amountCents: 7_31 })
      await expect.poll(() => browser.got.length, { timeout: 60_000 }).toBe(1)
      const { shown, headers } = browser.got[0]!
      expect(shown.body).toContain('ALWAYS CHALLENGES · $7.31')
      expect(shown.body).toContain(card.lastFour)
      expect(JSON.stringify(shown)).not.toMatch(/"[^"]*\b\d{6}\b[^"]*"/)
      expect(Number(headers.ttl)).toBeLessThanOrEqual(300)

      await test.step('the worker shows it, and a click opens the codes', async () => {
        const worker = await workerOf(context)
        await worker.evaluate(`self.registration.showNotification = async (title, options) => {
          self.shown = { title, ...options }
        }`)
        await deliver(page, context, JSON.stringify(shown))
        const { title, body, tag, to } = shown
        await expect.poll(() => worker.evaluate('self.shown')).toMatchObject({ title, body, tag, data: { to } })
        await worker.evaluate(CLICK)
        await expect(page).toHaveURL(new RegExp(`#${paths.threeD}$`))
        await expect(page.getByText('ALWAYS CHALLENGES').first()).toBeVisible()
      })

      await test.step('what is chosen is kept, and turned off is off', async () => {
        await page.goto(`/#${paths.account}`)
        await panel.getByLabel(t('identity.devices.showCode')).click()
        await expect(panel.getByLabel(t('identity.devices.showCode'))).toBeChecked()
        await panel.getByLabel(t('identity.devices.DECLINES')).click()
        await expect(panel.getByLabel(t('identity.devices.DECLINES'))).not.toBeChecked()
        await page.reload()
        await expect(panel.getByLabel(t('identity.devices.showCode'))).toBeChecked()
        await expect(panel.getByLabel(t('identity.devices.DECLINES'))).not.toBeChecked()
        await panel.getByRole('button', { name: t('identity.devices.turnOff') }).click()
        await expect(panel.getByRole('button', { name: t('identity.devices.turnOn') })).toBeVisible()
      })
    })
  })
})

/** The push service of this file in place of the browser's. */
const subscribesAs = (context: BrowserContext, { target: { endpoint, p256dh, auth } }: Browser) =>
  context.addInitScript(
    (json) => {
      // Without a head, Chromium says "denied" whatever was granted.
      Object.defineProperty((globalThis as unknown as { Notification: object }).Notification, 'permission', {
        get: () => 'granted',
      })
      type Manager = { subscribe: unknown; getSubscription: unknown }
      const { prototype } = (globalThis as unknown as { PushManager: { prototype: Manager } }).PushManager
      const store = (globalThis as unknown as { localStorage: { [name: string]: string | undefined } }).localStorage
      const subscription = { toJSON: () => json, unsubscribe: async () => delete store['subscribed'] }
      prototype.subscribe = async () => ((store['subscribed'] = '1'), subscription)
      prototype.getSubscription = async () => (store['subscribed'] ? subscription : null)
    },
    { endpoint, keys: { p256dh, auth } },
  )

/** The Chromium of the tests has no notifications of the system: what would be shown is caught, and a click is told to the worker. */
const CLICK = `{
  const event = new Event('notificationclick')
  event.notification = { data: self.shown.data, close() {} }
  event.waitUntil = (work) => void work.catch(() => {})
  self.dispatchEvent(event)
}`

const workerOf = async (context: BrowserContext): Promise<Worker> => {
  const isOurs = (worker: Worker) => worker.url().endsWith('/worker.js')
  return context.serviceWorkers().find(isOurs) ?? (await context.waitForEvent('serviceworker', isOurs))
}

/** As the browser would, once its push service has given it the message. */
async function deliver(page: Page, context: BrowserContext, data: string): Promise<void> {
  const cdp = await context.newCDPSession(page)
  const found = new Promise<string>((resolve) => {
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const ours = registrations.find(({ scopeURL }) => scopeURL.endsWith('/app/'))
      if (ours) resolve(ours.registrationId)
    })
  })
  await cdp.send('ServiceWorker.enable')
  const { origin } = new URL(page.url())
  await cdp.send('ServiceWorker.deliverPushMessage', { origin, registrationId: await found, data })
}
