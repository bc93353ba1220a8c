import assert from 'node:assert/strict'
import { test } from 'node:test'
import { grants } from '#db/grants.ts'
import { isTest, tree } from './sourceTree.ts'

/** Rights that no statement in the server's files shows, each with its user. */
const UNSEEN: Record<string, string[]> = {
  seat_lot: ['UPDATE'], // `setRecognised`, which handles lots of any kind
}

const CHANGES = /updateTable\(\s*'(\w+)|(?<!FOR (?:NO KEY )?|DO )\bUPDATE\s+(?!OF\b|SET\b)(\w+)/g
const DELETIONS = /deleteFrom\(\s*'(\w+)|\bDELETE FROM\s+(\w+)/g
const INSERTIONS = /insertInto\(\s*'(\w+)|\bINSERT INTO\s+(\w+)/g
const OR_ELSE = /doUpdateSet|DO UPDATE/

const rightsSeen = (): Map<string, Set<string>> => {
  const seen = new Map<string, Set<string>>()
  const see = (table: string, right: string) => seen.set(table, (seen.get(table) ?? new Set<string>()).add(right))
  for (const { path: file, text } of tree) {
    // Migrations run as the owner.
    if (!/^(server\/.+|bin\/seed)\.ts$/.test(file) || isTest(file) || file.endsWith('/migrate.ts')) continue
    for (const [, builder, keyword] of text.matchAll(CHANGES)) see((builder ?? keyword)!, 'UPDATE')
    for (const [, builder, keyword] of text.matchAll(DELETIONS)) see((builder ?? keyword)!, 'DELETE')
    for (const { index, 0: found, 1: builder, 2: keyword } of text.matchAll(INSERTIONS)) {
      const table = (builder ?? keyword)!
      see(table, 'INSERT')
      // Up to the next statement.
      const rest = text.slice(index + found.length, index + 1500).split(/insertInto|INSERT INTO/)[0]!
      if (OR_ELSE.test(rest)) see(table, 'UPDATE')
    }
  }
  return seen
}

test('the server may do with each table what its statements do, and nothing else', () => {
  const seen = rightsSeen()
  const wrong = Object.entries(grants).flatMap(([table, line]) => {
    const given = new Set<string>(line.match(/INSERT|UPDATE|DELETE/g))
    const needed = new Set([...(seen.get(table) ?? []), ...(UNSEEN[table] ?? [])])
    const [more, less] = [
      [...given].filter((right) => !needed.has(right)),
      [...needed].filter((right) => !given.has(right)),
    ]
    return [
      ...more.map((right) => `${table}: no statement needs ${right}`),
      ...less.map((right) => `${table}: a statement needs ${right}`),
    ]
  })
  assert.deepEqual(wrong, [], 'change the line of the table in db/grants.ts')
})
