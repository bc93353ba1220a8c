import { decryptDocx } from '@cj-tech-master/excelts/word/crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { cardStatuses } from '#contract/cards/states.ts'
import { cardExportColumns } from '#contract/exports/exports.ts'
import { show } from '#contract/core/money.ts'
import { refusals } from '#contract/core/refusals.ts'
import { readCsv, readXlsx } from '../files.ts'
import { expect, inBothLanguages, test } from './journey.ts'
import { codeOn, textsOn } from './outside.ts'
import { codesAtOnce } from './papers.ts'
import { demo } from './people.ts'

/** What the browser saves when this is pressed. */
async function saved(page: Page, button: string): Promise<Buffer> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('dialog').getByRole('button', { name: button, exact: true }).click(),
  ])
  return readFile(await download.path())
}

inBothLanguages((lang) => {
  test.describe('lists as files', () => {
    // A phone gets one code a minute, so each language has its own.
    const who = { cn: demo.buyer, en: demo.agency }[lang]
    test.use({ who })
    const head = (key: keyof typeof cardExportColumns) => cardExportColumns[key][lang]
    const cents = (rows: Record<string, unknown>[], title: string) =>
      rows.reduce((sum, row) => sum + Math.round(Number(row[title]) * 100), 0)

    test('a file has what the filter shows, with the sums of the screen', async ({ page, t }) => {
      await page.goto('/#/cardList?status=ACTIVE&sort=-balance&n=100')
      const list = page.getByRole('region', { name: t('cards.list') })
      await expect(list.getByRole('row').nth(1)).toContainText(cardStatuses.ACTIVE[lang])
      const serials = (await list.getByRole('row').allInnerTexts()).flatMap(
        (text) => /\b[A-Z]?\d{8,}\b/.exec(text) ?? [],
      )
      await page.getByRole('button', { name: t('parts.export') }).click()
      const book = await readXlsx(await saved(page, t('exports.submit')))
      await expect(page.getByText(t('exports.done', { rows: String(book.rows.length) }))).toBeVisible()
      expect(book.rows.map((row) => row[head('cardSeqNo')])).toEqual(serials)
      expect(new Set(book.rows.map((row) => row[head('status')]))).toEqual(new Set([cardStatuses.ACTIVE[lang]]))
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t('parts.done') })
        .click()
      await expect(page.getByText(show(cents(book.rows, head('balance')))).first()).toBeVisible()

      await page.goto('/#/cardRecord?tab=settled')
      const settled = page.getByRole('region', { name: t('trades.tab.settled'), exact: true })
      await expect(settled.getByRole('row').nth(1)).toBeVisible()
      await page.getByRole('button', { name: t('parts.export') }).click()
      await page.getByRole('dialog').getByText('CSV', { exact: true }).click()
      const { rows } = readCsv(await saved(page, t('exports.submit')))
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t('parts.done') })
        .click()
      const sum = show(cents(rows, { cn: '金额', en: 'Amount' }[lang]), 'USD', 'always')
      await expect(page.getByText(sum).first()).toBeVisible()
    })

    test('full numbers come behind a code, in a file with a password, once', async ({ page, t, request }) => {
      await page.goto('/#/cardList?status=ACTIVE')
      await page.getByRole('button', { name: t('parts.export') }).click()
      await page.getByRole('button', { name: t('exports.toFull') }).click()
      await codesAtOnce()
      const texts = await textsOn(who)
      await page.getByRole('button', { name: t('exports.full.send') }).click()
      await page.getByLabel(t('exports.full.code')).fill(await codeOn(who, { after: texts }))
      await page.getByRole('button', { name: t('exports.full.prepare') }).click()
      const secret = page.getByRole('group', { name: t('exports.full.password') })
      const password = await secret.locator('code').innerText()
      const asked = page.waitForRequest(/cardDown/)
      const bytes = await saved(page, t('exports.full.download'))
      await expect(page.getByText(t('exports.full.taken')).first()).toBeVisible()
      const { rows } = await readXlsx(Buffer.from(await decryptDocx(new Uint8Array(bytes), password)))
      expect(rows.length).toBeGreaterThan(0)
      for (const row of rows) expect(String(row[head('number')])).toMatch(/^\d{16}$/)

      const first = await asked
      const again = await request.get(first.url(), { headers: { authorization: first.headers()['authorization']! } })
      expect(((await again.json()) as { code: number }).code).toBe(refusals.step_up.code)
    })
  })
})
