/** All SQL on notice and notice_read. */
import { events, type NoticeLevel } from '#contract/notices/notices.ts'
import type { Actor } from '#server/core/actor.ts'
import { touch } from '#server/core/changes/touch.ts'
import { now } from '#server/core/clock.ts'
import { many, one, run, sql, type Database, type Tx } from '#server/core/db.ts'

export type NoticeKind = 'CAROUSEL' | 'BANNER' | 'PAGE' | 'MUST_READ' | 'PERSONAL'
export type NoticeRow = {
  notice_id: string
  kind: NoticeKind
  level: NoticeLevel
  title_cn: string
  title_en: string
  html_cn: string
  html_en: string
  biz_type: string
  biz_id: string
  starts_at: Date
  read: boolean
}

/** The reader: some notices are for the holders of a plan. */
export type Reader = Actor & { readonly plan: string }

/** Published, within its period, and meant for this kind of login, its plan or its account. */
const shown = (reader: Reader) => sql`
       n.status = 'PUBLISHED' AND n.starts_at <= ${now()} AND (n.ends_at IS NULL OR n.ends_at > ${now()})
   AND (n.audience IN ('ALL', ${reader.kind === 'parent' ? 'PARENT' : 'SUB'})
        OR (n.audience = 'PLAN' AND ${reader.plan} = ANY (n.audience_ids))
        OR (n.audience = 'ACCOUNT' AND ${reader.accountId} = ANY (n.audience_ids)))`

/** Public, or for this login only. */
const meant = (actor: Reader, kinds: readonly NoticeKind[]) => sql`
   ${shown(actor)} AND n.kind = ANY(${[...kinds]}::text[])
   AND (n.account_id IS NULL
        OR (n.account_id = ${actor.accountId}
            AND (n.login_id = ${actor.loginId} OR (n.login_id IS NULL AND ${actor.kind === 'parent'}))))`

const rows = sql`
  SELECT n.notice_id, n.kind, n.level, n.title_cn, n.title_en, n.html_cn, n.html_en, n.biz_type, n.biz_id, n.starts_at, r.login_id IS NOT NULL AS read
    FROM notice n`
const receipt = (actor: Actor) =>
  sql`LEFT JOIN notice_read r ON r.notice_id = n.notice_id AND r.login_id = ${actor.loginId}`

type Asked = { kinds: readonly NoticeKind[]; unread?: boolean; limit: number; skip?: number }

/** Maps the event of a notice that requires confirmation to the event that ends its cause. */
const ENDED_BY = JSON.stringify(
  Object.fromEntries(
    Object.entries(events).flatMap(([event, row]) => ('endedBy' in row ? [[event, row.endedBy]] : [])),
  ),
)
/** Whether the cause of a personal notice has ended. Evaluated on reading: two jobs write the two notices, in any order. */
const ended = sql`
  EXISTS (SELECT 1 FROM notice AS later
           WHERE later.account_id = n.account_id AND later.event = ${ENDED_BY}::jsonb ->> n.event AND later.starts_at >= n.starts_at)`

/** What everyone has to confirm, and what only this person has to. */
export const toConfirm = (on: Database, actor: Reader) =>
  many(
    on,
    sql<NoticeRow>`
    ${rows} ${receipt(actor)}
     WHERE ${meant(actor, ['MUST_READ', 'PERSONAL'])} AND (n.kind = 'MUST_READ' OR n.must_read AND NOT ${ended}) AND r.login_id IS NULL
     ORDER BY n.starts_at DESC, n.notice_id DESC
     LIMIT 20`,
  )

export const noticesFor = (on: Database, actor: Reader, { kinds, unread = false, limit, skip = 0 }: Asked) =>
  many(
    on,
    sql<NoticeRow>`
    ${rows} ${receipt(actor)}
     WHERE ${meant(actor, kinds)} AND ${unread ? sql`r.login_id IS NULL` : sql`true`}
     ORDER BY n.starts_at DESC, n.notice_id DESC
     LIMIT ${limit} OFFSET ${skip}`,
  )

export const countFor = async (
  on: Database,
  actor: Reader,
  kinds: readonly NoticeKind[],
  unread = false,
): Promise<number> =>
  (
    await one(
      on,
      sql<{ count: number }>`
    SELECT count(*)
      FROM notice n ${receipt(actor)}
     WHERE ${meant(actor, kinds)} AND ${unread ? sql`r.login_id IS NULL` : sql`true`}`,
    )
  ).count

/** Returns whether the actor has such a notice; reading it twice has no further effect. */
export async function markRead(
  on: Database,
  actor: Reader,
  noticeId: string,
  kinds: readonly NoticeKind[],
): Promise<boolean> {
  const { count } = await one(
    on,
    sql<{ count: number }>`SELECT count(*) FROM notice n WHERE n.notice_id = ${noticeId} AND ${meant(actor, kinds)}`,
  )
  if (count) {
    await run(
      on,
      sql`
      INSERT INTO notice_read (notice_id, login_id, read_at) VALUES (${noticeId}, ${actor.loginId}, ${now()}) ON CONFLICT DO NOTHING`,
    )
  }
  return count > 0
}

export type NewNotice = {
  noticeId: string
  kind: NoticeKind
  accountId?: string | undefined
  loginId?: string | undefined
  event?: string | undefined
  bizType?: string | undefined
  bizId?: string | undefined
  level: NoticeLevel
  /** A personal one that requires confirmation. */
  mustRead?: boolean
  title: { cn: string; en: string }
  html: { cn: string; en: string }
  startsAt: Date
}

/** The caller has sanitized `html`. The same notice is stored once, because a job may run twice. Returns how many were stored. */
export async function insertNotice(on: Tx | Database, notice: NewNotice): Promise<number> {
  const stored = await run(
    on,
    sql`
    INSERT INTO notice (notice_id, kind, account_id, login_id, event, biz_type, biz_id, level, must_read, title_cn, title_en, html_cn, html_en, starts_at, created_at)
    VALUES (${notice.noticeId}, ${notice.kind}, ${notice.accountId ?? null}, ${notice.loginId ?? null}, ${notice.event ?? null},
            ${notice.bizType ?? ''}, ${notice.bizId ?? ''}, ${notice.level}, ${notice.mustRead ?? false}, ${notice.title.cn}, ${notice.title.en},
            ${notice.html.cn}, ${notice.html.en}, ${notice.startsAt}, ${now()})
    ON CONFLICT (notice_id) DO NOTHING`,
  )
  if (stored && notice.accountId) touch(on, notice.accountId, 'account')
  return stored
}
