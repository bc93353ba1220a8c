import type { RulesDocument, RuleState } from '#contract/trades/desk/rules.ts'
import { HOUR, now } from '#server/core/clock.ts'
import { many, maybeOne, one, run, sql, type Database, type Tx } from '#server/core/db.ts'
import type { Reader } from '../queries.ts'
import type { Listed } from './compile.ts'
import type { ListKind, ListEffect } from '#contract/trades/desk/lists.ts'

export const deskVersion = async (on: Database): Promise<number> =>
  (await one(on, sql<{ version: number }>`SELECT version FROM risk_desk`)).version

export type Desk = {
  version: number
  halted: boolean
  halt_reason: string | null
  halted_by: string | null
  halted_at: Date | null
}
export const readDesk = (on: Reader): Promise<Desk> => one(on, sql<Desk>`SELECT * FROM risk_desk`)

/**
 * All changes of the rules happen under this row's lock, so that of two concurrent changes the second sees the first, and increase its version, so that every
 * process reloads. After the lock on an approval, before every other.
 */
export const changeDesk = (tx: Tx): Promise<Desk> =>
  one(tx, sql<Desk>`UPDATE risk_desk SET version = version + 1 RETURNING *`)

export const setHalt = (tx: Tx, halt: { reason: string; by: string } | undefined) =>
  run(
    tx,
    halt
      ? sql`UPDATE risk_desk SET halted = true, halt_reason = ${halt.reason}, halted_by = ${halt.by}, halted_at = ${now()}`
      : sql`UPDATE risk_desk SET halted = false, halt_reason = NULL, halted_by = NULL, halted_at = NULL`,
  )

/** One snapshot, because a rule set and lists from different moments never applied together. */
export async function rulesToLoad(on: Database) {
  const { desk, lists, sets } = await one(
    on,
    sql<{
      desk: Pick<Desk, 'version' | 'halted'>
      lists: Listed[]
      sets: Pick<RuleSetFound, 'rules_id' | 'state' | 'document'>[]
    }>`
    SELECT (SELECT json_build_object('version', version, 'halted', halted) FROM risk_desk) AS desk,
           (SELECT coalesce(json_agg(json_build_object('kind', kind, 'value', value, 'effect', effect)), '[]') FROM risk_list WHERE ended_at IS NULL) AS lists,
           (SELECT json_agg(json_build_object('rules_id', rules_id, 'state', state, 'document', document)) FROM rule_set WHERE state IN ('LIVE', 'SHADOW')) AS sets`,
  )
  const live = sets.find(({ state }) => state === 'LIVE')
  if (!live) throw new Error('no set of rules is live')
  return { desk, lists, live, shadow: sets.find(({ state }) => state === 'SHADOW') }
}

export type RuleSetFound = {
  rules_id: string
  number: number
  state: RuleState
  document: RulesDocument
  note: string
  made_by_name: string
  follows: string | null
  follows_number: number | null
  created_at: Date
  shadow_at: Date | null
  live_at: Date | null
  retired_at: Date | null
}
const columns = sql`s.rules_id, s.number, s.state, s.document, s.note, s.made_by_name, s.follows,
  (SELECT b.number FROM rule_set b WHERE b.rules_id = s.follows) AS follows_number, s.created_at, s.shadow_at, s.live_at, s.retired_at`

export const ruleSetById = (on: Reader, rulesId: string) =>
  maybeOne(on, sql<RuleSetFound>`SELECT ${columns} FROM rule_set s WHERE s.rules_id = ${rulesId}`)
export const ruleSetInState = (on: Reader, state: 'LIVE' | 'SHADOW') =>
  maybeOne(on, sql<RuleSetFound>`SELECT ${columns} FROM rule_set s WHERE s.state = ${state}`)
export const lockRuleSet = async (tx: Tx, rulesId: string): Promise<RuleSetFound | undefined> =>
  (await run(tx, sql`UPDATE rule_set SET updated_at = ${now()} WHERE rules_id = ${rulesId}`))
    ? ruleSetById(tx, rulesId)
    : undefined

/** Live first, then drafts, then past ones. */
export const ruleSetPage = async (on: Database, { pageNo, pageSize }: { pageNo: number; pageSize: number }) => {
  const [rows, { count }] = await Promise.all([
    many(
      on,
      sql<RuleSetFound>`
      SELECT ${columns} FROM rule_set s
       ORDER BY array_position(ARRAY['LIVE', 'SHADOW', 'DRAFT'], s.state) NULLS LAST, s.number DESC
       LIMIT ${pageSize} OFFSET ${(pageNo - 1) * pageSize}`,
    ),
    one(on, sql<{ count: number }>`SELECT count(*) FROM rule_set`),
  ])
  return { rows, count }
}

/** The caller holds the desk's row, so numbers are consecutive. */
export const insertRuleSet = (
  tx: Tx,
  made: { rulesId: string; document: RulesDocument; note: string; by: string; byName: string },
) =>
  one(
    tx,
    sql<{ number: number }>`
    INSERT INTO rule_set (rules_id, number, state, document, note, made_by, made_by_name, created_at, updated_at)
    SELECT ${made.rulesId}, max(number) + 1, 'DRAFT', ${JSON.stringify(made.document)}::jsonb, ${made.note}, ${made.by}, ${made.byName},
           ${now()}::timestamptz, ${now()}::timestamptz
      FROM rule_set
    RETURNING number`,
  )

/** Turns it back into a draft, whatever tests it had passed. */
export const rewriteDraft = async (tx: Tx, rulesId: string, document: RulesDocument, note: string): Promise<void> => {
  await run(
    tx,
    sql`
    UPDATE rule_set SET state = 'DRAFT', document = ${JSON.stringify(document)}::jsonb, note = ${note}, shadow_at = NULL, updated_at = ${now()}
     WHERE rules_id = ${rulesId}`,
  )
  await forgetShadow(tx, rulesId)
}

export const forgetShadow = async (tx: Tx, rulesId: string): Promise<void> => {
  await run(tx, sql`DELETE FROM rule_shadow WHERE rules_id = ${rulesId}`)
  await run(tx, sql`DELETE FROM rule_shadow_hit WHERE rules_id = ${rulesId}`)
}

export const setRuleState = (
  tx: Tx,
  rulesId: string,
  state: RuleState,
  { follows, shadowed }: { follows?: string; shadowed?: true } = {},
) =>
  run(
    tx,
    sql`
    UPDATE rule_set
       SET state = ${state}, updated_at = ${now()},
           follows = coalesce(${follows ?? null}, follows),
           shadow_at = ${shadowed ? sql`${now()}` : sql`shadow_at`},
           live_at = ${state === 'LIVE' ? sql`${now()}` : sql`live_at`},
           retired_at = ${state === 'RETIRED' ? sql`${now()}` : state === 'LIVE' ? sql`NULL` : sql`retired_at`}
     WHERE rules_id = ${rulesId}`,
  )

export type ShadowCount = {
  judged: number
  stopped: number
  stoppedCents: number
  passed: number
  /** By position in the rule set; -1: a limit or a list. */
  byRule: Record<number, number>
}
/** Counts of a rule set that was changed in the meantime are of other rules, and are dropped. */
export const addShadow = async (on: Database, rulesId: string, sum: ShadowCount): Promise<void> => {
  await run(
    on,
    sql`
    INSERT INTO rule_shadow AS kept (rules_id, judged, stopped, stopped_cents, passed)
    SELECT rules_id, ${sum.judged}::bigint, ${sum.stopped}::bigint, ${sum.stoppedCents}::bigint, ${sum.passed}::bigint
      FROM rule_set WHERE rules_id = ${rulesId} AND state = 'SHADOW'
        ON CONFLICT (rules_id) DO UPDATE
       SET judged = kept.judged + excluded.judged, stopped = kept.stopped + excluded.stopped,
           stopped_cents = kept.stopped_cents + excluded.stopped_cents, passed = kept.passed + excluded.passed`,
  )
  const rules = Object.entries(sum.byRule)
  if (rules.length)
    await run(
      on,
      sql`
      INSERT INTO rule_shadow_hit AS kept (rules_id, rule, hits)
      SELECT s.rules_id, hit.rule, hit.hits
        FROM rule_set s, unnest(${rules.map(([rule]) => Number(rule))}::smallint[], ${rules.map(([, hits]) => hits)}::bigint[]) AS hit (rule, hits)
       WHERE s.rules_id = ${rulesId} AND s.state = 'SHADOW'
          ON CONFLICT (rules_id, rule) DO UPDATE SET hits = kept.hits + excluded.hits`,
    )
}
export const shadowOf = async (on: Reader, rulesId: string) => {
  const sum = await maybeOne(
    on,
    sql<{ judged: number; stopped: number; stopped_cents: number; passed: number }>`
    SELECT judged, stopped, stopped_cents, passed FROM rule_shadow WHERE rules_id = ${rulesId}`,
  )
  const hits = await many(
    on,
    sql<{
      rule: number
      hits: number
    }>`SELECT rule, hits FROM rule_shadow_hit WHERE rules_id = ${rulesId} ORDER BY hits DESC`,
  )
  return sum && { ...sum, hits }
}

export type ListedRow = {
  entry_id: string
  kind: ListKind
  value: string
  effect: ListEffect
  reason: string
  made_by: string
  created_at: Date
}
const listed = sql`entry_id, kind, value, effect, reason, made_by, created_at`
export const listedPage = async (
  on: Database,
  input: { kind?: ListKind | undefined; effect?: ListEffect | undefined; pageNo: number; pageSize: number },
) => {
  const which = sql`ended_at IS NULL
     ${input.kind ? sql`AND kind = ${input.kind}` : sql``} ${input.effect ? sql`AND effect = ${input.effect}` : sql``}`
  const [rows, { count }] = await Promise.all([
    many(
      on,
      sql<ListedRow>`
      SELECT ${listed} FROM risk_list WHERE ${which} ORDER BY created_at DESC LIMIT ${input.pageSize} OFFSET ${(input.pageNo - 1) * input.pageSize}`,
    ),
    one(on, sql<{ count: number }>`SELECT count(*) FROM risk_list WHERE ${which}`),
  ])
  return { rows, count }
}
export const listedById = (on: Reader, entryId: string) =>
  maybeOne(on, sql<ListedRow>`SELECT ${listed} FROM risk_list WHERE entry_id = ${entryId} AND ended_at IS NULL`)
export const listedValue = (on: Reader, kind: ListKind, value: string) =>
  maybeOne(
    on,
    sql<ListedRow>`SELECT ${listed} FROM risk_list WHERE kind = ${kind} AND value = ${value} AND ended_at IS NULL`,
  )
/** Returns false if it is already listed. */
export const insertListed = async (
  tx: Tx,
  made: { entryId: string; kind: ListKind; value: string; effect: ListEffect; reason: string; by: string },
): Promise<boolean> =>
  (await run(
    tx,
    sql`
    INSERT INTO risk_list (entry_id, kind, value, effect, reason, made_by, created_at)
    VALUES (${made.entryId}, ${made.kind}, ${made.value}, ${made.effect}, ${made.reason}, ${made.by}, ${now()})
        ON CONFLICT DO NOTHING`,
  )) === 1
export const endListed = async (tx: Tx, entryId: string, by: string): Promise<boolean> =>
  (await run(
    tx,
    sql`UPDATE risk_list SET ended_at = ${now()}, ended_by = ${by} WHERE entry_id = ${entryId} AND ended_at IS NULL`,
  )) === 1

/** When cards last had a purchase approved, by their money accounts: the end of that hour, because that is what a card's usage keeps of it. */
export async function lastApprovals(
  reader: Reader,
  cell: number,
  laIds: readonly number[],
): Promise<Map<number, number>> {
  const rows = await many(
    reader,
    sql<{ la_id: number; hour: number }>`
    SELECT la_id, hour FROM card_usage WHERE cell = ${cell} AND la_id = ANY (${[...laIds]}::bigint[]) AND hour > 0`,
  )
  return new Map(rows.map(({ la_id, hour }) => [la_id, (hour + 1) * HOUR]))
}
