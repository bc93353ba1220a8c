/**
 * How the rows of a list are found in a bounded time, however many the account has. Rows are read along one index, newest first, and compared with the filters; a search reads at
 * most so many and then says how far back it got, and the next one goes on from there. What is rare and has an index of another order is read whole.
 */
import type { RawBuilder } from 'kysely'
import { db, many, maybeOne, one, sql } from '#server/core/db.ts'
import type { List, Question } from './queries.ts'

/** An exact count beyond this costs more than it is worth. */
export const TOTAL_CAP = 10_000
/** One search compares so many rows with its filters, some milliseconds: of the whole account, where neighbours share pages, or of a part of it, where each row is in a page of its own. */
const READ_AT_MOST = 20_000
const READ_SCATTERED = 10_000
/** So many rows of a merchant or of some cards are found by their index and sorted. */
const RARE = 5_000
/** Beyond this many rows it is cheaper to page through the index alone and to fetch only what is shown. */
const DEEP = 1000
/** Pages by number end here; a cursor has no end. */
export const DEEPEST = 100_000

/** Where in the list to begin: below the row of this id. */
export type Place = { readonly below?: RawBuilder<unknown> | undefined; readonly offset: number }
export type How = {
  readonly list: List
  readonly accountId: string
  readonly question: Question
  readonly rare: boolean
}

/** Whether the filters say anything that only the rows themselves know. */
const isSearch = ({ question, rare }: How): boolean => question.having.length > 0 && !rare

const mostOf = ({ isPart }: Question): number => (isPart ? READ_SCATTERED : READ_AT_MOST)

/** As a literal where it always is the same: the plan is made for it. */
const count = (most: number, offset: number) => (offset ? sql`${most + offset}` : sql.lit(most))

/** The rows along one index, newest first. A row that was stored long after the end of the asked time is among those that have an index of their own. */
function along({ list, question }: How, { below, offset }: Place, columns: RawBuilder<unknown>, bounded: boolean) {
  const { within, end } = question
  const id = sql.ref(list.id)
  const newestFirst = (limit: boolean) =>
    sql`ORDER BY ${id} DESC ${limit ? sql`LIMIT ${count(mostOf(question), offset)}` : sql``}`
  const from = sql`SELECT ${columns} FROM ${sql.table(list.table)} WHERE ${within} ${below ? sql`AND ${id} < ${below}` : sql``}`
  if (end === undefined) return sql`${from} ${newestFirst(bounded)}`
  // Each part is read along its index only if it says so itself.
  return sql`SELECT * FROM ((${from} AND ${list.late} AND ${id} >= ${end} ${newestFirst(true)}) UNION ALL (${from} AND ${id} < ${end} ${newestFirst(true)})) AS both_times
              ${newestFirst(bounded)}`
}

/** Everything that matches, newest first. */
function matching(how: How, place: Place, columns: RawBuilder<unknown>): RawBuilder<unknown> {
  const { list, question, rare } = how
  const table = sql.table(list.table)
  const id = sql.ref(list.id)
  if (rare)
    // OFFSET 0 keeps the other conditions from choosing another index.
    return sql`SELECT ${columns} FROM (SELECT * FROM ${table} WHERE ${list.ofAccount(how.accountId)} AND ${question.picked} OFFSET 0) AS ${table}
                WHERE ${question.whole} ${place.below ? sql`AND ${id} < ${place.below}` : sql``} ORDER BY ${id} DESC`
  if (!isSearch(how)) return along(how, place, columns, false)
  return sql`SELECT ${columns} FROM (${along(how, place, sql`*`, true)}) AS ${table} WHERE ${sql.join([...question.having], sql` AND `)} ORDER BY ${id} DESC`
}

/** One row more than the page, to know whether there is a next page. */
export async function rowsOf<R extends object>(how: How, place: Place, pageSize: number): Promise<R[]> {
  const { list, accountId } = how
  const { table, id, ofAccount, columns, joins } = list
  const { offset } = place
  const page = (columns: RawBuilder<unknown>) => sql`
    ${matching(how, place, columns)}
     ${offset ? sql`LIMIT ${pageSize + 1} OFFSET ${offset}` : sql.raw(`LIMIT ${pageSize + 1}`)}`
  const listed =
    offset < DEEP
      ? page(sql`*`)
      : sql`SELECT found.* FROM (${page(sql.ref(id))}) AS page JOIN (SELECT * FROM ${sql.table(table)} WHERE ${ofAccount(accountId)}) AS found USING (${sql.ref(id)})`
  const asked = sql<R>`
    SELECT ${columns}, merchant.name AS merchant_name, merchant.mcc, merchant.country
      FROM (${listed}) AS ${sql.table(table)}
      JOIN merchant USING (merchant_no) ${joins(accountId)}
     ORDER BY ${sql.table(table)}.${sql.ref(id)} DESC`
  return many(db, asked)
}

/** Whether an index finds so few rows that all of them can be read. */
export async function isRare({ list, accountId, question: { picked } }: Omit<How, 'rare'>): Promise<boolean> {
  if (!picked) return false
  const { found } = await one(
    db,
    sql<{ found: number }>`
    SELECT count(*) AS found
      FROM (SELECT FROM ${sql.table(list.table)} WHERE ${list.ofAccount(accountId)} AND ${picked} LIMIT ${sql.lit(RARE + 1)}) AS some_rows`,
  )
  return found <= RARE
}

/** The last row that a search compares, if it does not get to the end of the list. */
export async function lastCompared(how: How, place: Place): Promise<string | undefined> {
  if (!isSearch(how)) return undefined
  const { list, question } = how
  // The id is made into a text outside, once.
  const found = await maybeOne(
    db,
    sql<{ id: string }>`
    SELECT ${list.idText} AS id
      FROM (${along(how, place, sql.ref(list.id), false)} LIMIT 1 OFFSET ${count(mostOf(question) - 1, place.offset)}) AS compared`,
  )
  return found?.id
}

export type Sums = { total: number; sum: number; counted: number; ended: boolean }

/** Checks from the index alone whether the account has more rows than the cap. */
export const isLong = async ({ table, ofAccount }: List, accountId: string): Promise<boolean> =>
  (
    await one(
      db,
      sql<{
        long: boolean
      }>`SELECT EXISTS (SELECT FROM ${sql.table(table)} WHERE ${ofAccount(accountId)} OFFSET ${sql.lit(TOTAL_CAP)}) AS long`,
    )
  ).long

/** Totals over the newest matches up to the cap; one more is counted to know whether there are others. */
export async function sumsOf(how: How, place: Place, declines: boolean): Promise<Sums> {
  const { table, id } = how.list
  const columns =
    table === 'auth'
      ? sql`amount_cents, ${declines} OR status <> 'DECLINED' AS weighs, counted, auth_id`
      : sql`amount_cents, true AS weighs, false AS counted, trade_id`
  const sums = await one(
    db,
    sql<Omit<Sums, 'ended'>>`
    SELECT count(*) AS total,
           coalesce(sum(amount_cents) FILTER (WHERE weighs AND place <= ${sql.lit(TOTAL_CAP)}), 0)::bigint AS sum,
           count(*) FILTER (WHERE counted AND place <= ${sql.lit(TOTAL_CAP)}) AS counted
      FROM (SELECT newest.*, row_number() OVER (ORDER BY ${sql.ref(id)} DESC) AS place
              FROM (${matching(how, place, columns)} LIMIT ${sql.lit(TOTAL_CAP + 1)}) AS newest) AS placed`,
  )
  return { ...sums, ended: sums.total > TOTAL_CAP || (await lastCompared(how, place)) === undefined }
}
