import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { withDatabase } from '#test/database.ts'
import { sql, withoutTimeout } from '../db.ts'

withDatabase()

// A proof waits for its answer without a limit: if the database's machine is gone without a word, nothing else would end the wait, nor free its job's queue.
test('the system looks after a connection on which nothing is said for long', () =>
  withoutTimeout(async (db) => {
    const { rows } = await sql<{ port: number }>`SELECT inet_client_port() AS port`.execute(db)
    const port = rows[0]!.port.toString(16).toUpperCase().padStart(4, '0')
    const [, , , , , timer = ''] =
      readFileSync('/proc/net/tcp', 'utf8')
        .split('\n')
        .map((line) => line.trim().split(/\s+/))
        .find(([, local]) => local?.endsWith(`:${port}`)) ?? []
    const [kind, hundredths = ''] = timer.split(':')
    assert.equal(kind, '02', 'the keep-alive timer runs')
    assert.ok(Number.parseInt(hundredths, 16) <= 1000, 'and asks within ten seconds')
  }))
