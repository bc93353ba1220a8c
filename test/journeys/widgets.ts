/** How a person fills a date, whose parts are loaded when first used. */
import { expect, type Locator, type Page } from '@playwright/test'

/** The parts of a date or a range, loaded: year, month, day, perhaps hour and minute; of a range twice. */
export async function dateParts(place: Page | Locator, label: string): Promise<Locator> {
  await place.getByLabel(label, { exact: true }).first().focus()
  const parts = place.getByRole('group', { name: label, exact: true }).first().getByRole('spinbutton')
  await expect(parts.first()).toBeVisible()
  return parts
}

/** Types a day such as `2026-11-23`, or a moment such as `2026-11-23T14:02`. */
export async function picksDay(place: Page | Locator, label: string, day: string): Promise<void> {
  const parts = await dateParts(place, label)
  for (const [at, text] of day.split(/[-T:]/).entries()) {
    await parts.nth(at).focus()
    await parts.page().keyboard.type(text)
  }
}
