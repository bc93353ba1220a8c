/** The real adapters of WeChat Pay and Alipay, against the simulators of both and through the real path of notifications. For tests only. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, type TestContext } from 'node:test'
import type { FastifyInstance } from 'fastify'
import type { Account } from '#simulators/payments/merchants.ts'
import { startSimulators, type Simulators } from '#simulators/start.ts'
import { db, many, sql } from '#server/core/db.ts'
import { Settings } from '#server/core/settings/settings.ts'
import { module as funding } from '#server/funding/module.ts'
import { buildApp } from '#server/http/app.ts'
import { outside, useOutside } from '#server/outside/outside.ts'
import { railAccountsFrom, withRails, type RailAccounts } from '#server/outside/rails/rails.ts'
import { runJobs } from './runJobs.ts'
import { withChain } from './fixtures/topUps.ts'

export type Rails = {
  simulators: Simulators
  /** Where notifications go. */
  serverUrl: string
  accounts: Required<{ [Name in keyof RailAccounts]: NonNullable<RailAccounts[Name]> }>
  /** A call of the simulators' page. */
  ask<T>(path: string, body?: unknown): Promise<T>
}

/** Both rails are real; the books are verified after each test. */
export function withRealRails(): Rails {
  withChain()
  const rails = {} as Rails
  const folder = mkdtempSync(path.join(tmpdir(), 'kaika-rails-'))
  let app: FastifyInstance
  before(async () => {
    app = await buildApp({ checkAnswers: true, port: 0 })
    await app.listen({ host: '127.0.0.1', port: 0 })
    rails.serverUrl = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
    const secret = randomBytes(32).toString('base64')
    rails.simulators = await startSimulators({ serverUrl: 'http://127.0.0.1:9', secret, blockMs: 3_600_000 })
    rails.ask = (to, body) => asked(rails.simulators.url + to, body)
    const env = { KAIKA_RAILS: 'wechat,alipay', KAIKA_ORIGIN: rails.serverUrl }
    for (const name of ['wechat', 'alipay'])
      Object.assign(env, environmentOf(await rails.ask<Account>(`/${name}/account`), folder))
    const settings = new Settings(env)
    rails.accounts = railAccountsFrom(settings) as Rails['accounts']
    settings.requireRight()
    useOutside({ ...outside, payments: withRails(outside.payments, rails.accounts) })
  })
  after(async () => {
    await rails.simulators.stop()
    await app.close()
    rmSync(folder, { recursive: true })
  })
  return rails
}

/** The settings of an account, with its files in this folder. */
export function environmentOf({ settings, files }: Account, folder: string): Record<string, string> {
  const named = Object.entries(files).map(([name, text]) => {
    const file = path.join(folder, name)
    writeFileSync(file, text)
    return [name, file]
  })
  return { ...settings, ...(Object.fromEntries(named) as Record<string, string>) }
}

async function asked<T>(url: string, body: unknown): Promise<T> {
  const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  const response = await fetch(url, body === undefined ? {} : post)
  assert.equal(response.status, 200, await response.clone().text())
  return (await response.json()) as T
}

/** Runs what notifications left to do. */
export const workPayments = (): Promise<void> => runJobs(funding.jobs)

/** Sends a notification as it is. */
export async function notify(
  { serverUrl }: Rails,
  provider: 'WECHAT' | 'ALIPAY',
  { body, headers }: { body: string; headers: Record<string, string> },
): Promise<{ status: number; text: string }> {
  const response = await fetch(`${serverUrl}/payments/events/${provider}`, { method: 'POST', headers, body })
  return { status: response.status, text: await response.text() }
}

export const eventsKept = (orderNo: string) =>
  many(
    db,
    sql<{ type: string }>`SELECT type FROM provider_event WHERE order_no = ${orderNo} ORDER BY received_at, event_id`,
  )

type Answered = { status?: number; headers?: Record<string, string>; body: string | Buffer }

/** A server in the place of a provider, which answers everything with this. */
export async function inPlaceOf(t: TestContext, answer: (path: string) => Answered): Promise<string> {
  const server = http.createServer((request, response) => {
    request.resume().once('end', () => {
      const { status = 200, headers = {}, body } = answer(request.url ?? '')
      response.writeHead(status, headers).end(body)
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  t.after(() => void server.close().closeAllConnections())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
