import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { withDatabase } from '#test/database.ts'
import {
  clearing,
  effects,
  newWorld,
  standing,
  step,
  transferOf,
  type HoldStep,
  type Step,
  type World,
} from '#test/fixtures/ledgerModel.ts'
import { db, transaction } from '#server/core/db.ts'
import { newId } from '#server/core/ids.ts'
import * as ledger from '../ledger.ts'
import { NotEnough, type Transfer } from '../ledger.ts'

const FORCED = new Set(['FORCED_POST', 'CLEARING_OVER'])
const runs = Number(process.env['KAIKA_RANDOM_RUNS'] ?? 40)

/** Applies transfers to the model, one after another; returns false if the books must refuse them all. */
function believes(world: World, transfers: Transfer[]): boolean {
  const trial = new Map([...world.believed].map(([ref, { posted, held }]) => [ref, { posted, held }]))
  for (const transfer of transfers) {
    const released = new Map(
      (transfer.resolves ?? []).map(({ hold, amount, rest }) => {
        const held = world.holds.find(({ id }) => id === hold)!
        return [held.on, rest === 'void' ? held.remaining : amount]
      }),
    )
    for (const [ref, moved] of effects(world, transfer)) {
      const account = trial.get(ref)!
      const change = moved + (released.get(ref) ?? 0)
      account.posted += moved
      account.held -= released.get(ref) ?? 0
      const forced = FORCED.has(transfer.kind) && ref.code === '2020'
      if (change < 0 && account.posted - account.held < 0 && !forced) return false
    }
  }
  for (const [ref, now] of trial) world.believed.set(ref, now)
  for (const { hold, amount, rest } of transfers.flatMap(({ resolves = [] }) => resolves)) {
    const held = world.holds.find(({ id }) => id === hold)!
    held.remaining -= rest === 'void' ? held.remaining : amount
  }
  return true
}

async function tries(world: World, transfers: Transfer[]): Promise<void> {
  const expected = believes(world, transfers)
  const happened = await transaction((tx) => ledger.postMany(tx, transfers)).then(() => true, refused)
  assert.equal(happened, expected, `the books ${happened ? 'posted' : 'refused'} ${JSON.stringify(transfers)}`)
  if (happened) world.sent.push(...transfers)
}

const refused = (error: unknown): false => {
  if (error instanceof NotEnough) return false
  throw error
}

/** Runs one step on the books and on the model, which must agree on the result. */
async function walk(world: World, one: Step): Promise<void> {
  if (one.do === 'batch')
    return tries(
      world,
      one.steps.map((inner) => transferOf(world, inner)!),
    )
  if (one.do === 'again') {
    const known = world.sent[one.step % (world.sent.length || 1)]
    if (known) assert.equal((await transaction((tx) => ledger.post(tx, known))).replayed, true)
    return
  }
  if (one.do === 'hold') {
    const on = one.on === 'wallet' ? world.money : world.cards[one.on]!
    const account = world.believed.get(on)!
    const expected = account.posted - account.held >= one.amount
    const made = await transaction((tx) =>
      ledger.hold(tx, { on, amount: one.amount, biz: { type: 'random', id: newId('ex') } }),
    ).catch(refused)
    assert.equal(made !== false, expected)
    if (!made) return
    account.held += one.amount
    world.holds.push({ id: made.holdId, on, remaining: one.amount })
    return
  }
  if ('hold' in one) {
    const held = world.holds[one.hold % (world.holds.length || 1)]
    return held && onHold(world, held, one)
  }
  return tries(world, [transferOf(world, one)!])
}

async function onHold(world: World, held: World['holds'][number], one: HoldStep): Promise<void> {
  const account = world.believed.get(held.on)!
  switch (one.do) {
    case 'releasePart':
    case 'release': {
      const freed = one.do === 'releasePart' ? Math.min(one.amount, held.remaining) : held.remaining
      const told = await transaction((tx) =>
        ledger.release(tx, { accountId: world.accountId, holdId: held.id }, one.do === 'releasePart' ? freed : 'all'),
      )
      assert.equal(told, freed)
      held.remaining -= freed
      account.held -= freed
      return
    }
    case 'clear': {
      const taken = Math.min(one.amount, held.remaining)
      return taken ? tries(world, [clearing(world, held, taken, 0, one.rest)]) : undefined
    }
    case 'clearOver':
      return held.remaining ? tries(world, [clearing(world, held, held.remaining, one.over, 'void')]) : undefined
  }
}

describe('random histories', () => {
  withDatabase({ connections: 16 })

  it('end as the model says, step by step, and the books are proven', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 40, size: 'max' }), async (steps) => {
        const world = await newWorld()
        for (const one of steps) {
          await walk(world, one)
          assert.deepEqual(await standing(world), [...world.believed.values()])
        }
        assert.deepEqual(await ledger.prove(), [])
      }),
      { numRuns: runs, endOnFailure: false },
    )
  })

  it('of eight people at once on one wallet leave what the accepted steps add up to', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(step, { minLength: 4, maxLength: 12, size: 'max' }), { minLength: 8, maxLength: 8 }),
        async (lanes) => {
          const world = await newWorld()
          const together: Transfer[] = [
            transferOf(world, { do: 'topUp', amount: 20_000 })!,
            ...[0, 1, 2].map((on) => transferOf(world, { do: 'load', on, amount: 3000 })!),
          ]
          await tries(world, together)
          await Promise.all(lanes.map((steps) => race(world, steps)))
          const posted = [...world.believed.values()].map((believed) => believed.posted)
          assert.deepEqual(
            (await standing(world)).map((real) => real.posted),
            posted,
          )
          assert.deepEqual(await ledger.prove(), [])
        },
      ),
      { numRuns: Math.ceil(runs / 4) },
    )
  })
})

/** Runs the steps concurrently with others: what is refused depends on timing, but what is accepted must add up. */
async function race(world: World, steps: Step[]): Promise<void> {
  for (const one of steps) {
    const held = 'hold' in one ? world.holds[one.hold % (world.holds.length || 1)] : undefined
    if (one.do === 'batch')
      await accepts(
        world,
        one.steps.map((inner) => transferOf(world, inner)!),
      )
    else if (one.do === 'again') await accepts(world, world.sent.slice(one.step % (world.sent.length || 1)).slice(0, 1))
    else if (one.do === 'hold') {
      const on = one.on === 'wallet' ? world.money : world.cards[one.on]!
      const made = await transaction((tx) =>
        ledger.hold(tx, { on, amount: one.amount, biz: { type: 'random', id: newId('ex') } }),
      ).catch(refused)
      if (made) world.holds.push({ id: made.holdId, on, remaining: one.amount })
    } else if (!('hold' in one)) await accepts(world, [transferOf(world, one)!])
    else if (held) await accepts(world, await onSharedHold(world, held, one))
  }
}

async function onSharedHold(world: World, held: World['holds'][number], one: HoldStep): Promise<Transfer[]> {
  if (one.do === 'clear') return [clearing(world, held, one.amount, 0, one.rest)]
  const remaining = (await ledger.holdById(db, world.accountId, held.id))!.remaining // may be stale when used, as in production
  if (one.do === 'clearOver') return remaining ? [clearing(world, held, remaining, one.over, 'void')] : []
  await transaction((tx) =>
    ledger.release(tx, { accountId: world.accountId, holdId: held.id }, one.do === 'releasePart' ? one.amount : 'all'),
  ).catch(lost)
  return []
}

async function accepts(world: World, transfers: Transfer[]): Promise<void> {
  const answers = await transaction((tx) => ledger.postMany(tx, transfers)).catch(lost)
  answers?.forEach((answer, at) => {
    if (answer.replayed) return
    world.sent.push(transfers[at]!)
    for (const [ref, moved] of effects(world, transfers[at]!)) world.believed.get(ref)!.posted += moved
  })
}

/** Another step was faster: the money, or what was left of the hold, is gone. */
const lost = (error: unknown): undefined => {
  if (
    error instanceof NotEnough ||
    (error instanceof ledger.LedgerFault && /has \d+ left|is (POSTED|VOIDED)/.test(error.message))
  )
    return undefined
  throw error
}
