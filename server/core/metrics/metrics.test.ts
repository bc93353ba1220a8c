import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, test } from 'node:test'
import { nothingAbove, owner, withDatabase } from '#test/database.ts'
import { compose, gather, type Module } from '../composition.ts'
import { useBackupStamp } from '../database/databaseMetrics.ts'
import { closeDb, db, openDb, sql, transaction } from '../db.ts'
import { module as foundation } from '../module.ts'
import { Counter, gauges, Histogram } from './metrics.ts'
import { metricsText } from './serveMetrics.ts'

const hasPromtool = spawnSync('promtool', ['--version']).status === 0

describe('what Prometheus reads', () => {
  const database = withDatabase()
  const served = (metrics: Module['metrics'], options?: { database?: boolean }): Promise<string> => {
    compose(gather([nothingAbove, { metrics: metrics! }]))
    return metricsText(options)
  }
  const valueOf = (text: string, series: string): number =>
    Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${series} `))
        ?.slice(series.length),
    )

  test('counters, gauges and histograms are in its text format, whatever a label says', async () => {
    const counter = new Counter('kaika_test_total', 'Counted.', 'by', 'outcome')
    counter.add('a', 'done')
    counter.add('a', 'done')
    counter.add('back\\slash "quoted"\nline', 'failed')
    const histogram = new Histogram('kaika_test_seconds', 'Took.', [10, 100], 'task')
    for (const ms of [4, 10, 11, 5000]) histogram.of('t').add(ms)
    const text = await served([counter, histogram])
    assert.match(text, /^# TYPE kaika_test_total counter$/m)
    assert.match(text, /^kaika_test_total\{by="a",outcome="done"\} 2$/m)
    assert.ok(text.includes('kaika_test_total{by="back\\\\slash \\"quoted\\"\\nline",outcome="failed"} 1\n'))
    for (const [le, count] of [
      ['0.01', 2],
      ['0.1', 3],
      ['+Inf', 4],
    ] as const)
      assert.equal(valueOf(text, `kaika_test_seconds_bucket{task="t",le="${le}"}`), count)
    assert.equal(valueOf(text, 'kaika_test_seconds_sum{task="t"}'), 5.025)
    assert.equal(valueOf(text, 'kaika_test_seconds_count{task="t"}'), 4)
  })

  test('a label that never repeats does not fill the memory', async () => {
    const counter = new Counter('kaika_test_total', 'Counted.', 'by')
    for (let n = 0; n < 5000; n++) counter.add(`caller ${n}`)
    const lines = (await served([counter])).split('\n').filter((line) => line.startsWith('kaika_test_total{'))
    assert.equal(lines.length, 2001)
    assert.ok(lines.includes('kaika_test_total{by="other"} 3000'))
  })

  test('the figures of the database are read once for many readers, and only where they are wanted', async () => {
    let read = 0
    const ofDatabase = gauges({
      scope: 'database',
      help: { kaika_test: 'Read.' },
      read: async () => {
        read++
        return { kaika_test: [{ value: read }] }
      },
    })
    assert.doesNotMatch(await served([ofDatabase], { database: false }), /kaika_test/)
    assert.equal(read, 0)
    const texts = await Promise.all(Array.from({ length: 20 }, () => served([ofDatabase])))
    assert.deepEqual(new Set(texts).size, 1)
    assert.match(await served([ofDatabase]), /^kaika_test 1$/m)
    assert.equal(read, 1)
  })

  test('while the database is away, the process is seen all the same, and what could not be read is counted', async () => {
    const away = gauges({
      scope: 'database',
      help: { kaika_test_away: 'Read.' },
      read: async () => ({ kaika_test_away: [{ value: (await sql`SELECT 1`.execute(db)).rows.length }] }),
    })
    const after = gauges({
      scope: 'database',
      help: { kaika_test_after: 'Read.' },
      read: () => assert.fail('not tried'),
    })
    await closeDb()
    openDb('postgres://127.0.0.1:1/none')
    try {
      compose(gather([nothingAbove, foundation, { metrics: [away, after] }]))
      const text = await metricsText()
      assert.doesNotMatch(text, /kaika_test_a/)
      assert.match(text, /^kaika_memory_bytes \d+$/m)
      assert.match(text, /^kaika_metrics_unread_total\{reason="database"\} [1-9]/m)
    } finally {
      await closeDb()
      openDb(database.url)
    }
  })

  test('a database that hangs hides neither the process nor what it told a moment ago', async () => {
    let answer = (_: { kaika_test_hanging: { value: number }[] }): void => {}
    const told = gauges({
      scope: 'database',
      help: { kaika_test_told: 'Read.' },
      read: () => ({ kaika_test_told: [{ value: 1 }] }),
    })
    const hanging = gauges({
      scope: 'database',
      help: { kaika_test_hanging: 'Read.' },
      read: () => new Promise<{ kaika_test_hanging: { value: number }[] }>((resolve) => (answer = resolve)),
    })
    compose(gather([nothingAbove, foundation, { metrics: [told, hanging] }]))
    const before = valueOf(await metricsText({ database: false }), 'kaika_metrics_unread_total{reason="database"}') || 0
    const text = await metricsText()
    assert.match(text, /^kaika_test_told 1$/m)
    assert.doesNotMatch(text, /^kaika_test_hanging/m)
    assert.match(text, /^kaika_memory_bytes \d+$/m)
    assert.equal(valueOf(text, 'kaika_metrics_unread_total{reason="database"}'), before + 1)
    answer({ kaika_test_hanging: [{ value: 2 }] })
    assert.match(await metricsText(), /^kaika_test_hanging 2$/m)
  })

  test('every connection’s wait, and who is in a transaction for how long', async () => {
    compose(gather([nothingAbove, foundation]))
    const before = valueOf(await metricsText(), 'kaika_database_wait_seconds_count')
    await owner.transaction().execute(async (tx) => {
      await sql`SELECT pg_sleep(0.2)`.execute(tx)
      await transaction((ours) => sql`SELECT 1`.execute(ours))
    })
    const text = await metricsText()
    assert.ok(valueOf(text, 'kaika_database_wait_seconds_count') > before)
    assert.ok(valueOf(text, 'kaika_database_bytes') > 1_000_000)
    assert.equal(valueOf(text, 'kaika_standbys{sync="sync"}'), 0)
    assert.ok(valueOf(text, 'kaika_database_connections_most') >= 4)
  })

  test('a backup is as old as its stamp, and without one there was none', async () => {
    const stamp = path.join(mkdtempSync(path.join(tmpdir(), 'kaika-stamp-')), 'backup')
    compose(gather([nothingAbove, foundation]))
    assert.doesNotMatch(await metricsText(), /^kaika_backup_age_seconds /m)
    useBackupStamp(stamp)
    try {
      assert.match(await metricsText(), /^kaika_backup_age_seconds \+Inf$/m)
      writeFileSync(stamp, '')
      const hourAgo = new Date(performance.timeOrigin + performance.now() - 3_600_000)
      utimesSync(stamp, hourAgo, hourAgo)
      assert.ok(Math.abs(valueOf(await metricsText(), 'kaika_backup_age_seconds') - 3600) < 60)
    } finally {
      useBackupStamp(undefined)
    }
  })

  test('Prometheus’ own tool finds nothing wrong', { skip: !hasPromtool && 'promtool is not installed' }, async () => {
    compose(gather([nothingAbove, foundation]))
    execFileSync('promtool', ['check', 'metrics'], { input: await metricsText(), encoding: 'utf8' })
  })
})
