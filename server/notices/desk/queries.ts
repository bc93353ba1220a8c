/** SQL on public notices as staff write them. What people are shown of them is in ../inbox/queries.ts. */
import type { Audience, NoticeForm, NoticeState } from '#contract/notices/content.ts'
import type { NoticeLevel } from '#contract/notices/notices.ts'
import { EVERYONE, touch } from '#server/core/changes/touch.ts'
import { now } from '#server/core/clock.ts'
import { many, maybeOne, one, run, sql, type Database, type Tx } from '#server/core/db.ts'

export type DeskRow = {
  notice_id: string
  kind: NoticeForm
  level: NoticeLevel
  title_cn: string
  title_en: string
  html_cn: string
  html_en: string
  audience: Audience
  audience_ids: string[]
  status: 'DRAFT' | 'PUBLISHED' | 'WITHDRAWN'
  starts_at: Date
  ends_at: Date | null
  made_by: string | null
  created_at: Date
}
const columns = sql`
  n.notice_id, n.kind, n.level, n.title_cn, n.title_en, n.html_cn, n.html_en, n.audience, n.audience_ids, n.status,
  n.starts_at, n.ends_at, n.made_by, n.created_at`

/** The definition of each status, used in the filter and read from a row by {@link stateOf}. */
const inState = (state: NoticeState) =>
  ({
    DRAFT: sql`n.status = 'DRAFT'`,
    WITHDRAWN: sql`n.status = 'WITHDRAWN'`,
    SCHEDULED: sql`n.status = 'PUBLISHED' AND n.starts_at > ${now()}`,
    PUBLISHED: sql`n.status = 'PUBLISHED' AND n.starts_at <= ${now()} AND (n.ends_at IS NULL OR n.ends_at > ${now()})`,
    ENDED: sql`n.status = 'PUBLISHED' AND n.starts_at <= ${now()} AND n.ends_at <= ${now()}`,
  })[state]

export function stateOf({
  status,
  starts_at,
  ends_at,
}: Pick<DeskRow, 'status' | 'starts_at' | 'ends_at'>): NoticeState {
  if (status !== 'PUBLISHED') return status
  if (starts_at > now()) return 'SCHEDULED'
  return ends_at !== null && ends_at <= now() ? 'ENDED' : 'PUBLISHED'
}

type Asked = {
  kind?: NoticeForm | undefined
  state?: NoticeState | undefined
  keyword?: string | undefined
  noticeId?: string | undefined
  pageNo: number
  pageSize: number
}

export async function noticePage(
  on: Database,
  { kind, state, keyword, noticeId, pageNo, pageSize }: Asked,
): Promise<{ rows: (DeskRow & { reads: number })[]; count: number }> {
  const like = keyword ? `%${keyword.replace(/[\\%_]/g, '\\$&')}%` : undefined
  const where = sql`
        ${kind ? sql`n.kind = ${kind}` : sql`true`}
    AND ${state ? inState(state) : sql`true`}
    AND ${noticeId ? sql`n.notice_id = ${noticeId}` : sql`true`}
    AND ${like ? sql`(n.title_cn ILIKE ${like} OR n.title_en ILIKE ${like})` : sql`true`}`
  const [rows, { count }] = await Promise.all([
    many(
      on,
      sql<DeskRow & { reads: number }>`
      WITH page AS MATERIALIZED (
        SELECT ${columns}
          FROM public_notice n
         WHERE ${where}
         ORDER BY n.created_at DESC, n.notice_id DESC
         LIMIT ${pageSize} OFFSET ${(pageNo - 1) * pageSize})
      SELECT page.*, coalesce(r.reads, 0) AS reads
        FROM page
        LEFT JOIN (SELECT notice_id, count(*) AS reads
                     FROM notice_read
                    WHERE notice_id IN (SELECT notice_id FROM page)
                    GROUP BY notice_id) AS r USING (notice_id)
       ORDER BY created_at DESC, notice_id DESC`,
    ),
    one(on, sql<{ count: number }>`SELECT count(*) FROM public_notice n WHERE ${where}`),
  ])
  return { rows, count }
}

export const lockNotice = (tx: Tx, noticeId: string) =>
  maybeOne(tx, sql<DeskRow>`SELECT ${columns} FROM public_notice n WHERE n.notice_id = ${noticeId} FOR UPDATE`)

export type Draft = Pick<
  DeskRow,
  | 'kind'
  | 'level'
  | 'title_cn'
  | 'title_en'
  | 'html_cn'
  | 'html_en'
  | 'audience'
  | 'audience_ids'
  | 'starts_at'
  | 'ends_at'
>

export const insertDraft = (tx: Tx, noticeId: string, draft: Draft, madeBy: string) =>
  tx
    .insertInto('public_notice')
    .values({ notice_id: noticeId, ...draft, status: 'DRAFT', made_by: madeBy, created_at: now() })
    .execute()

export const updateDraft = (tx: Tx, noticeId: string, draft: Draft, madeBy: string) =>
  tx
    .updateTable('public_notice')
    .set({ ...draft, made_by: madeBy })
    .where('notice_id', '=', noticeId)
    .where('status', '=', 'DRAFT')
    .execute()

/** Publishes from now on, or from its later start time. */
export async function setPublished(tx: Tx, noticeId: string): Promise<number> {
  const changed = await run(
    tx,
    sql`UPDATE public_notice SET status = 'PUBLISHED', starts_at = greatest(starts_at, ${now()}) WHERE notice_id = ${noticeId} AND status = 'DRAFT'`,
  )
  if (changed) touch(tx, EVERYONE, 'account')
  return changed
}

export async function setWithdrawn(tx: Tx, noticeId: string): Promise<number> {
  const changed = await run(
    tx,
    sql`UPDATE public_notice SET status = 'WITHDRAWN', withdrawn_at = ${now()} WHERE notice_id = ${noticeId} AND status = 'PUBLISHED'`,
  )
  if (changed) touch(tx, EVERYONE, 'account')
  return changed
}
