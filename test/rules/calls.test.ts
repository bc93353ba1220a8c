/** `calls.tsv` is the whole interface promised to the console; `callsToCome.txt` lists calls that are not implemented yet. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { callsOf, type Call } from '#contract/core/call.ts'

const here = import.meta.dirname
const linesOf = (file: string): string[] =>
  readFileSync(path.join(here, file), 'utf8')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))

/** FILE returns bytes, whichever method requests it. */
const promised = linesOf('calls.tsv')
  .slice(1)
  .map((line) => line.split('\t').slice(0, 2).join(' '))
const toCome = new Set(linesOf('callsToCome.txt'))

async function rows(): Promise<Map<string, Call>> {
  const files = globSync('contract/**/*.ts', { cwd: path.join(here, '../..') }).filter(
    (name) => !name.endsWith('.test.ts'),
  )
  const modules = await Promise.all(files.map((file) => import(path.join(here, '../..', file)) as Promise<object>))
  const all = modules.flatMap((module) => callsOf(module).map(([, row]) => row))
  return new Map(
    all.flatMap((row) => [...(row.file ? ['FILE'] : []), row.method].map((way) => [`${way} ${row.path}`, row])),
  )
}

test('every call that was promised is spelled in the contract, or on the list of those to come', async () => {
  const spelled = await rows()
  const missing = promised.filter((call) => !spelled.has(call) && !toCome.has(call))
  assert.deepEqual(missing, [], 'write their rows in contract/ and answer them')
})

test('the list of calls to come only shrinks', async () => {
  const spelled = await rows()
  const done = [...toCome].filter((call) => spelled.has(call))
  assert.deepEqual(done, [], 'these answer now: take them off test/rules/callsToCome.txt')
  const foreign = [...toCome].filter((call) => !promised.includes(call))
  assert.deepEqual(foreign, [], 'nobody was promised these: take them off test/rules/callsToCome.txt')
})

test('every row of the contract is mounted with its answer', async () => {
  const { composition } = await import('#server/modules.ts')
  const mounted = new Map(
    composition.calls.flatMap(({ contract, answers }) =>
      contract.map(([name, row]) => [row.path, answers[name]] as const),
    ),
  )
  const mute = [...(await rows()).values()]
    .filter((row) => typeof mounted.get(row.path) !== 'function')
    .map((row) => row.on)
  assert.deepEqual(mute, [], 'name their answer in the module.ts of their module, and the module in server/modules.ts')
})
