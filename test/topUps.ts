/** People with a wallet, a chain that moves only on command, and the calls of this module. For tests only. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, beforeEach, afterEach } from 'node:test'
import * as contract from '#contract/funding/funding.ts'
import { elementKeys } from '#contract/core/permissions.ts'
import { Refusal } from '#contract/core/refusals.ts'
import { startSimulators, type Simulators } from '#simulators/start.ts'
import { withDatabase } from './database.ts'
import type { Actor } from '#server/core/actor.ts'
import { nowMs, setClock } from '#server/core/clock.ts'
import { compose } from '#server/core/composition.ts'
import { db, many, sql, transaction } from '#server/core/db.ts'
import { mobileOf, openAccount } from '#server/identity/identity.ts'
import { balanceOf, platformBalances, prove, wallet } from '#server/ledger/ledger.ts'
import { composition } from '#server/modules.ts'
import { once } from '#server/core/once.ts'
import { simulatedOutside, useOutside } from '#server/outside/outside.ts'
import { useSecrets } from '#server/core/secrets.ts'
import { answers } from '#server/funding/module.ts'
import { watch } from '#server/funding/usdt/watch.ts'

let simulators: Simulators
let mobiles = 13_900_000_000

/** A database, a chain whose blocks are made only by hand, and a clock that each test may move. */
export function withChain(): void {
  withDatabase()
  before(async () => {
    compose(composition)
    const secret = randomBytes(32).toString('base64')
    useSecrets({ fieldKey: secret, lookupKey: secret })
    simulators = await startSimulators({ serverUrl: 'http://127.0.0.1:9', secret, blockMs: 3_600_000 })
    useOutside(simulatedOutside({ simulatorsUrl: simulators.url, secret }))
  })
  after(() => simulators.stop())
  beforeEach(() => setClock())
  afterEach(async () => {
    setClock()
    assert.deepEqual(await prove(), [])
  })
}

/** Moves the clock ahead by this much. */
export function later(ms: number): void {
  const to = nowMs() + ms
  const from = Date.now()
  setClock(() => to + Date.now() - from)
}

export async function accountHolder(): Promise<Actor> {
  const mobile = mobileOf(String(++mobiles), '86')
  const { accountId, loginId, nickname } = await transaction((tx) => openAccount(tx, { mobile, passwordHash: 'x' }))
  return {
    kind: 'parent',
    accountId,
    loginId,
    sessionId: 'ses_test',
    name: nickname,
    subUid: undefined,
    may: new Set(elementKeys),
    pages: [],
    standing: 'ACTIVE',
    from: { lang: 'en', ip: '127.0.0.1', device: 'test' },
  }
}

export const info = (actor: Actor, input: { rail: contract.Rail; amountStr?: string }) =>
  answers.rechargeInfo(actor, contract.rechargeInfo.input.parse(input))
export const status = (actor: Actor, orderNo: string) => answers.rechargeStatus(actor, { orderNo })
export const check = (actor: Actor, orderNo: string) => answers.checkRecharge(actor, { orderNo })

type Made = Awaited<ReturnType<typeof answers.createRecharge>> & { address: string }
export const create = async (actor: Actor, quoteId: string, requestNo: string = quoteId): Promise<Made> => {
  const input = { quoteId, rail: 'USDT_TRC20' as const, requestNo }
  return (await once(actor, contract.createRecharge.path, input, (tx) =>
    answers.createRecharge(actor, input, tx),
  )) as Made
}

/** Quote and order in one. */
export async function order(actor: Actor, amountStr: string): Promise<Made> {
  const { quote } = await info(actor, { rail: 'USDT_TRC20', amountStr })
  return create(actor, quote!.quoteId)
}

const ask = async <T>(path: string, body: unknown): Promise<T> => {
  const response = await fetch(`${simulators.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  assert.equal(response.status, 200, await response.clone().text())
  return (await response.json()) as T
}
export const send = async (
  toAddress: string,
  units: string,
  more: { token?: string; confirmations?: number } = {},
): Promise<string> => (await ask<{ txHash: string }>('/chain/transfers', { toAddress, units, ...more })).txHash
export const blocks = (count: number) => ask('/chain/blocks', { count })
export const reorganise = (txHash: string, again = false) => ask('/chain/reorg', { txHash, again })

/** Runs the watcher, which normally runs every few seconds. */
export async function lookAgain(): Promise<void> {
  later(4000)
  await watch()
}

export const inWallet = async (actor: Actor): Promise<number> =>
  (await balanceOf(db, wallet(actor.accountId))).available
/** Every line of the transfers caused by this account's orders, `D1220 110.003700 USDT`. */
export const booked = async (actor: Actor): Promise<string[]> =>
  (
    await many(
      db,
      sql<{ side: string; code: string; amount: number; currency: string }>`
      SELECT side, code, amount, entry.currency
        FROM ledger_entry AS entry
        JOIN ledger_transfer AS transfer USING (transfer_id)
        JOIN ledger_account AS account USING (la_id)
       WHERE transfer.account_id = ${actor.accountId}
       ORDER BY transfer.posted_at, transfer.transfer_id, n`,
    )
  ).map(
    ({ side, code, amount, currency }) =>
      `${side}${code} ${currency === 'USDT' ? contract.showUsdt(amount) : (amount / 100).toFixed(2)} ${currency}`,
  )
export const logged = (actor: Actor) =>
  many(
    db,
    sql<{ target: string; content_en: string; amount_cents: number | null; result: string; login_id: string | null }>`
    SELECT target, content_en, amount_cents, result, login_id FROM operate_log WHERE account_id = ${actor.accountId} ORDER BY created_at, id`,
  )
/** Queued jobs that are not done yet, by name. */
export const jobsLeft = async (name: string, actor: Actor): Promise<Record<string, unknown>[]> =>
  (
    await many(
      db,
      sql<{ payload: Record<string, unknown> }>`
      SELECT payload
        FROM graphile_worker._private_jobs AS job
        JOIN graphile_worker._private_tasks AS task ON task.id = job.task_id
       WHERE identifier = ${name} AND payload ->> 'accountId' = ${actor.accountId}
       ORDER BY job.id`,
    )
  ).map(({ payload }) => payload)
export const inSuspense = async (): Promise<number> =>
  (await platformBalances(db))
    .filter(({ code, currency }) => code === '2030' && currency === 'USDT')
    .reduce((sum, { balance }) => sum + balance, 0)

export const refusedWith = (name: string) => (error: unknown) => error instanceof Refusal && error.refusal === name
