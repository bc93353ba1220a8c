/** Personal notices, and staff's texts in the frame: the bell, the contact dialog, hostile HTML. */
import type { Page } from '@playwright/test'
import { elements, payloads, someHostile } from '#test/hostileHtml.ts'
import { eventGroups } from '#contract/notices/eventGroups.ts'
import { events } from '#contract/notices/notices.ts'
import { paths } from '#web/account/paths.ts'
import { funded, ordered } from '../inHand.ts'
import { expect, inBothLanguages, test } from '../journey.ts'
import { fits, spotless } from '../looks.ts'
import { asks } from '../people.ts'

inBothLanguages((lang) => {
  test.describe('what is told', () => {
    test.use({ who: 'newcomer' })

    test('to oneself is under the bell, and what was opened has been read', async ({ page, t }) => {
      await page.goto('/#/account')
      const bell = page.getByRole('button', { name: t('layout.myNotices', { count: 1 }) })
      await bell.click()
      const dialog = page.getByRole('dialog', { name: t('inbox.title') })
      await dialog.getByRole('button', { name: events.welcome.title[lang] }).click()
      await expect(dialog.getByRole('article')).toContainText(events.welcome.text[lang])
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
      await expect(bell).toHaveCount(0)
      await expect(page.getByRole('button', { name: t('layout.myNotices', { count: 0 }) })).toBeVisible()
    })

    test('of one day and event together is one line, and marking all as read is undone', async ({
      page,
      request,
      person,
      t,
    }) => {
      await funded(request, person!)
      const cardIds = [await ordered(request, person!, 10_00), await ordered(request, person!, 20_00)]
      type Mine = { unread: number; list: { event: string; read: 0 | 1 }[] }
      const mine = (unread: boolean) =>
        asks<Mine>(request, person!, 'GET /api/notice/userNotice', { unread: String(unread), limit: '100' })
      const told = async () => (await mine(false)).list.filter(({ event }) => event === 'card_opened').length
      await expect.poll(told, { timeout: 60_000 }).toBe(2)
      const { unread } = await mine(true)
      type Shown = { card: { lastFour: string } }
      const cards = await Promise.all(
        cardIds.map(async (cardId) => (await asks<Shown>(request, person!, 'POST /api/card/detail', { cardId })).card),
      )

      await page.goto(`/#${paths.account}`)
      const bell = (count: number) => page.getByRole('button', { name: t('layout.myNotices', { count }) })
      await bell(unread).click()
      const panel = page.getByRole('dialog', { name: t('inbox.title') })
      const bundle = panel.getByRole('button', {
        name: `${t('inbox.bundle.card_opened', { count: 2 })}${t('inbox.bundle.total', { total: '$30.00' })}`,
      })
      await expect(bundle).toContainText(t('inbox.unread'))
      await spotless(page, 'the panel of notices')
      await panel.getByRole('button', { name: t('inbox.readAll') }).click()
      await expect(page.getByText(t('inbox.read', { count: unread }))).toBeVisible()
      await expect(bundle).not.toContainText(t('inbox.unread'))
      expect((await mine(true)).unread).toBe(0)
      await page
        .getByRole('status')
        .getByRole('button', { name: t('ui.undo') })
        .click()
      await expect(bundle).toContainText(t('inbox.unread'))
      expect((await mine(true)).unread).toBe(unread)

      await bundle.click()
      const line = (card: { lastFour: string }) => panel.getByRole('button', { name: `···· ${card.lastFour}` })
      await expect(line(cards[0]!)).toContainText('$10.00')
      await expect(bundle).not.toContainText(t('inbox.unread'))
      expect((await mine(true)).unread).toBe(unread - 2)
      await line(cards[1]!).click()
      await expect(panel.getByRole('article')).toContainText(cards[1]!.lastFour)
      for (const width of [390, 1440]) {
        await page.setViewportSize({ width, height: 844 })
        await fits(page, `the panel of notices at ${width} pixels`)
      }

      await panel.getByRole('link', { name: t('inbox.seeAll') }).click()
      await expect(page).toHaveURL(/#\/notices$/)
      await expect(panel).toBeHidden()
      const all = page.getByRole('region', { name: t('inbox.title') })
      await expect(all.getByRole('button', { name: t('inbox.bundle.card_opened', { count: 2 }) })).toBeVisible()
      await all.getByText(eventGroups.SECURITY[lang], { exact: true }).click()
      await expect(page).toHaveURL(/kind=SECURITY/)
      await expect(all.getByText(t('inbox.noneOfKind'))).toBeVisible()
      await all.getByText(eventGroups.CARDS[lang], { exact: true }).click()
      await all.getByRole('button', { name: t('inbox.bundle.card_opened', { count: 2 }) }).click()
      await all.getByRole('button', { name: `···· ${cards[0]!.lastFour}` }).click()
      await all.getByRole('link', { name: t('inbox.details') }).click()
      await expect(page.getByRole('dialog')).toContainText(cards[0]!.lastFour)
    })

    test('the contact dialog has two codes and the channel', async ({ page, t }) => {
      await page.goto('/#/account')
      await page
        .getByRole('button', { name: t('layout.contact'), exact: true })
        .last()
        .click()
      const dialog = page.getByRole('dialog', { name: t('notices.contact.title') })
      await expect(dialog.locator('figure svg')).toHaveCount(2)
      await expect(dialog.getByRole('link', { name: t('notices.contact.open') })).toHaveAttribute('href', /^https:/)
      expect((await dialog.locator(':scope > div').boundingBox())!.width).toBe(900)
    })

    test.describe('under attack', () => {
      test.use({ attacked: true })

      test('whatever an answer brings along, nothing of it runs, loads or leaves', async ({ page, t }) => {
        test.setTimeout(300_000)
        const hostile = (id: number, msg: string) => ({
          id: `ntc_${id}`,
          title: `T${id}`,
          createTime: 1,
          msg,
          read: 1,
          // Of events of their own, so that each has a line.
          event: `event_${id}`,
          kind: 'ACCOUNT',
          level: 'INFO',
          facts: null,
          text: '',
        })
        const leaks: string[] = []
        const own = new URL(process.env.KAIKA_URL ?? 'http://127.0.0.1:4000').origin
        page.on('request', (request) => {
          const url = request.url()
          if (!url.startsWith(own) && !url.startsWith('data:') && !url.startsWith('blob:')) leaks.push(url)
        })
        page.on('dialog', (alert) => {
          leaks.push(`alert ${alert.message()}`)
          void alert.dismiss()
        })
        // Known attacks one by one; generated ones in bulk, each followed by a marker that must be visible.
        const generated = someHostile(520).map((one, at) => `${one}${closers}<p>⟦${at}⟧</p>`)
        const together = Array.from({ length: 10 }, (_, at) => generated.slice(52 * at, 52 * (at + 1)).join(''))
        const notices = [...payloads.map((one, at) => `<p>⟦${at}⟧</p>${one}`), ...together].map((msg, at) =>
          hostile(at, msg),
        )
        const envelope = (data: unknown) => ({ json: { code: 200, msg: '', data, path: '', status: 200 } })
        await page.route('**/api/notice/page*', (route) => route.fulfill(envelope({ data: notices, list: notices })))
        await page.route('**/api/notice/userNotice*', (route) => route.fulfill(envelope({ unread: 0, list: notices })))
        await page.route('**/api/notice/list*', (route) => route.fulfill(envelope(notices)))
        await page.route('**/api/notice/moveNotice*', (route) => route.fulfill(envelope([])))
        const safe = async (where: string) => {
          const article = page.getByRole('article')
          for (const { title, msg } of notices) {
            await page.getByRole('dialog').getByRole('button', { name: title, exact: false }).first().click()
            const marks = msg.match(/⟦\d+⟧/g)!
            await expect(article).toContainText(marks.at(-1)!)
            const shown = await article.textContent()
            expect(marks.filter((mark) => !shown!.includes(mark))).toEqual([])
            const bad = await page.evaluate(`(() => {
            const all = [...document.querySelector('[role=dialog] article').querySelectorAll('*')]
            const bad = 'script,iframe,object,embed,form,input,style,link,meta,base,svg,math,template,[style],[srcdoc]'
            return all.filter((one) => one.matches(bad) || [...one.attributes].some(({ name, value }) =>
              name.startsWith('on') || /^\\s*(javascript|data):/i.test(value))).length
          })()`)
            expect(bad, `${where}: ${title}`).toBe(0)
          }
        }
        await page.goto('/#/home')
        await page
          .getByRole('region', { name: t('notices.board') })
          .getByRole('button')
          .last()
          .click()
        await safe('all notices')
        await page
          .getByRole('dialog')
          .getByRole('button', { name: t('ui.close') })
          .click()
        await openMine(page, t('layout.myNotices', { count: 0 }))
        await safe('my notices')
        expect(leaks).toEqual([])
      })
    })
  })
})

/** After each generated one, so that none can hide the next. */
const closers = [...elements, 'title', 'desc', 'svg', 'math'].map((tag) => `</${tag}>`).join('')

async function openMine(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name }).click()
}
