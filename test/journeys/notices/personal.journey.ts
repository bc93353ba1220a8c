/** Personal notices, and staff's texts in the frame: the bell, the contact dialog, hostile HTML. */
import type { Page } from '@playwright/test'
import { elements, payloads, someHostile } from '#test/hostileHtml.ts'
import { expect, inBothLanguages, test } from '../journey.ts'

inBothLanguages(() => {
  test.describe('what is told', () => {
    test.use({ who: 'newcomer' })

    test('to oneself is under the bell, and what was opened has been read', async ({ page, t }) => {
      await page.goto('/#/account')
      const bell = page.getByRole('button', { name: t('layout.myNotices', { count: 1 }) })
      await bell.click()
      await page.getByRole('menuitem', { name: t('layout.myNotices', { count: 1 }) }).click()
      const dialog = page.getByRole('dialog', { name: t('notices.mine.title') })
      await expect(dialog.getByRole('article')).not.toBeEmpty()
      await dialog.getByRole('button', { name: t('ui.close') }).click()
      await expect(page.getByRole('button', { name: t('layout.myNotices', { count: 0 }) })).toBeVisible()
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
        const hostile = (id: number, msg: string) => ({ id: `ntc_${id}`, title: `T${id}`, createTime: 1, msg, read: 1 })
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
  await page.getByRole('menuitem', { name }).click()
}
