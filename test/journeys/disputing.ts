/** The steps of a dispute that journeys have in common: its form, its submission, and the desk that gives it to the issuer. */
import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { disputeReasons, disputeStates, type DisputeReason } from '#contract/disputes/disputes.ts'
import type { Lang } from '#contract/core/fields.ts'
import { goesTo, leavesDesk, sayAtDesk } from './desk.ts'
import { expect } from './journey.ts'
import { sayIn } from './words.ts'

const LIVE = { timeout: 30_000 }

const receipt = async () => ({
  name: 'receipt.png',
  mimeType: 'image/png',
  buffer: await sharp({ create: { width: 400, height: 600, channels: 3, background: '#dbe7e4' } })
    .png()
    .toBuffer(),
})

/** What is open beside the list: the form of a dispute, and then the dispute. */
const detailOn = (page: Page): Locator => page.getByRole('dialog').last()

/** From the settled purchase of this amount (`$40.00`) to the form. */
export async function opensDisputeForm(
  page: Page,
  lang: Lang,
  { lastFour, amount }: { lastFour: string; amount: string },
): Promise<Locator> {
  const t = sayIn(lang)
  await page.goto('/#/cardRecord?tab=settled')
  const list = page.getByRole('region', { name: t('trades.tab.settled'), exact: true })
  await list.getByRole('row').filter({ hasText: lastFour }).filter({ hasText: amount }).first().click()
  const detail = detailOn(page)
  await detail.getByRole('button', { name: t('trades.one.dispute', { amount }) }).click()
  await expect(detail).toContainText(t('disputes.form.feeText'))
  await expect(detail).toContainText('$15.00')
  return detail
}

/** Fills it in. `amount`: as typed, `25.00`. */
export async function fillsDispute(
  detail: Locator,
  lang: Lang,
  { reason, amount, note }: { reason: DisputeReason; amount: string; note: string },
): Promise<void> {
  const t = sayIn(lang)
  const reasons = detail.getByLabel(t('disputes.form.reason'), { exact: true })
  await reasons.selectOption({ label: disputeReasons[reason][lang] })
  await detail.getByLabel(t('disputes.form.amount'), { exact: true }).fill(amount)
  await detail.getByLabel(t('disputes.form.note'), { exact: true }).fill(note)
}

/** Adds a receipt, and saves the draft. */
export async function savesWithReceipt(detail: Locator, lang: Lang, note: string): Promise<void> {
  const t = sayIn(lang)
  await detail.getByLabel(t('disputes.form.evidence'), { exact: true }).setInputFiles(await receipt())
  await expect(detail).toContainText('receipt.jpg')
  await expect(async () => {
    const save = detail.getByRole('button', { name: t('disputes.form.save') })
    if ((await save.count()) > 0) await save.click()
    await expect(detail).toContainText(note, { timeout: 3_000 })
    await expect(save).toHaveCount(0, { timeout: 3_000 })
  }).toPass()
}

/** Submits the draft that is shown, for its fee. */
export async function submitsDispute(page: Page, lang: Lang): Promise<void> {
  const t = sayIn(lang)
  await page.getByRole('button', { name: t('disputes.one.submit'), exact: true }).click()
  const sure = page.getByRole('dialog', { name: t('disputes.one.submit') })
  await expect(sure).toContainText('$15.00')
  await sure.getByRole('button', { name: t('disputes.one.submit'), exact: true }).click()
  await expect(sure).toHaveCount(0)
  await expect(detailOn(page)).toContainText(t('disputes.one.submittedNote'))
}

type AtDesk = {
  /** The number of the account holder: others may dispute the same amount. */
  userNo: string
  amount: string
  note: string
  /** What else is looked at: the list, and then the dispute with its picture. */
  looks?: (what: 'list' | 'dispute') => Promise<void>
}

/** Somebody at the desk reads it and gives it to the issuer, whose API takes it. Leaves the desk. */
export async function filesAtDesk(desk: Page, lang: Lang, { userNo, amount, note, looks }: AtDesk): Promise<void> {
  const say = sayAtDesk(lang)
  await goesTo(desk, lang, 'disputes')
  const row = desk
    .getByRole('region', { name: say('desk.disputes') })
    .getByRole('row')
    .filter({ hasText: userNo })
  await expect(row).toContainText(amount)
  await looks?.('list')
  await row.click()
  const one = detailOn(desk)
  await expect(one).toContainText(note)
  await one.getByRole('button', { name: say('disputes.picture', { n: 1 }), exact: true }).click()
  await expect(one.getByRole('button', { name: say('disputes.pictureLarger', { n: 1 }) })).toBeVisible()
  await looks?.('dispute')
  await one.getByRole('button', { name: say('disputes.file'), exact: true }).click()
  // By its title: until it is there, the last dialog is the dispute, whose button has the same name.
  const sure = desk.getByRole('dialog').filter({ hasText: `${say('disputes.file')} · ` })
  await sure.getByRole('button', { name: say('disputes.file'), exact: true }).click()
  await expect(one).toContainText(disputeStates.IN_PROGRESS[lang], LIVE)
  await leavesDesk(desk)
}
