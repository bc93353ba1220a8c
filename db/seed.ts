/**
 * The demo world: a few people and three months of their activity, created through the real operations with a manually advanced clock. See
 * docs/flows/the-demo-world.md.
 */
import { dateOf, DAY, MINUTE, startOfMonth } from '#server/core/clock.ts'
import { prove } from '#server/ledger/ledger.ts'
import { agency } from './seed/agency.ts'
import { Agenda } from './seed/agenda.ts'
import { Businesses, getsCoupons } from './seed/business.ts'
import { buyer } from './seed/buyer.ts'
import { pricesFees, takesFees } from './seed/fees.ts'
import { invoiced, prefunds, settled } from './seed/finance.ts'
import { sweepUp } from './seed/jobs.ts'
import { announces } from './seed/notices.ts'
import { looksIn, onPlan, people, signsUp } from './seed/people.ts'
import { hires } from './seed/staff.ts'
import { setStage, type Stage } from './seed/stage.ts'
import { stopped } from './seed/stopped.ts'
import { waitsAtDesk } from './seed/waiting.ts'

const DAYS = 90

/** Creates the whole world up to now and proves the books. Throws on any break, and on any outcome that differs from the script. */
export async function seed({ databaseUrl }: { databaseUrl: string }): Promise<void> {
  const endMs = Date.now() - MINUTE
  const stage = await setStage(databaseUrl)
  try {
    const agenda = new Agenda(stage, endMs)
    story(agenda, stage)
    await agenda.run()
    await stage.moveTo(endMs)
    await sweepUp()
    await settled()
    const breaks = await prove()
    if (breaks.length)
      throw new Error(`the books of the demo world are broken: ${JSON.stringify(breaks.slice(0, 5), null, 2)}`)
  } finally {
    await stage.clear()
  }
}

function story(agenda: Agenda, stage: Stage): void {
  const begin = agenda.endMs - DAYS * DAY
  const businesses = new Businesses()
  agenda.alone(begin - DAY, () => hires(stage.secrets))
  agenda.alone(begin - DAY / 2, pricesFees)
  agenda.alone(begin, async () => {
    const actor = await signsUp(stage, people.buyer, { known: true })
    await onPlan(actor, 'PRO')
    buyer(agenda, businesses, actor)
    agenda.alone(agenda.endMs - 3 * DAY, () => getsCoupons(actor))
  })
  agenda.alone(begin + 15 * DAY - 20 * MINUTE, async () => {
    const actor = await signsUp(stage, people.agency, { known: 'BUSINESS' })
    await onPlan(actor, 'STANDARD')
    agency(agenda, businesses, actor)
  })
  agenda.alone(begin + 49 * DAY - 30 * MINUTE, async () => {
    stopped(agenda, businesses, await signsUp(stage, people.stopped, { invitedBy: people.agency.invite, known: true }))
  })
  agenda.alone(
    agenda.endMs - 2 * DAY,
    async () => void (await signsUp(stage, people.newcomer, { invitedBy: people.buyer.invite })),
  )
  for (const daysAgo of [60, 31, 10, 3])
    agenda.alone(agenda.endMs - daysAgo * DAY + 17 * MINUTE, () => looksIn(people.buyer))
  for (const daysAgo of [33, 4]) agenda.alone(agenda.endMs - daysAgo * DAY + 26 * MINUTE, () => looksIn(people.agency))
  for (let daysAgo = DAYS - 1; daysAgo >= 0; daysAgo--)
    agenda.alone(agenda.endMs - (daysAgo + 1) * DAY + 11 * MINUTE, () => businesses.morning(daysAgo))
  for (let daysAgo = DAYS - 1; daysAgo >= 0; daysAgo--)
    agenda.alone(agenda.endMs - (daysAgo + 1) * DAY + 31 * MINUTE, takesFees)
  for (const month of [2, 3])
    agenda.alone(begin + (month - 1) * 30 * DAY, async () => console.log(`  … month ${month} of 3`))
  announces(agenda)
  waitsAtDesk(agenda)
  for (let week = 1; week * 7 < DAYS; week++) agenda.alone(begin + week * 7 * DAY, sweepUp)
  for (let week = 0; week * 7 < DAYS; week++)
    agenda.alone(begin + (week * 7 + 1) * DAY, () => prefunds(stage, week + 1))
  // The last month that is over waits for its invoice; the one before has it.
  const lastMonth = startOfMonth(startOfMonth(agenda.endMs).from.getTime() - DAY).from.getTime()
  agenda.alone(agenda.endMs - 12 * DAY, () => invoiced(stage, dateOf(lastMonth - DAY).slice(0, 7)))
}
