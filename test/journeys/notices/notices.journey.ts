import { audiences, noticeKinds, noticeStates, type NoticeForm } from '#contract/notices/content.ts'
import { signsInAtDesk, words } from '../desk.ts'
import { elsewhere, expect, inBothLanguages, test } from '../journey.ts'
import { asks, type Person } from '../people.ts'

inBothLanguages((lang) => {
  const { desk, notices, approvals } = words(lang)
  const form = (kind: NoticeForm) => noticeKinds[kind][lang]

  test.describe('notices', () => {
    // The carousel moves only without a preference for reduced motion.
    test.use({ who: 'newcomer', contextOptions: { reducedMotion: 'no-preference' } })

    test('of every form are written at the desk, shown to whom they are for, and kept away once read', async ({
      page,
      t,
      person,
      request,
      browser,
    }) => {
      test.setTimeout(420_000)
      const me = person as Person
      const { userId } = await asks<{ userId: string }>(request, me, 'GET /api/user/info')
      const mark = userId.slice(-4)
      const title = (kind: NoticeForm) => `${form(kind)} ${mark}`
      const staff = await elsewhere(browser, lang)
      const list = staff.getByRole('region', { name: notices.list })
      const row = (kind: NoticeForm) => list.getByRole('row').filter({ hasText: title(kind) })

      const writes = async (kind: NoticeForm) => {
        await staff.getByRole('button', { name: notices.add, exact: true }).click()
        const dialog = staff.getByRole('dialog', { name: notices.add })
        await dialog.getByLabel(notices.kind).selectOption({ label: form(kind) })
        await dialog.getByLabel(notices.titleCn).fill(title(kind))
        await dialog.getByLabel(notices.titleEn).fill(title(kind))
        for (const label of [notices.htmlCn, notices.htmlEn])
          await dialog
            .getByRole('textbox', { name: label })
            .fill(`<p>Text <b>of ${kind}</b> ${mark}</p><script>document.title = 'run'</script>`)
        await dialog.getByLabel(notices.audience, { exact: true }).selectOption({ label: audiences.ACCOUNT[lang] })
        await dialog.getByLabel(notices.audienceIds).fill(userId)
        const preview = dialog.getByRole('region', { name: `${notices.preview} ${notices.htmlCn}` })
        await expect(preview.getByText(`Text of ${kind} ${mark}`)).toBeVisible()
        await expect(preview.getByRole('status')).toContainText('<script>')
        await dialog.getByRole('button', { name: notices.save }).click()
        await expect(dialog).toBeHidden()
        await expect(row(kind)).toContainText(noticeStates.DRAFT[lang])
      }
      const publishes = async (kind: NoticeForm) => {
        await row(kind).getByRole('link', { name: notices.publish }).click()
        const dialog = staff.getByRole('dialog', { name: notices.publish })
        await dialog.getByLabel(desk.reason).fill('as planned')
        await dialog.getByRole('button', { name: notices.publish }).click()
        await expect(dialog).toBeHidden()
      }

      // The demo world has its own public banners.
      for (const { id } of await asks<{ id: string }[]>(request, me, 'GET /api/notice/moveNotice'))
        await asks(request, me, 'GET /api/notice/readNotice', { id })

      await test.step('content writes one of each form for this account, and publishes', async () => {
        await signsInAtDesk(staff, lang, 'content')
        await staff.getByRole('link', { name: desk.notices, exact: true }).click()
        for (const kind of ['CAROUSEL', 'PAGE', 'BANNER', 'MUST_READ'] as const) {
          await writes(kind)
          await publishes(kind)
          if (kind !== 'MUST_READ') await expect(row(kind)).toContainText(noticeStates.PUBLISHED[lang])
        }
      })

      await test.step('one that must be read waits for a second person', async () => {
        await page.goto('/#/home')
        const banner = page.getByRole('region', { name: t('notices.board') })
        await expect(banner).toContainText(title('BANNER'))
        await expect(page.getByRole('dialog', { name: title('MUST_READ') })).toHaveCount(0)
        const waits = row('MUST_READ').getByRole('link', { name: notices.pending })
        const address = await waits.getAttribute('href')
        const second = await elsewhere(browser, lang)
        await signsInAtDesk(second, lang, 'product')
        await second.goto(`/operator/${address!.replace(/^.*#/, '#')}`)
        await expect(second.getByText(`Text of MUST_READ ${mark}`).first()).toBeVisible()
        await second.getByRole('button', { name: approvals.approve }).click()
        await expect(second.getByText(approvals.done.APPROVED)).toBeVisible()
        await second.context().close()
      })

      await test.step('it is confirmed, and does not come back', async () => {
        await page.reload()
        const must = page.getByRole('dialog', { name: title('MUST_READ') })
        await expect(must).toContainText(`Text of MUST_READ ${mark}`)
        await must.getByRole('button', { name: t('ui.close') }).click()
        await expect(must).toBeHidden()
        await page.reload()
        await must.getByRole('button', { name: t('notices.gotIt') }).click()
        await expect(must).toBeHidden()
        await page.reload()
        await expect(page.getByRole('region', { name: t('notices.board') })).toContainText(title('BANNER'))
        await expect(must).toHaveCount(0)
        await expect(page).not.toHaveTitle(/run/)
      })

      await test.step('the banner is confirmed, and the carousel takes its place', async () => {
        const banner = page.getByRole('region', { name: t('notices.board') })
        expect((await banner.boundingBox())!.height).toBe(50)
        await banner.getByRole('button', { name: t('notices.gotIt') }).click()
        await expect(banner).not.toContainText(title('BANNER'))
        await expect(banner.getByRole('button', { name: t('notices.all') })).toBeVisible()
        await page.reload()
        await expect(banner.getByRole('button', { name: t('notices.all') })).toBeVisible()
        await expect(banner.getByText(title('BANNER'))).toHaveCount(0)
        // It moves every three seconds until the pointer or focus is on it; ours comes round.
        const ours = banner.getByRole('button', { name: title('CAROUSEL') })
        await expect(ours).toBeVisible({ timeout: 60_000 })
        await ours.click()
      })

      await test.step('all of them are in the dialog, whose list switches the detail', async () => {
        const dialog = page.getByRole('dialog', { name: t('notices.all') })
        await expect(dialog.getByRole('article')).toContainText(`of CAROUSEL ${mark}`)
        expect((await dialog.locator(':scope > div').boundingBox())!.width).toBe(900)
        for (const kind of ['PAGE', 'BANNER', 'MUST_READ'] as const) {
          await dialog.getByRole('button', { name: title(kind) }).click()
          await expect(dialog.getByRole('article')).toContainText(`of ${kind} ${mark}`)
        }
        await dialog.getByRole('button', { name: t('ui.close') }).click()
        await expect(dialog).toBeHidden()
        await page.goto('/#/cardList')
        await expect(page.getByRole('region', { name: t('notices.board') })).toHaveCount(0)
      })

      await test.step('the desk sees that they were read, and takes one back', async () => {
        await staff.getByRole('link', { name: desk.home, exact: true }).click()
        await staff.getByRole('link', { name: desk.notices, exact: true }).click()
        await expect(row('BANNER').getByRole('cell').nth(6)).toHaveText('1')
        await row('PAGE').getByRole('link', { name: notices.withdraw }).click()
        const dialog = staff.getByRole('dialog', { name: notices.withdraw })
        await dialog.getByLabel(desk.reason).fill('no longer so')
        await dialog.getByRole('button', { name: notices.withdraw }).click()
        await expect(row('PAGE')).toContainText(noticeStates.WITHDRAWN[lang])
        await staff.context().close()
        await page.goto('/#/home')
        await page.reload()
        await page
          .getByRole('region', { name: t('notices.board') })
          .getByRole('button', { name: t('notices.all') })
          .click()
        const all = page.getByRole('dialog', { name: t('notices.all') })
        await expect(all.getByRole('button', { name: title('BANNER') })).toBeVisible()
        await expect(all.getByRole('button', { name: title('PAGE') })).toHaveCount(0)
      })
    })
  })
})
