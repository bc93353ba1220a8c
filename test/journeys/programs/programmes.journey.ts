import { randomBytes } from 'node:crypto'
import type { Locator } from '@playwright/test'
import sharp from 'sharp'
import { approvalKinds } from '#contract/staff/approvals.ts'
import { dayStates } from '#contract/programs/desk.ts'
import { goesTo, leavesDesk, sayAtDesk, signsInAtDesk, words } from '../desk.ts'
import { elsewhere, expect, inBothLanguages, test } from '../journey.ts'
import { fits, spotless } from '../looks.ts'
import { onTheBooks } from '../papers.ts'

// The desk has few people, and their codes are valid once: one language after the other.
test.describe.configure({ mode: 'serial' })
test.use({ actionTimeout: 30_000 })

const ISSUER = 'simulated'
const confirmation = async () => ({
  name: 'confirmation.png',
  mimeType: 'image/png',
  buffer: await sharp({ create: { width: 800, height: 500, channels: 3, background: '#dbe7e4' } })
    .png()
    .toBuffer(),
})

inBothLanguages((lang) => {
  const { programs, approvals, desk } = words(lang)
  const say = sayAtDesk(lang)

  test('the money at an issuer: its days are settled, two people prefund it, and staff set a floor', async ({
    browser,
  }) => {
    test.setTimeout(300_000)
    const reference = `PF-${randomBytes(4).toString('hex')}`.toUpperCase()
    // A day of the time to come, on which nothing is spent: its file agrees, and nobody has booked it.
    const day = lang === 'cn' ? '2101-01-01' : '2101-01-02'
    await onTheBooks(
      `INSERT INTO program_day (issuer_id, day, lines, clearing_cents, refund_cents, complete, read_at) VALUES ($1, $2, 0, 0, 0, true, now())`,
      [ISSUER, day],
    )
    const [maker, checker] = [await elsewhere(browser, lang), await elsewhere(browser, lang)]
    await Promise.all([signsInAtDesk(maker, lang, 'finance1'), signsInAtDesk(checker, lang, 'finance2')])
    const form = maker.getByRole('dialog')
    const sends = (what: string) => form.getByRole('button', { name: what, exact: true }).click()
    /** A second press within a second is ignored: the button guards against double-clicks. */
    const sendsAgain = (what: string) =>
      expect(async () => {
        if ((await form.count()) > 0) await sends(what)
        await expect(form).toHaveCount(0, { timeout: 5_000 })
      }).toPass()
    const rowsOf = (sheet: string): Locator => maker.getByRole('group', { name: sheet }).getByRole('row')

    await test.step('the list leads to the issuer, by keyboard; both look as they should', async () => {
      await goesTo(maker, lang, 'programs')
      await expect(rowsOf(programs.list)).toHaveCount(2)
      await fits(maker, 'programmes')
      await spotless(maker, 'programmes')
      await maker.getByRole('link', { name: ISSUER, exact: true }).focus()
      await maker.keyboard.press('Enter')
      await expect(maker.getByRole('heading', { name: ISSUER })).toBeVisible()
      await fits(maker, 'a programme')
      await spotless(maker, 'a programme')
      await maker.setViewportSize({ width: 390, height: 844 })
      await fits(maker, 'a programme on a phone')
      await spotless(maker, 'a programme on a phone')
      await maker.setViewportSize({ width: 1440, height: 900 })
    })

    await test.step('the days of the demo world are booked, and nothing of them is owed', async () => {
      const booked = rowsOf(programs.settlement).filter({ hasText: dayStates.BOOKED[lang] })
      expect(await booked.count()).toBeGreaterThan(20)
      for (const cells of await booked.evaluateAll((rows) =>
        rows.map((row) => [...row.cells].map((cell) => cell.innerText)),
      ))
        expect([cells[4], cells[8]], cells[0]).toEqual(['$0.00', '$0.00'])
    })

    await test.step('a prefund above what is at the bank is refused, and what was entered is kept', async () => {
      await maker.getByRole('button', { name: programs.fund, exact: true }).click()
      await form.getByLabel(programs.amount, { exact: true }).fill('900000000')
      await form.getByLabel(programs.reference, { exact: true }).fill(reference.toLowerCase())
      await form.getByLabel(programs.evidence).setInputFiles(await confirmation())
      await form.getByLabel(desk.reason, { exact: true }).fill('on the bank’s confirmation')
      await expect(form.getByRole('img')).toBeVisible()
      await spotless(maker, 'the dialog of a prefund')
      await sends(programs.fund)
      await expect(form.getByLabel(programs.amount, { exact: true })).toHaveAttribute('aria-invalid', 'true')
      await expect(form.getByLabel(programs.reference, { exact: true })).toHaveValue(reference.toLowerCase())
      await form.getByLabel(programs.amount, { exact: true }).fill('12.34')
      await sendsAgain(programs.fund)
    })

    await test.step('a second person sees the amounts and the confirmation, and agrees', async () => {
      const link = maker.getByRole('link', { name: say('programs.waiting', { reference }), exact: true })
      await checker.goto(new URL((await link.getAttribute('href'))!, maker.url()).href)
      const dialog = checker.getByRole('dialog')
      for (const text of [approvalKinds['program.fund'].name[lang], '$12.34', reference, ISSUER])
        await expect(dialog).toContainText(text)
      await checker.getByRole('button', { name: approvals.approve, exact: true }).click()
      await expect(checker.getByText(approvals.done.APPROVED).first()).toBeVisible()
      await maker.reload()
      await expect(link).toHaveCount(0)
      await expect(rowsOf(programs.funds).filter({ hasText: reference })).toContainText('$12.34')
    })

    await test.step('a day that agrees is booked by the button', async () => {
      const row = rowsOf(programs.settlement).filter({ hasText: dayStates.AGREES[lang] }).last()
      await row.getByRole('button').click()
      await form.getByLabel(desk.reason, { exact: true }).fill('booked by hand')
      await sends(programs.book)
      await expect(maker.getByText(programs.booked).first()).toBeVisible()
    })

    await test.step('a floor is set and removed', async () => {
      for (const [floor, shown] of [
        ['1.23', '$1.23'],
        ['0', programs.noFloor],
      ] as const) {
        await maker.getByRole('button', { name: programs.setFloor, exact: true }).click()
        await form.getByLabel(programs.floor, { exact: true }).fill(floor)
        await form.getByLabel(desk.reason, { exact: true }).fill('as decided')
        await sendsAgain(programs.setFloor)
        await expect(maker.getByText(shown, { exact: true })).toBeVisible()
      }
    })

    await test.step('the auditor reads it and changes nothing', async () => {
      const auditor = await elsewhere(browser, lang)
      await signsInAtDesk(auditor, lang, 'auditor')
      await goesTo(auditor, lang, 'programs')
      await auditor.getByRole('link', { name: ISSUER, exact: true }).click()
      await expect(auditor.getByRole('heading', { name: programs.settlement })).toBeVisible()
      for (const name of [programs.fund, programs.setFloor])
        await expect(auditor.getByRole('button', { name, exact: true })).toHaveCount(0)
      await leavesDesk(auditor)
    })
    await Promise.all([leavesDesk(maker), leavesDesk(checker)])
  })
})
