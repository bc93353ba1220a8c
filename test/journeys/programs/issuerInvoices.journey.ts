import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { checks } from '#contract/core/checks.ts'
import { invoiceKinds, invoiceStates } from '#contract/programs/invoices.ts'
import { approvalKinds } from '#contract/staff/approvals.ts'
import { leavesDesk, sayAtDesk, signsInAtDesk, words } from '../desk.ts'
import { elsewhere, expect, inBothLanguages, test } from '../journey.ts'
import { fits, spotless } from '../looks.ts'
import { issuerTakes } from '../outside.ts'
import { onTheBooks } from '../papers.ts'

// The desk has few people, and their codes are valid once: one language after the other.
test.describe.configure({ mode: 'serial' })
test.use({ actionTimeout: 30_000 })

const ISSUER = 'simulated'
const monthsAgo = (back: number): string => {
  const day = new Date()
  return new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() - back, 1)).toISOString().slice(0, 7)
}
const picture = async () => ({
  name: 'invoice.png',
  mimeType: 'image/png',
  buffer: await sharp({ create: { width: 600, height: 800, channels: 3, background: '#e7e4db' } })
    .png()
    .toBuffer(),
})

inBothLanguages((lang) => {
  const { invoices, approvals, desk } = words(lang)
  const say = sayAtDesk(lang)

  test('an issuer’s invoice: prices are set, one person enters it beside our counts, another books it', async ({
    browser,
  }) => {
    test.setTimeout(300_000)
    // Before the demo world began, so nobody has invoiced it: 120 authorizations and nothing else.
    const month = monthsAgo(lang === 'cn' ? 5 : 6)
    await onTheBooks(
      `INSERT INTO program_usage (issuer_id, month, cards_opened, cards_used, authorizations, foreign_cents, disputes, counted_at) VALUES ($1, $2, 0, 0, 120, 0, 0, now())
       ON CONFLICT (issuer_id, month) DO UPDATE SET authorizations = excluded.authorizations, counted_at = excluded.counted_at`,
      [ISSUER, `${month}-01`],
    )
    const [maker, checker] = [await elsewhere(browser, lang), await elsewhere(browser, lang)]
    await Promise.all([signsInAtDesk(maker, lang, 'finance1'), signsInAtDesk(checker, lang, 'finance2')])
    const form = maker.getByRole('dialog')
    const field = (label: string) => form.getByLabel(label, { exact: true })
    const sends = (what: string) => form.getByRole('button', { name: what, exact: true }).click()
    /** A second press within a second is ignored: the button guards against double-clicks. */
    const sendsAgain = (what: string) =>
      expect(async () => {
        if ((await form.count()) > 0) await sends(what)
        await expect(form).toHaveCount(0, { timeout: 5_000 })
      }).toPass()
    const at = new URL(maker.url())
    const goesToInvoice = async () => {
      at.hash = `/programs/${ISSUER}/invoices/${month}`
      await maker.goto(at.href)
      await expect(maker.getByRole('heading', { name: invoices.lines })).toBeVisible()
    }
    const kind = invoiceKinds.PER_AUTHORIZATION[lang]
    const line = maker.getByRole('group', { name: invoices.lines }).getByRole('row').filter({ hasText: kind })

    await test.step('a price of a cent and a half is set from that month on', async () => {
      at.hash = `/programs/${ISSUER}`
      await maker.goto(at.href)
      await maker.getByRole('button', { name: invoices.setPrice, exact: true }).click()
      await field(invoices.kind).selectOption('PER_AUTHORIZATION')
      await field(invoices.pricePerUnit).fill('0.0155555')
      await field(invoices.from).selectOption(month)
      await field(desk.reason).fill('by the contract')
      await spotless(maker, 'the dialog of a price')
      await sends(invoices.setPrice)
      await expect(form.getByText(checks.unit_price[lang])).toBeVisible()
      await field(invoices.pricePerUnit).fill('0.015')
      await sendsAgain(invoices.setPrice)
      await expect(maker.getByRole('group', { name: invoices.prices }).getByText('$0.015').first()).toBeVisible()
    })

    await test.step('the month shows what we counted, also on a phone', async () => {
      await goesToInvoice()
      await expect(line).toContainText('120')
      await expect(line).toContainText('$1.80')
      await fits(maker, 'a month of an issuer')
      await spotless(maker, 'a month of an issuer')
      await maker.setViewportSize({ width: 390, height: 844 })
      await fits(maker, 'a month of an issuer on a phone')
      await spotless(maker, 'a month of an issuer on a phone')
      await maker.setViewportSize({ width: 1440, height: 900 })
    })

    await test.step('lines that do not add up to the total are refused, and what was entered is kept', async () => {
      await maker.getByRole('button', { name: invoices.enter, exact: true }).click()
      await field(invoices.number).fill(`INV-${randomBytes(4).toString('hex')}`)
      await field(say('invoices.lineQuantity', { kind })).fill('300')
      await field(say('invoices.lineAmount', { kind })).fill('4.50')
      await field(invoices.total).fill('4.00')
      await field(invoices.evidence).setInputFiles(await picture())
      await field(desk.reason).fill('received by mail')
      await expect(form.getByRole('img')).toBeVisible()
      await sends(invoices.enter)
      await expect(form.getByText(checks.invoice_total[lang])).toBeVisible()
      await spotless(maker, 'the dialog of an invoice')
      await expect(field(say('invoices.lineQuantity', { kind }))).toHaveValue('300')
      await field(invoices.total).fill('4.50')
      await sendsAgain(invoices.enter)
    })

    await test.step('another person sees both figures and the picture, and books it', async () => {
      const link = maker.getByRole('link', { name: invoices.waiting, exact: true })
      await checker.goto(new URL((await link.getAttribute('href'))!, maker.url()).href)
      const dialog = checker.getByRole('dialog')
      for (const text of [approvalKinds['program.invoice'].name[lang], '120 × $0.015 = $1.80', '300 · $4.50', '+$2.70'])
        await expect(dialog).toContainText(text)
      await expect(dialog.getByRole('img')).toBeVisible()
      await checker.getByRole('button', { name: approvals.approve, exact: true }).click()
      await expect(checker.getByText(approvals.done.APPROVED).first()).toBeVisible()
      await issuerTakes(4_50, `${lang} ${month} ${randomBytes(4).toString('hex')}`)
    })

    await test.step('it is shown as booked, with its difference and its original', async () => {
      await maker.reload()
      await expect(maker.getByText(invoiceStates.BOOKED[lang]).first()).toBeVisible()
      await expect(line).toContainText(invoices.differs)
      await expect(maker.getByRole('img', { name: invoices.file })).toBeVisible()
      await expect(maker.getByRole('button', { name: invoices.enter, exact: true })).toHaveCount(0)
      await fits(maker, 'a booked invoice')
      await spotless(maker, 'a booked invoice')
    })
    await Promise.all([leavesDesk(maker), leavesDesk(checker)])
  })
})
