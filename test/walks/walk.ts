/** One walk: the product and the model side by side, at the same moment, with what the operations need of both. */
import { nowMs, setClock } from '#server/core/clock.ts'
import { db, sql } from '#server/core/db.ts'
import { composition } from '#server/modules.ts'
import type { NetworkEvent } from '#server/outside/outside.ts'
import { seeded } from '#simulators/world.ts'
import type { pays, Pretended } from '../fixtures/payments.ts'
import type { Colleague } from '../fixtures/staff.ts'
import type { AuthorizationRequest } from '#server/outside/outside.ts'
import { tells, type Plastic } from '../fixtures/trades.ts'
import type { Person } from '../world.ts'
import { AccountModel } from './model.ts'
import { PlanModel } from './modelPlans.ts'
import type { ModelCard } from './modelTypes.ts'

const { jobs: tasks } = composition

export class Walk {
  readonly random: () => number
  readonly model: AccountModel
  readonly plans: PlanModel
  readonly inviter: Person
  readonly holder: Person
  readonly sub: Person & { subUid: string }
  readonly payments: Pretended
  readonly plastics = new Map<string, Plastic>()
  readonly payable = new Map<string, ReturnType<typeof pays>>()
  /** Events already sent, to be sent again. */
  readonly told: NetworkEvent[] = []
  /** Requests that the network has told something about before they arrive. */
  readonly coming = new Map<string, { asked: AuthorizationRequest; cardId: string; currency: string }>()
  readonly done: string[] = []
  staff: Promise<Colleague[]> | undefined

  constructor(seed: number, { inviter, holder, sub }: Pick<Walk, 'inviter' | 'holder' | 'sub'>, payments: Pretended) {
    this.random = seeded(seed)
    this.inviter = inviter
    this.holder = holder
    this.sub = sub
    this.payments = payments
    this.model = new AccountModel(nowMs())
    this.plans = new PlanModel(this.model)
  }

  pick<T>(from: readonly T[]): T | undefined {
    return from[Math.floor(this.random() * from.length)]
  }
  between(min: number, max: number): number {
    return min + Math.floor(this.random() * (max - min + 1))
  }

  /** Sets the same fixed moment on both sides until the next call. */
  pass(ms: number): void {
    const at = this.model.nowMs + ms
    this.model.nowMs = at
    setClock(() => at)
    this.plans.passTime()
  }
  /** Runs the queued jobs one after another: a worker would cost more than the jobs. */
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
