/** SQL on notices as people read them: public_notice (for many readers), notice (personal) and notice_read. */
import { events, type NewsEvent, type NoticeLevel } from '#contract/notices/notices.ts'
import type { Actor } from '#server/core/actor.ts'
import { touch } from '#server/core/changes/touch.ts'
import { now } from '#server/core/clock.ts'
import { cellOf, ofAccount, ofLogin } from '#server/core/database/cells.ts'
import { many, one, run, sql, type Database, type Tx } from '#server/core/db.ts'
import type { StoredFacts } from './facts.ts'

export type PublicKind = 'CAROUSEL' | 'BANNER' | 'PAGE' | 'MUST_READ'
export type NoticeRow = {
  notice_id: string
  level: NoticeLevel
  title_cn: string
  title_en: string
  html_cn: string
  html_en: string
  starts_at: Date
}
export type PersonalRow = NoticeRow & {
  event: NewsEvent
  facts: StoredFacts | null
  biz_type: string
  biz_id: string
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

const ofKinds = (kinds: readonly PublicKind[]) => sql`n.kind = ANY (${[...kinds]}::text[])`

/** Personal notices for this login. */
const meant = (actor: Actor) => sql`
   ${ofAccount(actor.accountId, 'n')} AND n.starts_at <= ${now()}
   AND (n.login_id = ${actor.loginId} OR (n.login_id IS NULL AND ${actor.kind === 'parent'}))`

const columns = sql`n.notice_id, n.level, n.title_cn, n.title_en, n.html_cn, n.html_en, n.starts_at`
const read = (actor: Actor) => sql`
  EXISTS (SELECT FROM notice_read AS r
           WHERE ${ofAccount(actor.accountId, 'r')} AND r.login_id = ${actor.loginId} AND r.notice_id = n.notice_id)`
const unlessRead = (actor: Actor, unread: boolean) => (unread ? sql`NOT ${read(actor)}` : sql`true`)

type Asked = { unread?: boolean; limit: number; skip?: number }

/** Maps the event of a notice that requires confirmation to the event that ends its cause. */
const ENDED_BY = JSON.stringify(
  Object.fromEntries(
    Object.entries(events).flatMap(([event, row]) => ('endedBy' in row ? [[event, row.endedBy]] : [])),
  ),
)
/** Whether the cause of a personal notice has ended. Evaluated on reading: two jobs write the two notices, in any order. */
const ended = (actor: Actor) => sql`
  EXISTS (SELECT FROM notice AS later
           WHERE ${ofAccount(actor.accountId, 'later')} AND later.event = ${ENDED_BY}::jsonb ->> n.event AND later.starts_at >= n.starts_at)`

/** What everyone has to confirm, and what only this person has to. */
export const toConfirm = (on: Database, reader: Reader) =>
  many(
    on,
    sql<NoticeRow>`
    SELECT ${columns}
      FROM public_notice AS n
     WHERE ${shown(reader)} AND n.kind = 'MUST_READ' AND NOT ${read(reader)}
     UNION ALL
    SELECT ${columns}
      FROM notice AS n
     WHERE ${meant(reader)} AND n.must_read AND NOT ${ended(reader)} AND NOT ${read(reader)}
     ORDER BY starts_at DESC, notice_id DESC
     LIMIT 20`,
  )

export const publicNotices = (
  on: Database,
  reader: Reader,
  kinds: readonly PublicKind[],
  { unread = false, limit, skip = 0 }: Asked,
) =>
  many(
    on,
    sql<NoticeRow>`
    SELECT ${columns}
      FROM public_notice AS n
     WHERE ${shown(reader)} AND ${ofKinds(kinds)} AND ${unlessRead(reader, unread)}
     ORDER BY n.starts_at DESC, n.notice_id DESC
     LIMIT ${limit} OFFSET ${skip}`,
  )

export const countPublic = async (on: Database, reader: Reader, kinds: readonly PublicKind[]): Promise<number> =>
  (
    await one(
      on,
      sql<{ count: number }>`SELECT count(*) FROM public_notice AS n WHERE ${shown(reader)} AND ${ofKinds(kinds)}`,
    )
  ).count

export const personalNotices = (on: Database, actor: Actor, { unread = false, limit }: Asked) =>
  many(
    on,
    sql<PersonalRow>`
    SELECT ${columns}, n.event, n.facts, n.biz_type, n.biz_id, ${read(actor)} AS read
      FROM notice AS n
     WHERE ${meant(actor)} AND ${unlessRead(actor, unread)}
     ORDER BY n.starts_at DESC, n.notice_id DESC
     LIMIT ${limit}`,
  )

export const countUnread = async (on: Database, actor: Actor): Promise<number> =>
  (await one(on, sql<{ count: number }>`SELECT count(*) FROM notice AS n WHERE ${meant(actor)} AND NOT ${read(actor)}`))
    .count

/** Returns whether the reader has such a notice; reading it twice has no further effect. */
export async function markRead(on: Database, reader: Reader, noticeId: string): Promise<boolean> {
  const { found } = await one(
    on,
    sql<{ found: boolean }>`
    SELECT EXISTS (SELECT FROM public_notice AS n WHERE n.notice_id = ${noticeId} AND ${shown(reader)})
        OR EXISTS (SELECT FROM notice AS n WHERE n.notice_id = ${noticeId} AND ${meant(reader)}) AS found`,
  )
  if (found) {
    await run(
      on,
      sql`
      INSERT INTO notice_read (cell, account_id, login_id, notice_id, read_at)
      VALUES (${cellOf(reader.accountId)}, ${reader.accountId}, ${reader.loginId}, ${noticeId}, ${now()}) ON CONFLICT DO NOTHING`,
    )
  }
  return found
}

/** Marks personal notices as read: those given, or all of these events up to a time. Returns those that were unread. */
export const markManyRead = (
  tx: Tx,
  actor: Actor,
  {
    ids,
    upTo,
    events: wanted,
    at,
  }: { ids?: readonly string[] | undefined; upTo: Date; events: readonly NewsEvent[]; at: Date },
) =>
  many(
    tx,
    sql<{ notice_id: string }>`
    INSERT INTO notice_read (cell, account_id, login_id, notice_id, read_at)
    SELECT n.cell, n.account_id, ${actor.loginId}::text, n.notice_id, ${at}::timestamptz
      FROM notice AS n
     WHERE ${meant(actor)} AND n.starts_at <= ${upTo} AND n.event = ANY (${[...wanted]}::text[]) AND NOT ${read(actor)}
       ${ids === undefined ? sql`` : sql`AND n.notice_id = ANY (${[...ids]}::text[])`}
    ON CONFLICT DO NOTHING
    RETURNING notice_id`,
  )

/** Personal notices that were marked together at this time are unread again. Returns how many. */
export const unmarkRead = (tx: Tx, { accountId, loginId }: Actor, at: Date): Promise<number> =>
  run(
    tx,
    sql`
    DELETE FROM notice_read
     WHERE ${ofLogin({ accountId, loginId })} AND read_at = ${at} AND starts_with(notice_id, 'ntp_')`,
  )

/** The caller has sanitized `html`. */
type Shown = {
  noticeId: string
  level: NoticeLevel
  title: { cn: string; en: string }
  html: { cn: string; en: string }
  startsAt: Date
}
export type NewNotice = Shown & {
  accountId: string
  loginId?: string | undefined
  event: NewsEvent
  bizType?: string | undefined
  bizId?: string | undefined
  facts: StoredFacts | undefined
  /** It requires confirmation. */
  mustRead: boolean
}

/** The same notice is stored once, because a job may run twice. Returns how many were stored. */
export async function insertNotice(on: Tx | Database, notice: NewNotice): Promise<number> {
  const stored = await run(
    on,
    sql`
    INSERT INTO notice (cell, account_id, notice_id, login_id, event, biz_type, biz_id, level, must_read, title_cn, title_en, html_cn, html_en, facts, starts_at, created_at)
    VALUES (${cellOf(notice.accountId)}, ${notice.accountId}, ${notice.noticeId}, ${notice.loginId ?? null}, ${notice.event},
            ${notice.bizType ?? ''}, ${notice.bizId ?? ''}, ${notice.level}, ${notice.mustRead}, ${notice.title.cn}, ${notice.title.en},
            ${notice.html.cn}, ${notice.html.en}, ${notice.facts ? JSON.stringify(notice.facts) : null}::jsonb, ${notice.startsAt}, ${now()})
    ON CONFLICT DO NOTHING`,
  )
  if (stored) touch(on, notice.accountId, 'account')
  return stored
}

/** From the service itself to everyone. */
export const insertPublicNotice = (on: Database, kind: PublicKind, { noticeId, level, title, html, startsAt }: Shown) =>
  on
    .insertInto('public_notice')
    .values({
      notice_id: noticeId,
      kind,
      level,
      title_cn: title.cn,
      title_en: title.en,
      html_cn: html.cn,
      html_en: html.en,
      starts_at: startsAt,
      created_at: now(),
    })
    .execute()
