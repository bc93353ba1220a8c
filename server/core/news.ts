import type { Words } from '#contract/core/fields.ts'
import type { NewsEvent } from '#contract/notices/notices.ts'
import { nowMs } from './clock.ts'
import type { Tx } from './db.ts'
import { newId } from './ids.ts'
import { later } from './jobs.ts'

/** Text, or text in both languages. */
export type NewsParams = Record<string, string | number | Words>

export type News = {
  /** Drawn when it becomes true, so that a job that runs twice tells once. */
  noticeId: string
  accountId: string
  /** Whom to tell. Absent: the account holder. */
  loginId?: string | undefined
  event: NewsEvent
  params: NewsParams
  /** What it is about, so that the notice can lead there: `card`, its id. */
  about?: { type: string; id: string } | undefined
  atMs: number
}

declare module './jobs.ts' {
  interface Jobs {
    'notices.tell': News
  }
}

/**
 * Tell a person something, in the transaction in which it became true. Any module may: the news goes up as a job, and
 * `notices` puts it into words. Amounts come as text made by `money.show`.
 */
export const notify = (
  tx: Tx,
  to: { accountId: string; loginId?: string | undefined },
  event: NewsEvent,
  params: NewsParams = {},
  about?: { type: string; id: string },
): Promise<void> =>
  later(tx, 'notices.tell', {
    noticeId: newId('ntc'),
    accountId: to.accountId,
    loginId: to.loginId,
    event,
    params,
    about,
    atMs: nowMs(),
  })
