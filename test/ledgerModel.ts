/**
 * The ledger in thirty lines of memory, for the random tests: the expected effect of each step, implemented independently. Steps are data, so that fast-check
 * can shrink a failing history to its shortest.
 */
import fc from 'fast-check'
import { db, transaction } from '#server/core/db.ts'
import { newId } from '#server/core/ids.ts'
import * as ledger from '#server/ledger/ledger.ts'
import { cardAccount, credit, debit, platform, tenant, wallet, type Ref, type Transfer } from '#server/ledger/ledger.ts'

const CARDS = 3

/** `on` is a card by number; `hold` refers to one of the holds made so far, if there are any. */
export type Step =
  | { do: 'topUp' | 'usdt'; amount: number }
  | {
      do: 'load' | 'unload' | 'force' | 'refund' | 'cover' | 'freeze' | 'unfreeze' | 'openFee'
      on: number
      amount: number
    }
  | { do: 'hold'; on: number | 'wallet'; amount: number }
  | HoldStep
  | { do: 'again'; step: number }
  | { do: 'batch'; steps: Step[] }

export type HoldStep =
  | { do: 'increase' | 'releasePart'; hold: number; amount: number }
  | { do: 'release' | 'expire'; hold: number }
  | { do: 'clear'; hold: number; amount: number; rest: 'void' | 'keep' }
  | { do: 'clearOver'; hold: number; over: number }

const amount = fc.oneof(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 2000 }))
const on = fc.nat(CARDS - 1)
const pick = fc.nat(50)
const plain: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constantFrom('topUp' as const, 'usdt' as const), amount: fc.integer({ min: 500, max: 5000 }) }),
  fc.record({
    do: fc.constantFrom(
      'load' as const,
      'load' as const,
      'unload' as const,
      'force' as const,
      'refund' as const,
      'cover' as const,
      'freeze' as const,
      'unfreeze' as const,
      'openFee' as const,
    ),
    on,
    amount,
  }),
)
export const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: plain },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('hold' as const),
      on: fc.oneof(on, fc.constant('wallet' as const)),
      amount,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constantFrom('increase' as const, 'releasePart' as const), hold: pick, amount }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('release' as const, 'expire' as const), hold: pick }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('clear' as const),
      hold: pick,
      amount,
      rest: fc.constantFrom('void' as const, 'keep' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('clearOver' as const), hold: pick, over: amount }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('again' as const), step: pick }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('batch' as const), steps: fc.array(plain, { minLength: 2, maxLength: 6 }) }),
  },
)

/** One account holder with cards, and the model's state. */
export type World = {
  accountId: string
  money: Ref
  cards: Ref[]
  believed: Map<Ref, { posted: number; held: number }>
  holds: { id: string; on: Ref; remaining: number }[]
  sent: Transfer[]
}

export async function newWorld(): Promise<World> {
  const accountId = newId('acc')
  const money = wallet(accountId)
  const cards = Array.from({ length: CARDS }, () => cardAccount(accountId, newId('crd')))
  const frozen = tenant('2420', accountId)
  await transaction((tx) => ledger.openAccounts(tx, [money, ...cards, frozen]))
  return {
    accountId,
    money,
    cards,
    believed: new Map([money, ...cards, frozen].map((ref) => [ref, { posted: 0, held: 0 }])),
    holds: [],
    sent: [],
  }
}

const frozenOf = (world: World): Ref => [...world.believed.keys()].find(({ code }) => code === '2420')!

/** The transfer of a step, if it is a plain one. */
export function transferOf(world: World, one: Step): Transfer | undefined {
  const { money, cards } = world
  const frozen = frozenOf(world)
  const bank = platform('1020', 'bank')
  const issuer = platform('2110', 'sim')
  const made = (kind: Transfer['kind'], lines: Transfer['lines']): Transfer => ({
    kind,
    accountId: world.accountId,
    biz: { type: 'random', id: newId('ex') },
    lines,
  })
  switch (one.do) {
    case 'topUp':
      return made('TOPUP_WIRE', [debit(bank, one.amount), credit(money, one.amount)])
    case 'usdt': {
      const units = one.amount * 10_000
      const [usdt, fee] = [(code: '1220' | '1900') => platform(code, '', 'USDT'), Math.round(one.amount / 50)]
      return made('TOPUP_USDT', [
        debit(usdt('1220'), units),
        credit(usdt('1900'), units),
        debit(platform('1900'), one.amount),
        credit(platform('4030'), fee),
        credit(money, one.amount - fee),
      ])
    }
    case 'load':
      return made('CARD_LOAD', [debit(money, one.amount), credit(cards[one.on]!, one.amount)])
    case 'unload':
      return made('CARD_UNLOAD', [debit(cards[one.on]!, one.amount), credit(money, one.amount)])
    case 'force':
      return made('FORCED_POST', [debit(cards[one.on]!, one.amount), credit(issuer, one.amount)])
    case 'refund':
      return made('CARD_REFUND', [debit(issuer, one.amount), credit(cards[one.on]!, one.amount)])
    case 'cover':
      return made('CARD_NEGATIVE_COVER', [debit(money, one.amount), credit(cards[one.on]!, one.amount)])
    case 'freeze':
      return made('FREEZE_FUNDS', [debit(money, one.amount), credit(frozen, one.amount)])
    case 'unfreeze':
      return made('UNFREEZE_FUNDS', [debit(frozen, one.amount), credit(money, one.amount)])
    case 'openFee':
      return made('CARD_OPEN', [
        debit(money, one.amount + 3),
        credit(cards[one.on]!, one.amount),
        credit(platform('4010'), 3),
      ])
    default:
      return undefined
  }
}

/** The lines' effect on balances: credits raise every account here but the platform's. */
export function effects(world: World, { lines }: Transfer): Map<Ref, number> {
  const moved = new Map<Ref, number>()
  for (const { side, to, amount } of lines)
    if (world.believed.has(to)) moved.set(to, (moved.get(to) ?? 0) + (side === 'C' ? amount : -amount))
  return moved
}

/** The clearing of a step, on a hold of a card or of the wallet. */
export function clearing(
  world: World,
  held: World['holds'][number],
  taken: number,
  over: number,
  rest: 'void' | 'keep',
): Transfer {
  return {
    kind: over ? 'CLEARING_OVER' : 'CLEARING',
    accountId: world.accountId,
    biz: { type: 'random', id: newId('ex') },
    lines: [debit(held.on, taken + over), credit(platform('2110', 'sim'), taken + over)],
    resolves: [{ hold: held.id, amount: taken, rest }],
  }
}

export const standing = async (world: World) =>
  Promise.all(
    [...world.believed.keys()].map(async (ref) => {
      const { posted, held } = await ledger.balanceOf(db, ref)
      return { posted, held }
    }),
  )
