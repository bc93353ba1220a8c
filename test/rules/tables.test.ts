import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { isTest, tree } from './sourceTree.ts'

/** Files that read other modules' tables, each with its reason. */
const MAY_READ: [file: RegExp, why: string][] = [
  [/\/proof\.ts$/, 'a proof compares what a module says with what the books say'],
  [/^server\/trades\/decide\/statements\.ts$/, 'a decision takes its rows in one round trip'],
]

const SPOKEN_TO =
  /(?:selectFrom|insertInto|updateTable|deleteFrom|innerJoin|leftJoin|using)\(\s*\[?['"](\w+)|\b(?:FROM|JOIN|INTO|UPDATE|TABLE)\s+(\w+)/g

test('each table is spoken to by one module, so that its rules are in one place', () => {
  const schema = readFileSync(new URL('../../db/schema.sql', import.meta.url), 'utf8')
  const tables = new Set([...schema.matchAll(/^CREATE (?:UNLOGGED )?TABLE (\w+)/gm)].map(([, name]) => name!))
  const speakers = new Map<string, Map<string, string>>()
  for (const { path: file, text } of tree) {
    if (!/^server\/.+\.ts$/.test(file) || isTest(file) || MAY_READ.some(([may]) => may.test(file))) continue
    for (const [, builder, keyword] of text.matchAll(SPOKEN_TO)) {
      const table = builder ?? keyword!
      if (!tables.has(table)) continue
      const module = file.split('/').slice(0, 2).join('/')
      speakers.set(table, (speakers.get(table) ?? new Map<string, string>()).set(module, file))
    }
  }
  assert.ok(speakers.size > tables.size / 2, 'the test finds the SQL')
  const shared = [...speakers]
    .filter(([, modules]) => modules.size > 1)
    .map(([table, modules]) => `${table}: ${[...modules.values()].join(', ')}`)
  assert.deepEqual(shared, [], 'let the module that owns the table export a function of its public face')
})
