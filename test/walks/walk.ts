/** One walk: random operations on the product and on the model side by side, and whether they still agree. */
import { nowMs, setClock } from '#server/core/clock.ts'
import { db, sql } from '#server/core/db.ts'
import { composition } from '#server/modules.ts'
import type { NetworkEvent } from '#server/outside/outside.ts'
import { seeded } from '#simulators/world.ts'
import { identified } from '../batches.ts'
import type { pays, Pretended } from '../payments.ts'
import type { Colleague } from '../staff.ts'
import { tells, type Plastic } from '../trades.ts'
import { newAccount, subOf, type Person } from '../world.ts'
import { compareAll, compareMoney } from './compare.ts'
import { AccountModel } from './model.ts'
import { PlanModel } from './modelPlans.ts'
import type { ModelCard } from './modelTypes.ts'
import * as money from './moneyOperations.ts'
import * as network from './networkOperations.ts'

const { jobs: tasks } = composition

const MINUTE_MS = 60_000

export class Walk {
  readonly random: () => number
  readonly model: AccountModel
  readonly plans: PlanModel
  readonly holder: Person
  readonly sub: Person & { subUid: string }
  readonly payments: Pretended
  readonly plastics = new Map<string, Plastic>()
  readonly payable = new Map<string, ReturnType<typeof pays>>()
  /** What has been told, to be told again. */
  readonly told: NetworkEvent[] = []
  readonly done: string[] = []
  staff: Promise<Colleague[]> | undefined

  private constructor(seed: number, holder: Person, sub: Person & { subUid: string }, payments: Pretended) {
    this.random = seeded(seed)
    this.holder = holder
    this.sub = sub
    this.payments = payments
    this.model = new AccountModel(nowMs())
    this.plans = new PlanModel(this.model)
  }

  static async begin(seed: number, payments: Pretended): Promise<Walk> {
    const holder = await newAccount()
    await identified(holder)
    const walk = new Walk(seed, holder, await subOf(holder), payments)
    walk.pass(0)
    await money.topUp(walk)
    await money.open(walk)
    return walk
  }

  pick<T>(from: readonly T[]): T | undefined {
    return from[Math.floor(this.random() * from.length)]
  }
  between(min: number, max: number): number {
    return min + Math.floor(this.random() * (max - min + 1))
  }

  /** The same moment on both sides, and still until the next. */
  pass(ms: number): void {
    const at = this.model.nowMs + ms
    this.model.nowMs = at
    setClock(() => at)
    this.plans.passTime()
  }
  /** The jobs that were left, one after another: a worker would cost more than all that they do. */
  async settle(): Promise<void> {
    for (;;) {
      const { rows } = await sql<{ name: string; payload: never }>`
        WITH due AS (
          DELETE FROM graphile_worker._private_jobs WHERE run_at <= clock_timestamp() RETURNING id, task_id, payload
        )
        SELECT identifier AS name, payload
          FROM due
          JOIN graphile_worker._private_tasks AS task ON task.id = due.task_id
         ORDER BY due.id`.execute(db)
      if (rows.length === 0) return
      for (const { name, payload } of rows) await tasks[name as keyof typeof tasks]!(payload)
    }
  }

  async step(): Promise<void> {
    this.pass(this.between(2, 90) * MINUTE_MS)
    const [name, , operation] = this.chooseOperation()
    this.done.push(name)
    await operation(this)
    await this.settle()
    await compareMoney(this)
  }

  async finish(): Promise<void> {
    await compareAll(this)
  }

  chooseOperation(): readonly [name: string, weight: number, operation: Operation] {
    let at = this.random() * WEIGHT
    return operations.find(([, weight]) => (at -= weight) < 0) ?? operations[0]!
  }

  liveCards(...states: ModelCard['status'][]): ModelCard[] {
    const wanted = states.length ? states : ['ACTIVE']
    return this.model.cards.filter(({ status }) => wanted.includes(status))
  }
  plastic(cardId: string): Plastic {
    return this.plastics.get(cardId)!
  }
  async tell(told: NetworkEvent): Promise<void> {
    this.told.push(told)
    await tells(told)
  }
}

type Operation = (walk: Walk) => Promise<void>
const operations: readonly (readonly [name: string, weight: number, operation: Operation])[] = [
  ['topUp', 6, money.topUp],
  ['reverseTopUp', 2, money.reverseTopUp],
  ['adjust', 3, money.adjust],
  ['plan', 3, money.plan],
  ['open', 6, money.open],
  ['load', 8, money.load],
  ['withdraw', 5, money.withdraw],
  ['freeze', 4, money.freeze],
  ['delete', 3, money.deleteCard],
  ['purchase', 26, network.purchase],
  ['increment', 5, network.increment],
  ['reverse', 5, network.reverse],
  ['expire', 2, network.expire],
  ['clear', 20, network.clear],
  ['forcedPost', 3, network.forcedPost],
  ['reverseClearing', 4, network.reverseClearing],
  ['refund', 6, network.refund],
  ['refundOfNothing', 2, network.refundOfNothing],
  ['reverseRefund', 3, network.reverseRefund],
  ['repeat', 4, network.repeat],
  ['wrongEvent', 2, network.wrongEvent],
  ['days', 5, network.days],
]
const WEIGHT = operations.reduce((sum, [, weight]) => sum + weight, 0)
