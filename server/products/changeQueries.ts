/** All SQL on product_change and product_desk. */
import type { ChangeState, ProductChange } from '#contract/products/products.ts'
import { now } from '../core/clock.ts'
import { many, maybeOne, one, run, sql, type Database, type Tx } from '../core/db.ts'

type Reader = Tx | Database
export type ChangeKind = ProductChange['kind']
export type Said = Readonly<Record<string, unknown>>
export type ChangeRow = {
  change_id: string
  kind: ChangeKind
  target: string
  account_id: string | null
  before: Said
  after: Said
  effective_at: Date
  state: ChangeState
  reason: string
  made_by: string
  checked_by: string | null
  withdrawn_by: string | null
  withdrawn_why: string | null
  created_at: Date
}
export type About = { kind: ChangeKind; target: string; accountId: string | null }

/** What the catalogue in memory is compared with. One row of one page, read with every price. */
export const catalogueVersion = async (on: Reader): Promise<number> =>
  (await one(on, sql<{ version: number }>`SELECT version FROM product_desk`)).version

/** Held until the end: changes come one after another, so that none is made of what another is just changing. */
export const raiseVersion = (tx: Tx) => run(tx, sql`UPDATE product_desk SET version = version + 1`)

export const waitingChange = (on: Reader, { kind, target, accountId }: About) =>
  maybeOne(
    on,
    sql<ChangeRow>`SELECT * FROM product_change
     WHERE kind = ${kind} AND target = ${target} AND account_id IS NOT DISTINCT FROM ${accountId} AND state = 'SCHEDULED'
       AND effective_at > ${now()}`,
  )

export const insertChange = (
  tx: Tx,
  change: About & {
    changeId: string
    before: Said
    after: Said
    effectiveAt: Date
    state: 'SCHEDULED' | 'IN_FORCE'
    reason: string
    madeBy: string
    checkedBy: string | undefined
  },
) =>
  one(
    tx,
    sql<ChangeRow>`
    INSERT INTO product_change (change_id, kind, target, account_id, before, after, effective_at, state, reason, made_by, checked_by, created_at, updated_at)
    VALUES (${change.changeId}, ${change.kind}, ${change.target}, ${change.accountId}, ${JSON.stringify(change.before)}::jsonb,
            ${JSON.stringify(change.after)}::jsonb, ${change.effectiveAt}, ${change.state}, ${change.reason}, ${change.madeBy},
            ${change.checkedBy ?? null}, ${now()}, ${now()})
    RETURNING *`,
  )

/** The newest first: of one range or plan, its exceptions with it. */
export const changesOf = (on: Reader, target: string, limit = 100) =>
  many(
    on,
    sql<ChangeRow>`SELECT * FROM product_change WHERE target = ${target} ORDER BY created_at DESC, change_id DESC LIMIT ${limit}`,
  )

export const scheduledPerTarget = (on: Reader) =>
  many(
    on,
    sql<{ target: string; count: number }>`
    SELECT target, count(*)::int AS count FROM product_change
     WHERE state = 'SCHEDULED' AND effective_at > ${now()} GROUP BY target`,
  )

export const lockChange = (tx: Tx, changeId: string) =>
  maybeOne(tx, sql<ChangeRow>`SELECT * FROM product_change WHERE change_id = ${changeId} FOR UPDATE`)

/** Whose time has come; what another process works on is left to it. */
export const takeDue = (tx: Tx) =>
  maybeOne(
    tx,
    sql<ChangeRow>`SELECT * FROM product_change WHERE state = 'SCHEDULED' AND effective_at <= ${now()}
     ORDER BY effective_at, change_id LIMIT 1 FOR UPDATE SKIP LOCKED`,
  )

export const markInForce = (tx: Tx, changeId: string) =>
  run(tx, sql`UPDATE product_change SET state = 'IN_FORCE', updated_at = ${now()} WHERE change_id = ${changeId}`)

export const markWithdrawn = (tx: Tx, changeId: string, { by, why }: { by: string; why: string }) =>
  run(
    tx,
    sql`UPDATE product_change SET state = 'WITHDRAWN', withdrawn_by = ${by}, withdrawn_why = ${why}, updated_at = ${now()}
         WHERE change_id = ${changeId}`,
  )
