import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { cn as account } from '../web/text/cn.ts'
import { cnLater } from '../web/text/cnLater.ts'
import { cnDesk } from '../web/text/cnDesk.ts'
import { en as accountInEnglish } from '../web/text/en.ts'
import { enLater } from '../web/text/enLater.ts'
import { enDesk } from '../web/text/enDesk.ts'

/** Of both consoles. */
const cn = { ...account, ...cnLater, ...cnDesk }
const en = { ...accountInEnglish, ...enLater, ...enDesk }

const root = path.resolve(import.meta.dirname, '..')
const HAN = /\p{Script=Han}/u
/** Words that stay Chinese in English, because they name the language itself. */
const STAYS = new Set(['中文'])

function leaves(tree: object, at = ''): Map<string, unknown> {
  return new Map(
    Object.entries(tree).flatMap(([key, value]): [string, unknown][] =>
      typeof value === 'object' && value !== null
        ? [...leaves(value as object, `${at}${key}.`)]
        : [[`${at}${key}`, value]],
    ),
  )
}
/** A language may count in its own way: `days_one`, `days_other`. */
const singular = (key: string): string => key.replace(/_(zero|one|two|few|many|other)$/, '')

test('both languages of the consoles have the same keys', () => {
  const [chinese, english] = [cn, en].map((text) => [...leaves(text).keys()].map(singular))
  assert.deepEqual(
    chinese!.filter((key) => !english!.includes(key)),
    [],
    'these are missing in web/text/en',
  )
  assert.deepEqual(
    english!.filter((key) => !chinese!.includes(key)),
    [],
    'these are missing in web/text/cn',
  )
})

test('no word of the consoles is empty, and none is Chinese in English', () => {
  const empty = [cn, en].flatMap((text) =>
    [...leaves(text)].filter(([, words]) => typeof words !== 'string' || words.trim() === ''),
  )
  assert.deepEqual(empty, [], 'say it')
  const untranslated = [...leaves(en)].filter(([, words]) => HAN.test(String(words)) && !STAYS.has(String(words)))
  assert.deepEqual(untranslated, [], 'translate it in web/text/en')
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
  for (const file of globSync('contract/*.ts', { cwd: root }).filter((name) => !name.endsWith('.test.ts'))) {
    const module = (await import(path.join(root, file))) as object
    for (const [name, value] of Object.entries(module)) look(value, `${file} ${name}`, new Set())
  }
  assert.deepEqual(findings, [])
})
