import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { withIssuer } from '#test/fixtures/cards.ts'
import { aFailedJob } from '#test/failedJob.ts'
import { refusedAs } from '#test/refused.ts'
import { auditOf, newStaff } from '#test/fixtures/staff.ts'
import { cardInHand, charges } from '#test/fixtures/trades.ts'
import { newAccount } from '#test/world.ts'
import { transaction } from '#server/core/db.ts'
import { serveMetrics } from '#server/core/metrics/serveMetrics.ts'
import { healthAnswers } from '../module.ts'
import { withoutValues } from './health.ts'

withIssuer()

test('a job that failed is seen without what it was about, and is replayed once', async () => {
  const sre = await newStaff(['SRE'])
  const jobId = await aFailedJob('no answer for "13800000001" of card 4242420000000000')
  const { failed } = await healthAnswers.serviceHealth(sre, {})
  const found = failed.find((job) => job.jobId === String(jobId))
  assert.deepEqual([found?.dead, found?.error], [true, 'no answer for … of card …'])
  const again = () => transaction((tx) => healthAnswers.replayJob(sre, { jobId, reason: 'the issuer is back' }, tx))
  await again()
  await assert.rejects(again(), refusedAs('not_found'))
  assert.deepEqual(await auditOf(sre), [`HEALTH ${jobId}`])
})

test('decisions are timed, and Prometheus reads them on a port of its own', async () => {
  const sre = await newStaff(['SRE'])
  const before = (await healthAnswers.serviceHealth(sre, {})).decisions.count
  const card = await cardInHand(await newAccount({ balanceCents: 500_000 }), { rechargeAmount: 90_000 })
  await charges(card, 100)
  const { decisions } = await healthAnswers.serviceHealth(sre, {})
  assert.equal(decisions.count, before + 1)
  assert.ok(decisions.p99Ms > 0)

  const server = await serveMetrics('127.0.0.1', 0)
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const text = await (await fetch(`${address}/metrics`)).text()
  assert.match(text, /^kaika_decision_duration_seconds_count [1-9]/m)
  assert.match(text, /^kaika_database_connections \d+$/m)
  assert.doesNotMatch(text, /usr_|crd_|\b138\d{8}\b/)
  assert.equal((await fetch(`${address}/else`)).status, 404)
  server.close()
  server.closeAllConnections()
})

test('an error is shown without values', () => {
  assert.equal(withoutValues(`invalid input for 'Ana' 4111\n at x`), 'invalid input for … …')
})
