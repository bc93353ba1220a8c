import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { ignoreTriggers, owner, withDatabase } from '#test/database.ts'
import { clearing, newWorld, step, transferOf, type World } from '#test/fixtures/ledgerModel.ts'
import { DAY, monthOf, setClock } from '#server/core/clock.ts'
import { CELLS } from '#server/core/database/cells.ts'
import { db, many, one, sql, transaction, type Tx } from '#server/core/db.ts'
import { newId } from '#server/core/ids.ts'
import { useSecrets } from '#server/core/secrets.ts'
import * as ledger from '../ledger.ts'
import { cardAccount, credit, debit, platform, wallet, type Transfer } from '../ledger.ts'
import { monthEndingAt, newestMark, saveCheckpoint } from './checkpoints.ts'
import { breaksSeenBy, proveWithCover } from './prove.ts'

const signs = (byte = 1) =>
  useSecrets({ fieldKey: Buffer.alloc(32, 9).toString('base64'), lookupKey: Buffer.alloc(32, byte).toString('base64') })
const named = async (tx: Tx, kind: 'WHOLE' | 'NEW') =>
  [...new Set((await breaksSeenBy(tx, 20, { kind })).map(({ check }) => check))].sort()
/** A proof that holds and its checkpoint, with the mark at this moment. */
async function provenUpToNow(kind: 'WHOLE' | 'NEW') {
  await sleep(2)
  const proof = await proveWithCover(kind)
  assert.deepEqual(proof.breaks, [])
  const saved = await saveCheckpoint(proof.provenMs, proof.since, 0)
  await sleep(2)
  return { ...proof, saved }
}
/** What somebody with all rights does, undone afterwards. */
async function tampered(does: ReturnType<typeof sql>[], seen: (tx: Tx) => Promise<void>) {
  const tx = await owner.startTransaction().execute()
  try {
    await ignoreTriggers(tx)
    for (const one of does) await one.execute(tx)
    await seen(tx)
  } finally {
    await tx.rollback().execute()
  }
}

async function newCustomer() {
  const accountId = newId('acc')
  const [money, card] = [wallet(accountId), cardAccount(accountId, newId('crd'))]
  const post = (kind: Transfer['kind'], lines: Transfer['lines'], more: Partial<Transfer> = {}) =>
    transaction((tx) => ledger.post(tx, { kind, accountId, lines, biz: { type: 'mark', id: newId('ex') }, ...more }))
  await transaction((tx) => ledger.openAccounts(tx, [money, card]))
  await post('TOPUP_WIRE', [debit(platform('1020', 'bank'), 10_000), credit(money, 10_000)])
  await post('CARD_LOAD', [debit(money, 5000), credit(card, 5000)])
  const holds = (amount: number) =>
    transaction((tx) => ledger.hold(tx, { on: card, amount, biz: { type: 'mark', id: newId('ex') } }))
  const clears = (hold: string, amount: number, rest: 'void' | 'keep' = 'keep') =>
    post('CLEARING', [debit(card, amount), credit(platform('2110', 'sim'), amount)], {
      resolves: [{ hold, amount, rest }],
    })
  return { accountId, money, card, post, holds, clears }
}

describe('a checkpoint', () => {
  withDatabase({ connections: 4 })
  before(() => signs())

  it('is missing at first, and what is new is then everything', async () => {
    assert.equal(await newestMark(db), undefined)
    const { kind, entries } = await proveWithCover('NEW')
    assert.deepEqual([kind, entries], ['WHOLE', 0])
  })

  it('has every balance, and the next proof reads only what came after it', async () => {
    const ana = await newCustomer()
    const first = await provenUpToNow('WHOLE')
    assert.deepEqual([first.entries, first.saved.at(-1)!], [4, await newestMark(db)])
    const kept = await many(
      db,
      sql`SELECT debits, credits, entries, loaded, spent FROM ledger_checkpoint_balance JOIN ledger_account USING (cell, la_id) ORDER BY code`,
    )
    assert.deepEqual(kept, [
      { debits: 10_000, credits: 0, entries: 1, loaded: 0, spent: 0 },
      { debits: 5000, credits: 10_000, entries: 2, loaded: -5000, spent: 0 },
      { debits: 0, credits: 5000, entries: 1, loaded: 5000, spent: 0 },
    ])
    await ana.post('CARD_LOAD', [debit(ana.money, 100), credit(ana.card, 100)])
    const second = await provenUpToNow('NEW')
    assert.deepEqual([second.kind, second.entries, second.since], ['NEW', 2, first.saved.at(-1)!])
    assert.equal((await proveWithCover('WHOLE')).entries, 6)
    assert.equal((await proveWithCover('NEW')).cover.owedCents, 10_000)
    const { cells } = await one(
      db,
      sql<{ cells: number }>`SELECT count(*) AS cells FROM ledger_checkpoint WHERE mark = ${(await newestMark(db))!}`,
    )
    assert.equal(cells, CELLS)
  })

  it('keeps what was taken of holds that are open, over several checkpoints', async () => {
    const ana = await newCustomer()
    const { holdId } = await ana.holds(900)
    await ana.clears(holdId, 200)
    await provenUpToNow('NEW')
    await ana.clears(holdId, 300)
    await provenUpToNow('NEW')
    await provenUpToNow('NEW')
    await ana.clears(holdId, 100, 'void')
    await provenUpToNow('NEW')
    await provenUpToNow('NEW')
    assert.deepEqual(await ledger.prove(), [])
    // The hold ended before the mark, so a new transfer that takes any amount of it is a break.
    for (const taken of [600, 1])
      await tampered(
        [
          sql`INSERT INTO ledger_transfer (cell, transfer_id, account_id, kind, biz_type, biz_id, effective_at, posted_at, resolves)
              SELECT cell, 'trf_again', account_id, kind, 'again', '1', posted_at, posted_at, ${JSON.stringify([{ hold: holdId, amount: taken }])}::jsonb
                FROM ledger_transfer WHERE account_id = ${ana.accountId} LIMIT 1`,
        ],
        async (tx) => assert.deepEqual(await named(tx, 'NEW'), ['hold-over-resolved', 'transfer-without-entries']),
      )
  })

  it('is missed by an entry that comes late, and the history of its account shows it', async () => {
    const ana = await newCustomer()
    await provenUpToNow('NEW')
    setClock(() => Date.now() - DAY)
    await ana.post('CARD_LOAD', [debit(ana.money, 100), credit(ana.card, 100)])
    setClock()
    const breaks = (await ledger.prove({ kind: 'NEW' })).map(({ check }) => check)
    assert.deepEqual([...new Set(breaks)], ['balance-not-its-entries'])
    await ana.post('CARD_LOAD', [debit(ana.money, 100), credit(ana.card, 100)])
    const more = (await ledger.prove({ kind: 'NEW' })).map(({ check }) => check)
    assert.deepEqual([...new Set(more)], ['balance-not-its-entries', 'history-broken'])
    // The change lies before a sealed mark as well, so the whole proof goes on to report it.
    assert.deepEqual([...new Set((await ledger.prove()).map(({ check }) => check))], ['history-not-as-sealed'])
  })
})

describe('somebody with all rights', () => {
  withDatabase({ connections: 4 })
  let ana: Awaited<ReturnType<typeof newCustomer>>
  before(async () => {
    signs()
    ana = await newCustomer()
    await ana.holds(900)
    await provenUpToNow('WHOLE')
    await ana.post('CARD_LOAD', [debit(ana.money, 100), credit(ana.card, 100)])
    await provenUpToNow('NEW')
    await ana.post('CARD_LOAD', [debit(ana.money, 100), credit(ana.card, 100)])
  })
  const first = (kind: string) => sql`transfer_id = (SELECT min(transfer_id) FROM ledger_transfer WHERE kind = ${kind})`

  const alterations: Record<string, { does: ReturnType<typeof sql>[]; byNew: string[]; byWhole: string[] }> = {
    'changes a kept balance': {
      does: [sql`UPDATE ledger_checkpoint_balance SET credits = credits + 1 WHERE loaded > 0`],
      byNew: ['balance-not-its-entries', 'checkpoint-balances-altered', 'client-money-uncovered', 'history-broken'],
      byWhole: [],
    },
    'changes the kept sum of an account of the platform': {
      does: [sql`UPDATE ledger_checkpoint_balance SET debits = debits + 1 WHERE debits = 10000`],
      byNew: ['checkpoint-balances-altered'],
      byWhole: [],
    },
    'forgets a kept hold': {
      does: [sql`DELETE FROM ledger_checkpoint_hold`],
      byNew: ['checkpoint-balances-altered'],
      byWhole: [],
    },
    'changes a checkpoint': {
      does: [sql`UPDATE ledger_checkpoint SET entries = entries + 1 WHERE entries > 2`],
      byNew: ['checkpoint-altered'],
      byWhole: ['checkpoint-altered'],
    },
    'takes some away': {
      does: [sql`DELETE FROM ledger_checkpoint WHERE mark < (SELECT max(mark) FROM ledger_checkpoint)`],
      byNew: ['checkpoint-altered'],
      byWhole: ['checkpoint-altered', 'history-not-as-sealed'],
    },
    'takes one of a cell away, after which there is none to go on from': {
      does: [sql`DELETE FROM ledger_checkpoint WHERE cell = 5 AND mark = (SELECT max(mark) FROM ledger_checkpoint)`],
      byNew: ['checkpoint-altered'],
      byWhole: ['checkpoint-altered'],
    },
    'changes old entries so that all sums stay right': {
      does: [sql`UPDATE ledger_entry SET posted_at = '2026-01-01' WHERE ${first('CARD_LOAD')}`],
      byNew: [],
      byWhole: ['history-not-as-sealed'],
    },
    'changes what an old transfer was': {
      does: [sql`UPDATE ledger_transfer SET memo = 'a gift' WHERE ${first('CARD_LOAD')}`],
      byNew: [],
      byWhole: ['history-not-as-sealed'],
    },
    'changes an old amount': {
      does: [sql`UPDATE ledger_entry SET amount = amount + 1 WHERE ${first('CARD_LOAD')} AND side = 'D'`],
      byNew: [],
      byWhole: ['balance-not-its-entries', 'history-broken', 'history-not-as-sealed', 'transfer-unbalanced'],
    },
    'changes an old balance': {
      does: [sql`UPDATE ledger_account SET posted = posted + 1 WHERE code = '2010'`],
      byNew: ['balance-not-its-entries'],
      byWhole: ['balance-not-its-entries'],
    },
  }
  for (const [what, { does, byNew, byWhole }] of Object.entries(alterations))
    it(`${what}: ${byNew.join(', ') || 'only the whole proof finds it'}`, () =>
      tampered(does, async (tx) => {
        assert.deepEqual(await named(tx, 'NEW'), byNew)
        assert.deepEqual(await named(tx, 'WHOLE'), byWhole)
      }))

  it('has not our key, and can sign nothing', () =>
    tampered([], async (tx) => {
      signs(3)
      assert.deepEqual(await named(tx, 'NEW'), ['checkpoint-altered'])
      signs()
      assert.deepEqual(await named(tx, 'NEW'), [])
    }))

  it('leaves the entries, from which a whole proof makes the balances anew', async () => {
    await sql`UPDATE ledger_checkpoint_balance SET credits = credits + 1`.execute(owner)
    assert.notDeepEqual(await ledger.prove({ kind: 'NEW' }), [])
    await provenUpToNow('WHOLE')
    assert.deepEqual(await ledger.prove({ kind: 'NEW' }), [])
  })
})

describe('a month', () => {
  withDatabase({ connections: 4 })
  before(() => signs())

  it('ends at a mark of its own, once', async () => {
    const at = (text: string) => setClock(() => monthOf(text).from.getTime() + 3 * DAY)
    const marks = async () => {
      const { provenMs, since, breaks } = await proveWithCover('NEW')
      assert.deepEqual(breaks, [])
      return (await saveCheckpoint(provenMs, since)).map(monthEndingAt)
    }
    try {
      at('2026-03')
      const ana = await newCustomer()
      assert.deepEqual(await marks(), ['2026-02', undefined])
      assert.deepEqual(await marks(), [], 'no time has passed')
      at('2026-04')
      await ana.post('CARD_LOAD', [debit(ana.money, 100), credit(ana.card, 100)])
      assert.deepEqual(await marks(), ['2026-03', undefined])
      at('2026-07')
      assert.deepEqual(await marks(), ['2026-04', '2026-05', '2026-06', undefined])
      assert.deepEqual(await ledger.prove(), [])
    } finally {
      setClock()
    }
  })
})

const runs = Number(process.env['KAIKA_RANDOM_RUNS'] ?? 4)

describe('random histories', () => {
  withDatabase({ connections: 8 })
  before(() => signs())

  it('are proven by parts as they are as a whole, and a change of anything new is found by both', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(step, { minLength: 3, maxLength: 15, size: 'max' }), { minLength: 3, maxLength: 3 }),
        fc.nat(),
        async (parts, at) => {
          const world = await newWorld()
          for (const steps of parts) {
            await provenUpToNow('NEW')
            for (const one of steps) await tries(world, one)
          }
          assert.deepEqual(await ledger.prove({ kind: 'NEW' }), [])
          assert.deepEqual(await ledger.prove(), [])
          const mark = (await newestMark(db))!
          const changes = [
            sql`UPDATE ledger_entry SET amount = amount + 1 WHERE transfer_id >= ${mark} AND n = 1`,
            sql`UPDATE ledger_entry SET balance_after = balance_after + 1 WHERE transfer_id >= ${mark}`,
            sql`UPDATE ledger_hold SET remaining = remaining + 1 WHERE remaining > 0 AND posted + remaining < amount`,
            sql`DELETE FROM ledger_entry WHERE transfer_id >= ${mark} AND n = 2`,
            sql`UPDATE ledger_account SET held = held + 1 WHERE mode = 'ROW' AND posted > held`,
          ]
          await tampered([changes[at % changes.length]!], async (tx) => {
            const withoutSeal = (await named(tx, 'WHOLE')).filter((check) => check !== 'history-not-as-sealed')
            assert.deepEqual(await named(tx, 'NEW'), withoutSeal)
          })
        },
      ),
      { numRuns: runs, endOnFailure: true },
    )
  })
})

type Step = Parameters<typeof transferOf>[1]
/** Does a step if the books let it. */
async function tries(world: World, one: Step): Promise<void> {
  const { accountId } = world
  await transaction(async (tx) => {
    if (one.do === 'batch')
      await ledger.postMany(
        tx,
        one.steps.map((inner) => transferOf(world, inner)!),
      )
    else if (one.do === 'hold') {
      const on = one.on === 'wallet' ? world.money : world.cards[one.on]!
      const biz = { type: 'random', id: newId('ex') }
      const { holdId } = await ledger.hold(tx, { on, amount: one.amount, biz })
      world.holds.push({ id: holdId, on, remaining: one.amount })
    } else if ('hold' in one) {
      const held = world.holds[one.hold % (world.holds.length || 1)]
      if (!held) return
      if (one.do === 'release') await ledger.release(tx, { accountId, holdId: held.id }, 'all')
      else if (one.do === 'releasePart') await ledger.release(tx, { accountId, holdId: held.id }, one.amount)
      else if (one.do === 'clear') await ledger.post(tx, clearing(world, held, one.amount, 0, one.rest))
      else await ledger.post(tx, clearing(world, held, 1, one.over, 'void'))
    } else if (one.do !== 'again') await ledger.post(tx, transferOf(world, one)!)
  }).catch((error: unknown) => {
    if (!(error instanceof ledger.NotEnough || error instanceof ledger.LedgerFault)) throw error
  })
}
