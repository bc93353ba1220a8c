import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { ignoreTriggers, owner } from '#test/database.ts'
import { withWorld } from '#test/world.ts'
import { nowMs } from '../core/clock.ts'
import { sql, transaction } from '../core/db.ts'
import { newId } from '../core/ids.ts'
import { breaksIn, credit, debit, PLATFORM, platform, post, saveCheckpoint, type Transfer } from '../ledger/ledger.ts'

/** Platform money comes in on a rail: `old` before the checkpoint, `fresh` after it. */
const posted: Record<'old' | 'fresh', Record<string, string>> = { old: {}, fresh: {} }
const receive = (
  bizType: string,
  code: '1210' | '1220' | '1020',
  rail: string,
  kind: Transfer['kind'] = 'SUSPENSE_RECEIVED',
) =>
  transaction((tx) =>
    post(tx, {
      ...{ kind, accountId: PLATFORM, biz: { type: bizType, id: newId('biz') } },
      lines: [debit(platform(code, rail), 500), credit(platform('2030', rail), 500)],
    }),
  )

/** The breaks that both forms of the proof see after this was done, which is undone. */
async function seen(does: ReturnType<typeof sql>[] = []): Promise<{ whole: string[]; fresh: string[] }> {
  const tx = await owner.startTransaction().execute()
  try {
    await ignoreTriggers(tx)
    for (const one of does) await one.execute(tx)
    const by = async (kind: 'WHOLE' | 'NEW') =>
      (await breaksIn(tx, 20, { kind })).map(({ check, subject }) => `${check} ${subject}`).sort()
    return { whole: await by('WHOLE'), fresh: await by('NEW') }
  } finally {
    await tx.rollback().execute()
  }
}

describe('the proof of payments', () => {
  withWorld()
  const books = async () => {
    if (posted.fresh['line']) return
    for (const age of ['old', 'fresh'] as const) {
      posted[age]['payment'] = (await receive('provider_payment', '1210', 'ONLINE_ALIPAY')).transferId
      posted[age]['chain'] = (await receive('chain_transfer', '1220', 'USDT_TRC20')).transferId
      posted[age]['line'] = (await receive('bank_line', '1020', 'USD_WIRE')).transferId
      await sleep(2)
      if (age === 'old') await saveCheckpoint(nowMs(), undefined, 0)
    }
  }

  it('what was booked and no provider, chain or bank has told is found: all by the whole proof, what is new by the other', async () => {
    await books()
    const of = (age: 'old' | 'fresh') => [
      `booked-without-bank-line ${posted[age]['line']}`,
      `booked-without-chain-transfer ${posted[age]['chain']}`,
      `booked-without-payment ${posted[age]['payment']}`,
    ]
    const sums = [
      'rail-suspense-not-its-receipts ONLINE_ALIPAY',
      'rail-suspense-not-its-receipts USDT_TRC20',
      'wire-suspense-not-its-lines USD_WIRE',
    ]
    const { whole, fresh } = await seen()
    assert.deepEqual(whole, [...of('old'), ...of('fresh'), ...sums].sort())
    assert.deepEqual(fresh, [...of('fresh'), ...sums].sort())
  })

  it('what is told and not booked with its amount is found by both, if it is new', async () => {
    await books()
    const waits = (age: 'old' | 'fresh') => sql`
      INSERT INTO suspense (suspense_id, source, biz_id, rail, currency, units, reason, received_at, in_id, created_at, updated_at)
      VALUES (${`sus_${age}`}, 'PROVIDER', ${age}, 'ONLINE_ALIPAY', 'CNY', 499, 'LATE', now(), ${posted[age]['payment']!}, now(), now())`
    const found = await seen([waits('old'), waits('fresh')])
    const [whole, fresh] = [found.whole, found.fresh].map((all) => all.filter((one) => one.startsWith('suspense-not')))
    assert.deepEqual(whole, ['suspense-not-its-transfers sus_fresh', 'suspense-not-its-transfers sus_old'])
    assert.deepEqual(fresh, ['suspense-not-its-transfers sus_fresh'])
  })
})
