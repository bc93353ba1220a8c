import { paths } from '#web/account/paths.ts'
import { paths as deskPaths } from '#web/operator/paths.ts'
import { signsInAtDesk } from './desk.ts'
import { expect, inBothLanguages, test } from './journey.ts'
import { loaded, spotless, spotlessPages } from './looks.ts'
import { asks, demo } from './people.ts'

inBothLanguages((lang) => {
  test.describe('axe finds nothing at all, light and dark', () => {
    test('before sign-in, and in the outside world', async ({ page }) => {
      test.setTimeout(420_000)
      for (const path of ['/#/', '/#/signup', `${process.env.KAIKA_SIMULATORS_URL}/`]) {
        await page.goto(path)
        await expect(page.getByRole('heading').first()).toBeVisible()
        await spotless(page, path)
      }
    })

    test.describe('of an account holder', () => {
      test.use({ who: demo.buyer })

      test('declines, one payment, what is paid before it is charged, deleting and freezing, batches, 3-D codes', async ({
        page,
        request,
        person,
      }) => {
        test.setTimeout(420_000)
        const first = async <R>(path: string, more = {}) =>
          (await asks<{ data: R[] }>(request, person!, `GET ${path}`, { pageSize: 1, ...more })).data[0]!
        const { cardId } = await first<{ cardId: string }>('/api/card/page', { status: 'ACTIVE' })
        const { id } = await first<{ id: string }>('/api/cardTrade/authTrans/page')
        for (const path of [
          paths.home,
          paths.shop,
          paths.rechargeIndex,
          paths.financeRecord,
          paths.scenario,
          paths.cardOpen,
          paths.cardBatchOpen,
          paths.batches,
          paths.cardList,
          paths.card(cardId),
          paths.cardAction(cardId, 'freeze'),
          paths.cardAction(cardId, 'delete'),
          paths.cardRecord,
          `${paths.cardRecord}?tab=declined`,
          paths.trade(id),
          paths.threeD,
        ].filter((path) => lang === 'en' || !spotlessPages.has(path))) {
          await page.goto(`/#${path}`)
          await loaded(page)
          await spotless(page, path)
        }
      })
    })

    if (lang === 'en')
      test.describe('of an agency', () => {
        test.use({ who: demo.agency })

        test('forecasts, sub-accounts, requests and referrals', async ({ page }) => {
          test.setTimeout(420_000)
          for (const path of [
            paths.financeAudit,
            paths.forecastNew,
            paths.subHome,
            paths.subAccounts,
            `${paths.subAccounts}?tab=asks`,
            paths.roles,
            paths.rebate,
          ]) {
            await page.goto(`/#${path}`)
            await loaded(page)
            await spotless(page, path)
          }
        })
      })

    test('at the desk: wires, risk, notices, people, refunds and events', async ({ page }) => {
      test.setTimeout(420_000)
      for (const [who, some] of [
        ['finance1', [deskPaths.home, deskPaths.forecasts, deskPaths.statements, deskPaths.events, deskPaths.refunds]],
        ['risk1', [deskPaths.risk, deskPaths.riskLists, deskPaths.rules]],
        ['content', [deskPaths.notices]],
        ['admin', [deskPaths.people]],
      ] as const) {
        await page.context().clearCookies()
        await page.goto('/operator')
        await page.evaluate('sessionStorage.clear()')
        await signsInAtDesk(page, lang, who)
        for (const path of some) {
          await page.goto(`/operator#${path}`)
          await loaded(page)
          await spotless(page, `${who} ${path}`)
        }
      }
    })
  })
})
