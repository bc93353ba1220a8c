import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { leaves } from '#web/phrases.ts'
import { textFiles, textsOf } from './consoleTexts.ts'

const root = path.resolve(import.meta.dirname, '../..')
const HAN = /\p{Script=Han}/u
/** Texts that stay Chinese in English, because they name the language itself. */
const STAYS = new Set(['中文'])

const CONSOLES = ['account', 'operator', 'reference'] as const
/** By console, because both have words for some of the same nouns. */
const cn = await Promise.all(CONSOLES.map(async (console) => new Map(leaves(await textsOf(console, 'cn')))))
const en = await Promise.all(CONSOLES.map(async (console) => new Map(leaves(await textsOf(console, 'en')))))
/** English has a singular: `days_one` beside `days`. */
const singular = (key: string): string => key.replace(/_(zero|one|two|few|many|other)$/, '')

test('both languages of a console have the same keys', () => {
  for (const [at, console] of CONSOLES.entries()) {
    const [chinese, english] = [cn, en].map((texts) => [...texts[at]!.keys()].map(singular))
    assert.deepEqual(
      chinese!.filter((key) => !english!.includes(key)),
      [],
      `these are missing in text.en.ts of web/${console}`,
    )
    assert.deepEqual(
      english!.filter((key) => !chinese!.includes(key)),
      [],
      `these are missing in text.cn.ts of web/${console}`,
    )
  }
})

test('the first part of a key leads to one file of its console', async () => {
  for (const console of CONSOLES) {
    const names = await Promise.all(
      textFiles(console, 'cn').map(async (file) => Object.keys((await import(path.join(root, file))) as object)),
    )
    const all = names.flat()
    assert.deepEqual(
      all.filter((name, at) => all.indexOf(name) !== at),
      [],
      `two files of web/${console} have words under this name: name them by the folder that they are in`,
    )
  }
})

test('what is loaded later comes with its words', () => {
  const bare = globSync('web/**/*.{ts,tsx}', { cwd: root }).filter((file) =>
    /\blazy\(\s*\(\) =>/.test(readFileSync(path.join(root, file), 'utf8')),
  )
  assert.deepEqual(bare, [], 'write lazy(withText(() => import(…)))')
})

test('no word of the consoles is empty, and none is Chinese in English', () => {
  const empty = [...cn, ...en].flatMap((texts) => [...texts].filter(([, words]) => words.trim() === ''))
  assert.deepEqual(empty, [], 'say it')
  const untranslated = en.flatMap((texts) => [...texts].filter(([, words]) => HAN.test(words) && !STAYS.has(words)))
  assert.deepEqual(untranslated, [], 'translate it in text.en.ts')
})

test('whatever the contract says in one language it says in both', async () => {
  const findings: string[] = []
  const look = (value: unknown, where: string, seen: Set<unknown>): void => {
    if (typeof value !== 'object' || value === null || seen.has(value) || '_zod' in value) return
    seen.add(value)
    if ('cn' in value || 'en' in value) {
      const { cn: chinese, en: english } = value as { cn?: unknown; en?: unknown }
      const said = (words: unknown): boolean =>
        typeof words === 'string' ? words.trim() !== '' : typeof words === 'function' || typeof words === 'object'
      if (!said(chinese) || !said(english)) findings.push(`${where}: give both cn and en`)
      if (typeof english === 'string' && HAN.test(english) && !STAYS.has(english))
        findings.push(`${where}: the English is Chinese`)
    }
    for (const [key, inner] of Object.entries(value)) look(inner, `${where}.${key}`, seen)
  }
  for (const { where, value } of await contractExports()) look(value, where, new Set())
  assert.deepEqual(findings, [])
})

/** Words that read like a translation, and terms replaced by another (docs/words.md, "UI term"). */
const REJECTED =
  /\b(shall|whose|whoever|nobody|stands?|anew|told|taken? back|let go|in all(?=[.,;:]|$)|of it|by (it|them)sel(f|ves)|at once|one has to|meanwhile|mend(s|ed|ing)?|ways? to|way in|looked at|recharged?|open fees?|service fees?|colleagues?|another person|second person|checkers?|rungs?|between banks|suspense|standing|prove[dns]?|e-mail)\b/i
/** The menu's labels, the price lines and the columns of the Excel template are older than the terms. */
const KEPT = new Set([
  'Online Recharge',
  'Recharge',
  'Recharge amount',
  'Service fee',
  'Service fees',
  'Service fee ({{rate}})',
  'service fee',
])

test('no English text has a word that reads like a translation', async () => {
  const findings = (await englishTexts())
    .filter(({ words }) => !KEPT.has(words))
    .map(({ where, words }) => ({ where, words: words.replace(/\$?\{[^{}]*\}/g, '…') }))
    .filter(({ words }) => REJECTED.test(words))
    .map(({ where, words }) => `${where}: “${REJECTED.exec(words)![0]}” in “${words}”`)
  assert.deepEqual(findings, [], 'say it as a product team would: one term for one concept, plainly')
})

/** Nouns counted on a screen, as spelled after a number. */
const COUNTED =
  'cards|days|months|minutes|hours|rows|accounts|coupons|groups|tags|roles|sub-accounts|purchases|declines|attempts|authorizations|withdrawals|pages|actions|changes|fees|logins|jobs|breaks|places|openings|items|notices|sessions|lines|entries|images'
/** Words with the same singular and plural. */
const UNCHANGED =
  /^(found|failed|cancelled|done|selected|opened|moved|added|removed|renewed|counted|active|frozen|pending|remaining|scheduled|unread|left|more|in|not|of|d|h|min|s)\b/
/** Limits: their noun is always a plural. */
const NEVER_ONE = /^(max|most|minutes|at|batchMax|maxCards|[A-Z_]+)$/

test('a counted string has its singular: “1 card”, “2 cards”', async () => {
  const findings: string[] = []
  for (const [at, console] of CONSOLES.entries()) {
    const texts = en[at]!
    for (const [key, words] of texts) {
      if (key.endsWith('_one') || texts.has(`${key}_one`)) continue
      const counts = [...words.matchAll(/\{\{count\}\} (\w[\w-]*)/g)].some(([, noun]) => !UNCHANGED.test(noun!))
      const others = [...words.matchAll(new RegExp(`\\{\\{(\\w+)\\}\\} (?:[a-z]+ )?(${COUNTED})\\b`, 'g'))]
      if (counts || others.some(([, name]) => !NEVER_ONE.test(name!) && !FIXED.has(`${key} ${name}`)))
        findings.push(`${key}: “${words}” lacks ${key}_one, and its call the parameter count`)
    }
    for (const file of globSync(`web/{${console},parts,ui}/**/*.{ts,tsx}`, { cwd: root }))
      for (const [, key, values = ''] of readFileSync(path.join(root, file), 'utf8').matchAll(
        /\b(?:t|say)\(\s*'([\w.]+)'(?:,\s*\{([^]*?)\},?\s*)?\)/g,
      ))
        if (texts.has(`${key}_one`) && !/\bcount\b/.test(values))
          findings.push(`${file}: ${key} is said without its count`)
  }
  // Texts of contract and server have no keys: there the number follows its noun (`cards: 3`), a notice has {days:day|days}.
  const afterNumber = new RegExp(`(?:^|[^:])\\$?\\{([^{}]+)\\}(?:\\}|) (?:[a-z]+ )?(${COUNTED})\\b`)
  for (const { where, words } of (await englishTexts()).filter(({ where }) => !where.startsWith('web'))) {
    const found = afterNumber.exec(words)
    if (found && !NEVER_ONE.test(found[1]!) && !FIXED.has(`${where} ${found[1]}`))
      findings.push(`${where}: “${words}” is wrong for one`)
  }
  assert.deepEqual(findings, [])
})
/** Windows, thresholds and capped counts, by where they are shown: never one. */
const FIXED = new Set([
  'cards.drawer.stats days',
  'cards.drawer.noAuths days',
  'recurring.expected days',
  'overview.declineOf days',
  'trades.rate.window days',
  'trades.ladder.sample attempts',
  'trades.ladder.sample declines',
  'trades.ladder.probation days',
  'exports.rowsCapped rows',
  'imports.limits rows',
  'cards.address.none days',
  'plans.compare days',
  'plans.compareNone days',
  'contract/staff/alarms.ts alarmKinds.SIGN_IN_SPRAY.text names',
  'server/exports/download/download.ts found',
])

type Said = { where: string; words: string }

async function contractExports(): Promise<{ where: string; value: unknown }[]> {
  const files = globSync('contract/**/*.ts', { cwd: root }).filter((name) => !name.endsWith('.test.ts'))
  const modules = await Promise.all(
    files.map(async (file) => ({ file, module: (await import(path.join(root, file))) as object })),
  )
  return modules.flatMap(({ file, module }) =>
    Object.entries(module).map(([name, value]) => ({ where: `${file} ${name}`, value: value as unknown })),
  )
}

/** All English text for people: the consoles' trees, the contract's tables, and the server's pairs of both languages. */
async function englishTexts(): Promise<Said[]> {
  const texts: Said[] = en.flatMap((said) => [...said].map(([key, words]) => ({ where: `web ${key}`, words })))
  const look = (value: unknown, where: string, seen: Set<unknown>): void => {
    if (typeof value !== 'object' || value === null || seen.has(value) || '_zod' in value) return
    seen.add(value)
    if ('en' in value && typeof value.en === 'string') texts.push({ where, words: value.en })
    for (const [key, inner] of Object.entries(value)) look(inner, `${where}.${key}`, seen)
  }
  for (const { where, value } of await contractExports()) look(value, where, new Set())
  for (const file of globSync('server/**/*.ts', { cwd: root }).filter((name) => !name.endsWith('.test.ts')))
    for (const words of pairsIn(readFileSync(path.join(root, file), 'utf8'))) texts.push({ where: file, words })
  return texts
}

const TEXT = String.raw`'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|\`(?:[^\`\\]|\\.)*\``
/** The English of a source: after `en:`, or after a Chinese text (`said('账户', 'Account', …)`). */
function pairsIn(source: string): string[] {
  const named = source.matchAll(new RegExp(`\\ben: (?:\\([^)]*\\) =>\\s*)?(${TEXT})`, 'g'))
  const following = source.matchAll(new RegExp(`(${TEXT}),\\s*(${TEXT})`, 'g'))
  return [
    ...[...named].map(([, words]) => words!),
    ...[...following].filter(([, one, two]) => HAN.test(one!) && !HAN.test(two!)).map(([, , words]) => words!),
  ].map((words) => words.slice(1, -1))
}
