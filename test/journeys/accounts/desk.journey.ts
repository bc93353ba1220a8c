import type { Locator, Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import pg from 'pg'
import sharp from 'sharp'
import { adjustCauses, idChecks, limitKeys, type AdjustCause } from '#contract/accounts/desk.ts'
import { approvalKinds, type ApprovalKind } from '#contract/staff/approvals.ts'
import { paperKinds } from '#contract/identity/desk/cases.ts'
import { identityStatuses } from '#contract/identity/identity.ts'
import { show } from '#contract/core/money.ts'
import { pages } from '#contract/core/permissions.ts'
import { wordsOf } from '#contract/core/refusals.ts'
import { Books } from '../books.ts'
import { signsInAtDesk, words } from '../desk.ts'
import { elsewhere, expect, inBothLanguages, pressesUntil, test } from '../journey.ts'
import { fine, fits } from '../looks.ts'
import { codeOn, textsOn } from '../outside.ts'
import { isKnownAs } from '../papers.ts'
import { asks, PASSWORD, topsUp } from '../people.ts'
import { prove } from '../prove.ts'

// A click without a target fails there, not when the whole journey times out.
test.use({ actionTimeout: 20_000, who: 'newcomer' })

/** Updates without a reload may take until the page's next poll. */
const LIVE = { timeout: 60_000 }
/** A photo of the size that a phone takes. */
const picture = async (name: string) => ({
  name: `${name}.jpg`,
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 1600, height: 1000, channels: 3, background: '#dfe7f1' } })
    .jpeg()
    .toBuffer(),
})

/** The ledger entries of adjustments, once every page shows them. */
async function adjustedOnTheBooks(userNo: string): Promise<string[]> {
  const client = new pg.Client(process.env.KAIKA_DATABASE_OWNER_URL)
  await client.connect()
  const { rows } = await client.query<{ line: string }>(
    `SELECT kind || ' ' || side || code || ' ' || amount AS line
       FROM ledger_transfer JOIN ledger_entry USING (cell, transfer_id) JOIN ledger_account USING (cell, la_id)
      WHERE transfer_id IN (SELECT transfer_id FROM adjustment JOIN account USING (cell, account_id) WHERE user_no = $1)
      ORDER BY amount, side DESC`,
    [userNo],
  )
  await client.end()
  return rows.map(({ line }) => line)
}

inBothLanguages((lang) => {
  const { desk, accounts, moves, approvals, verification, audit } = words(lang)
  const scheme = lang === 'cn' ? 'dark' : 'light'
  const button = (of: Page | Locator, name: string) => of.getByRole('button', { name, exact: true })
  const menu = (page: Page, name: string) =>
    page
      .getByRole('navigation', { name: desk.menu })
      .getByRole('link', { name: new RegExp(`^${name}( ?\\d+)?$`) })
      .click()

  async function opensAccount(clerk: Page, userNo: string): Promise<void> {
    await menu(clerk, desk.accounts)
    await clerk.getByLabel(accounts.search).fill(userNo)
    await button(clerk, accounts.go).click()
    await clerk.getByRole('link', { name: userNo }).click()
    await expect(clerk.getByText(userNo).first()).toBeVisible()
  }

  /** Performs an action with a reason, or requests it from a second approver. */
  async function because(page: Page, opens: Locator, submit: string, reason: string): Promise<void> {
    await opens.click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(desk.reason).fill(reason)
    await button(dialog, submit).click()
    await expect(dialog).toHaveCount(0)
  }

  /** A checker finds it in the inbox by its kind and account. */
  async function opensInbox(checker: Page, kind: ApprovalKind, target: string): Promise<Locator> {
    await checker.goto('/operator/#/approvals')
    await checker
      .getByRole('row')
      .filter({ hasText: approvalKinds[kind].name[lang] })
      .filter({ hasText: target })
      .click()
    return checker.getByRole('dialog', { name: approvalKinds[kind].name[lang] })
  }
  async function agrees(checker: Page, kind: ApprovalKind, target: string): Promise<void> {
    const drawer = await opensInbox(checker, kind, target)
    await button(drawer, approvals.approve).click()
    await expect(checker.getByText(approvals.done.APPROVED)).toBeVisible()
  }

  test('papers are sent back with a reason, come again and are passed, and the account holder sees it all', async ({
    page,
    t,
    request,
    person,
    browser,
  }) => {
    test.setTimeout(300_000)
    const me = person!
    const { userId: userNo } = await asks<{ userId: string }>(request, me, 'GET /api/user/info')
    const name = lang === 'cn' ? '林浩然' : 'Ana Lopez'
    const reason = lang === 'cn' ? '证件正面反光，看不清号码' : 'The front is blurred, the number cannot be read'

    /** Fills in pictures and texts as the dialog requires. */
    async function handsIn(): Promise<void> {
      const form = page.getByRole('dialog')
      await form.getByLabel(t('identity.realName'), { exact: true }).fill(name)
      await form.getByLabel(t('identity.idType'), { exact: true }).selectOption('PASSPORT')
      await form.getByLabel(t('identity.idNo'), { exact: true }).fill('E12345678')
      await form.getByLabel(t('identity.contact'), { exact: true }).fill('ana@example.com')
      await form.getByLabel(t('identity.paper.front')).setInputFiles(await picture('passport'))
      await expect(form.getByRole('img', { name: t('identity.paper.front') })).toBeVisible()
      await button(form, t('identity.submit')).click()
      await expect(form).toHaveCount(0)
    }
    const says = (status: keyof typeof identityStatuses) =>
      page.getByText(identityStatuses[status][lang], { exact: true }).first()

    await test.step('handed in at the console', async () => {
      await page.goto(`/#${pages['2007001'].path}`)
      await button(page, t('identity.identityStart')).click()
      await handsIn()
      await expect(says('PENDING')).toBeVisible()
    })

    const clerk = await elsewhere(browser, lang)
    await signsInAtDesk(clerk, lang, 'support2')
    const takes = async () => {
      await menu(clerk, desk.identity)
      await clerk.getByRole('row').filter({ hasText: userNo }).click()
      await button(clerk, verification.take).click()
      await expect(button(clerk, verification.pass)).toBeVisible()
    }
    await test.step('taken from the queue, looked at for a reason, and sent back with one', async () => {
      await takes()
      await expect(clerk.getByText(name, { exact: true })).toHaveCount(0)
      await because(clerk, button(clerk, verification.reveal), verification.reveal, 'reviewing the papers')
      await expect(clerk.getByText(name, { exact: true })).toBeVisible()
      await expect(clerk.getByRole('img', { name: paperKinds.front[lang] })).toBeVisible()
      await fine(clerk, 'a case, revealed', [scheme])
      await fits(clerk, 'a case, revealed')
      await button(clerk, verification.needInfo).click()
      const words = clerk.getByLabel(verification.reason)
      await expect(words).toHaveAttribute('aria-invalid', 'true')
      await words.fill(reason)
      await pressesUntil(button(clerk, verification.needInfo), (patience) =>
        expect(clerk.getByText(identityStatuses.NEED_INFO[lang], { exact: true })).toBeVisible(patience),
      )
    })

    await test.step('the account holder reads why without a reload, and hands in again', async () => {
      await expect(says('NEED_INFO')).toBeVisible(LIVE)
      await button(page, t('identity.identityComplete')).click()
      const dialog = page.getByRole('dialog')
      await expect(dialog.getByText(reason)).toBeVisible()
      await button(dialog, t('identity.identityComplete')).click()
      await handsIn()
      await expect(says('PENDING')).toBeVisible()
    })

    await test.step('passed, and the console says so by itself', async () => {
      await takes()
      await button(clerk, verification.pass).click()
      await expect(clerk.getByText(identityStatuses.PASSED[lang], { exact: true })).toBeVisible()
      await expect(says('PASSED')).toBeVisible(LIVE)
      const { data } = await asks<{ data: { content: string }[] }>(request, me, 'GET /api/user/operateLog')
      expect(data.some(({ content }) => content.includes('reviewing the papers'))).toBe(true)
    })
    await clerk.context().close()
  })

  test('an account is restricted and lifted, its limit and its wallet changed by two, its authenticator taken off, everybody signed out', async ({
    page,
    t,
    request,
    person,
    browser,
  }) => {
    test.setTimeout(480_000)
    const me = person!
    const { userId: userNo } = await asks<{ userId: string }>(request, me, 'GET /api/user/info')
    await isKnownAs(request, me, { type: 'PERSON', name: lang === 'cn' ? '林浩然' : 'Ana Lopez' })
    await topsUp(request, me, 1500)
    const books = new Books(page, t, lang)
    books.wallet = 1_470_00
    /** Reloads to see others' changes without waiting for the next poll. */
    const agree = async () => {
      await page.reload()
      await books.agree()
    }
    const held = wordsOf('account_held', lang)
    /** The reason of each action, to find it in the audit. */
    const why = (what: string) => `${what} · ${userNo}`

    const [clerk, first, second] = await Promise.all([1, 2, 3].map(() => elsewhere(browser, lang)))
    await signsInAtDesk(clerk!, lang, 'support2')
    await signsInAtDesk(first!, lang, 'finance3')
    await opensAccount(clerk!, userNo)

    await test.step('restricted: what moves money is grey at the console by itself, and refused', async () => {
      await page.goto(`/#${pages['2005001'].path}`)
      await expect(page.getByRole('button', { description: held })).toHaveCount(0)
      await because(clerk!, button(clerk!, moves.restrict), moves.restrict, why('looks stolen'))
      await expect(clerk!.getByText(why('looks stolen'))).toBeVisible()
      await expect(page.getByRole('button', { description: held }).first()).toBeVisible(LIVE)
      await expect(asks(request, me, 'GET /api/group/open', { groupId: 'pln_pro', months: 1 })).rejects.toThrow(/1602/)
    })

    await test.step('lifted, and it goes on', async () => {
      await because(clerk!, button(clerk!, moves.lift), moves.lift, why('called back'))
      await expect(button(clerk!, moves.restrict)).toBeVisible()
      await expect(page.getByRole('button', { description: held })).toHaveCount(0, LIVE)
    })

    await test.step('a limit of its own, by two', async () => {
      await button(clerk!, `${moves.change} ${limitKeys.perLoad[lang]}`).click()
      const dialog = clerk!.getByRole('dialog')
      await dialog.getByLabel(new RegExp(`^${moves.limit}`)).fill('2500')
      await dialog.getByLabel(desk.reason).fill(why('a new campaign'))
      await button(dialog, moves.ask).click()
      await expect(dialog).toHaveCount(0)
      await agrees(first!, 'account.limit', userNo)
      await expect(clerk!.getByText(show(2_500_00), { exact: true }).first()).toBeVisible(LIVE)
    })

    const asksFor = async (cause: AdjustCause, amount: string, reason: string) => {
      await button(clerk!, moves.adjust).click()
      const dialog = clerk!.getByRole('dialog')
      await dialog.getByLabel(moves.cause).selectOption(cause)
      if (cause === 'FEE_RETURN') {
        // The only fee so far is that of the top-up: 2 % of 1,500.
        await dialog.getByLabel(moves.fee).selectOption({ index: 1 })
        await expect(dialog.getByLabel(moves.amount)).toHaveValue('30.00')
      }
      await dialog.getByLabel(moves.amount).fill(amount)
      await dialog.getByLabel(moves.attachment).setInputFiles(await picture('ticket'))
      await expect(dialog.getByRole('img', { name: 'ticket.jpg' })).toBeVisible()
      await dialog.getByLabel(desk.reason).fill(reason)
      await button(dialog, moves.ask).click()
      await expect(dialog).toHaveCount(0)
      await expect(clerk!.getByRole('link', { name: moves.adjustWaits })).toBeVisible()
    }
    await test.step('an adjustment is asked by one, and credited to the cent when another has seen what it rests on', async () => {
      await asksFor('FEE_RETURN', '12.34', why('a fee too many'))
      const drawer = await opensInbox(first!, 'account.adjust', userNo)
      await expect(drawer).toContainText(adjustCauses.FEE_RETURN[lang])
      await expect(
        drawer.getByRole('button', { name: approvals.attachment.larger.replace('{{name}}', 'ticket.jpg') }),
      ).toBeVisible()
      await fine(first!, 'an approval with its attachment', [scheme])
      await button(drawer, approvals.approve).click()
      await expect(first!.getByText(approvals.done.APPROVED)).toBeVisible()
      books.wallet += 12_34
      await agree()
    })

    // Paid out, so that no journey uses up the company's own funds.
    await test.step('above a thousand dollars it takes two others', async () => {
      await expect(clerk!.getByRole('link', { name: moves.adjustWaits })).toHaveCount(0, LIVE)
      await asksFor('CORRECTION_OUT', '1000.01', why('credited twice'))
      const drawer = await opensInbox(first!, 'account.adjust', userNo)
      await button(drawer, approvals.agree).click()
      await expect(first!.getByText(approvals.done.WAITING)).toBeVisible()
      await signsInAtDesk(second!, lang, 'finance4')
      await agrees(second!, 'account.adjust', userNo)
      books.wallet -= 1_000_01
      await agree()
      expect(await adjustedOnTheBooks(userNo)).toEqual([
        'ADJUST_IN D4030 1234',
        'ADJUST_IN C2010 1234',
        'ADJUST_OUT D2010 100001',
        'ADJUST_OUT C5070 100001',
      ])
    })

    await test.step('a lost authenticator is taken off by two, and the holder comes in without it', async () => {
      await page.goto(`/#${pages['2007002'].path}`)
      await button(page, t('identity.bindTitle')).click()
      const secret = (await page.locator('[data-secret]').textContent())!
      const texts = await textsOn(me.mobile)
      await page.getByRole('button', { name: t('signIn.getCode') }).click()
      await page.getByLabel(t('identity.smsCode')).fill(await codeOn(me.mobile, { after: texts }))
      await page
        .getByLabel(t('identity.ticketCode'))
        .fill(new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() }))
      await button(page, t('identity.bindNow')).click()
      await button(page, t('identity.recoveryDone')).click()
      await expect(page.getByText(t('identity.googleOn')).first()).toBeVisible()

      const reset = button(clerk!, moves.reset)
      await expect(reset).toBeVisible(LIVE)
      await reset.click()
      const dialog = clerk!.getByRole('dialog')
      await dialog.getByLabel(moves.checkedBy).selectOption('VIDEO')
      await dialog.getByLabel(desk.reason).fill(why('the phone was lost'))
      await button(dialog, moves.ask).click()
      await expect(dialog).toHaveCount(0)
      const drawer = await opensInbox(first!, 'account.authenticator', userNo)
      await expect(drawer).toContainText(idChecks.VIDEO[lang])
      await button(drawer, approvals.approve).click()
      await expect(first!.getByText(approvals.done.APPROVED)).toBeVisible()
      await expect(page).toHaveURL(/\/#\/$/, LIVE)
      await signsIn()
      await expect(reset).toHaveCount(0, LIVE)
    })
    async function signsIn(): Promise<void> {
      await page.getByLabel(t('signIn.username')).fill(me.mobile)
      await page.getByLabel(t('signIn.password'), { exact: true }).fill(PASSWORD)
      await button(page, t('signIn.signIn')).click()
      await expect(page).toHaveURL(/#\/home$/)
    }

    await test.step('everybody is signed out', async () => {
      await because(clerk!, button(clerk!, moves.signOut), moves.signOut, why('a shared computer'))
      await expect(page).toHaveURL(/\/#\/$/, LIVE)
      await signsIn()
    })

    await test.step('the audit has each of them, with who and why, and the chain is whole', async () => {
      await second!.context().close()
      const reader = await elsewhere(browser, lang)
      await signsInAtDesk(reader, lang, 'admin')
      await menu(reader, desk.audit)
      const list = reader.getByRole('region', { name: audit.list })
      for (const what of [
        'looks stolen',
        'called back',
        'a new campaign',
        'a fee too many',
        'credited twice',
        'the phone was lost',
        'a shared computer',
      ]) {
        // Each alone: who looked at the account is in the audit too, and fills pages.
        await reader.getByLabel(audit.keyword).fill(why(what))
        await reader.keyboard.press('Enter')
        const row = list.getByRole('row').filter({ hasText: why(what) })
        await expect(row.first(), `${what} stands in the audit`).toBeVisible()
      }
      await button(reader, audit.verify).click()
      await expect(reader.getByText(audit.whole.split('{{')[0]!)).toBeVisible(LIVE)
      await reader.context().close()
    })
    await clerk!.context().close()
    await first!.context().close()
    expect(await prove()).toContain('the books are proven')
  })
})
