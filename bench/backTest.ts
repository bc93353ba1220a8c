/**
 * Measures a back-test of a rule set on a million authorizations: requested as at the desk, run by a worker in a process of its own, and polled as the page
 * polls it; then on a fifth of them, to show which costs do not grow with the number.
 */
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BackTest, RulesDocument } from '#contract/trades/desk/rules.ts'
import type { Staff } from '#server/core/actor.ts'
import { transaction } from '#server/core/db.ts'
import { hashPassword, useIdentity } from '#server/identity/identity.ts'
import { newId } from '#server/core/ids.ts'
import { useSecrets } from '#server/core/secrets.ts'
import { staffOf } from '#server/staff/signIn/authenticate.ts'
import { addStaff } from '#server/staff/staff.ts'
import { ruleAnswers } from '#server/trades/module.ts'
import { works, type Place } from './tools/children.ts'
import { shown, tell, type Told } from './tools/figures.ts'
import { memoryMb } from './tools/memoryMb.ts'
import { manyAuthorizations } from './worlds/manyAuthorizations.ts'
import { onScratch } from './tools/scratch.ts'

const COUNT = Number(process.env['BENCH_ROWS'] ?? 1_000_000)
/** The authorizations are spread evenly over 90 days: 90 days cover all of them, 18 days a fifth. */
const [ALL_DAYS, FEW_DAYS] = [90, 18]
/** The page's polling interval. */
const LOOK_MS = 500
/** A fixed limit, not one per row; V8 lets its heap grow this far before it collects. */
const MOST_MB = 150

/** A limit, a list and a condition on the card's history, so that each kind of condition is evaluated. */
const document: RulesDocument = {
  limits: { singleMaxCents: 100_000, dayMaxCents: 400_000 },
  rules: [
    { name: 'one shop', merchants: ['mer_7'], overCents: 20_000 },
    { name: 'often', countries: ['CN'], hourCount: 6 },
  ],
}

export async function bench(): Promise<Told> {
  const secret = randomBytes(32).toString('base64')
  useSecrets({ fieldKey: secret, lookupKey: secret })
  useIdentity({ captcha: false, memoryKiB: 64 })
  return onScratch({ durable: false }, async (url) => {
    await manyAuthorizations(COUNT)
    const staff = await somebody()
    const { rulesId } = await transaction((tx) => ruleAnswers.saveRules(staff, { note: 'a benchmark', document }, tx))
    const few = await tried(staff, rulesId, FEW_DAYS, { url, secret })
    const all = await tried(staff, rulesId, ALL_DAYS, { url, secret })
    return told(few, all)
  })
}

type Tried = { test: BackTest; seconds: number; idleMb: number; grewMb: number; looks: number[] }

/** In a worker that has done nothing else before. */
async function tried(staff: Staff, rulesId: string, days: number, at: Place): Promise<Tried> {
  const { pid, stop } = await works(at)
  try {
    const idleMb = memoryMb(pid)
    const started = performance.now()
    const { backTestId } = await transaction((tx) => ruleAnswers.backTestRules(staff, { rulesId, days }, tx))
    const looks: number[] = []
    for (;;) {
      const test = await ruleAnswers.showBackTest(staff, { backTestId })
      if (test.state === 'DONE') {
        const seconds = (performance.now() - started) / 1000
        return { test, seconds, idleMb, grewMb: memoryMb(pid, 'VmHWM') - idleMb, looks }
      }
      if (looks.at(-1) !== test.done) looks.push(test.done)
      await sleep(LOOK_MS)
    }
  } finally {
    await stop()
  }
}

function told(few: Tried, all: Tried): Told {
  for (const { test } of [few, all])
    if (test.done !== test.total || test.stopped === 0) throw new Error(`not all looked at: ${JSON.stringify(test)}`)
  const rows = (test: BackTest): string => test.done.toLocaleString('en')
  return {
    figures: [
      { what: `${rows(all.test)} authorizations back-tested`, value: all.seconds, unit: 's', reach: { atMost: 120 } },
      { what: `of them in a second`, value: all.test.done / all.seconds, unit: '' },
      { what: 'peak memory over the idle worker’s', value: all.grewMb, unit: 'MB', reach: { atMost: MOST_MB } },
      { what: `the same with ${rows(few.test)}`, value: few.grewMb, unit: 'MB' },
      { what: `${rows(few.test)} back-tested`, value: few.seconds, unit: 's' },
      {
        what: 'different figures of progress that the page saw',
        value: all.looks.length,
        unit: '',
        reach: { atLeast: 10 },
      },
    ],
    notes: [
      `Would have stopped ${all.test.stopped.toLocaleString('en')} purchases of ${all.test.cards} cards; by rule: ${all.test.byRule.map(({ name, stopped }) => `${name} ${stopped.toLocaleString('en')}`).join(', ')}. The idle worker takes ${shown(all.idleMb)} MB. Asked for at the desk, fetched as a job, done in stretches of which each is kept; looked at every ${LOOK_MS} ms.`,
    ],
  }
}

async function somebody(): Promise<Staff> {
  const name = { cn: '风控', en: 'Risk' }
  const hired = { loginName: 'bench', name, passwordHash: await hashPassword('Kaika-bench-1'), secret: 'A'.repeat(32) }
  const staffId = await transaction((tx) => addStaff(tx, { ...hired, roles: ['RISK'] }))
  const person = { staff_id: staffId!, login_name: 'bench', name_cn: name.cn, name_en: name.en, roles: ['RISK'] }
  return staffOf(person, newId('sss'), { lang: 'en', ip: '127.0.0.1', device: 'bench' })
}

if (import.meta.main) tell(await bench())
