/** How a person uses a control that is loaded when first used: typing chooses from a list or fills a date. */
import { expect, type Locator, type Page } from '@playwright/test'

const pageOf = (place: Page | Locator): Page => ('page' in place ? place.page() : place)

/** Types a part of an option's text and chooses the first one that is left. */
export async function choosesFrom(place: Page | Locator, label: string, text: string): Promise<void> {
  const box = place.getByRole('combobox', { name: label, exact: true })
  await box.focus()
  await expect(box).toHaveAttribute('aria-haspopup', 'listbox')
  await box.fill(text)
  // Layers outside the dialog hold the list.
  await pageOf(place).getByRole('option', { name: text }).first().click()
  await expect(box).toHaveAttribute('aria-expanded', 'false')
}

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
  await typesInto(parts, 0, day)
}

/** Types the ends of a range; an empty one stays as it is. */
export async function picksDays(place: Page | Locator, label: string, [from, to]: readonly [string, string]) {
  const parts = await dateParts(place, label)
  if (from) await typesInto(parts, 0, from)
  if (to) await typesInto(parts, 3, to)
}

async function typesInto(parts: Locator, first: number, day: string): Promise<void> {
  for (const [at, text] of day.split(/[-T:]/).entries()) {
    await parts.nth(first + at).focus()
    await parts.page().keyboard.type(text)
  }
}
