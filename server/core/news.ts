import type { Words } from '#contract/core/fields.ts'
import { show, type Cents } from '#contract/core/money.ts'
import type { NewsEvent } from '#contract/notices/notices.ts'
import { nowMs } from './clock.ts'
import type { Tx } from './db.ts'
import { newId } from './ids.ts'
import { later } from './jobs.ts'

/** A text, a text in both languages, or an amount in US dollars. Of some names the figures are also kept as facts (`factsOf` in `notices/inbox/facts.ts`). */
export type NewsParam = string | number | Words | { cents: Cents }
export type NewsParams = Record<string, NewsParam>

export type News = {
  /** Generated with the event, so that a job that runs twice notifies once. */
  noticeId: string
  accountId: string
  /** The recipient. Absent: the account holder. */
  loginId?: string | undefined
  event: NewsEvent
  params: NewsParams
  /** The subject that the notice links to: `card` and its id. */
  about?: { type: string; id: string } | undefined
  atMs: number
}

declare module './jobs.ts' {
  interface Jobs {
    'notices.tell': News
    /** The code itself is in no job. */
    'notices.pushCode': { accountId: string; codeId: string }
  }
}

/**
 * Notifies a person in the transaction of the event. Any module may: the notification becomes a job, and `notices` words it.
 */
export const notify = (
  tx: Tx,
  to: { accountId: string; loginId?: string | undefined },
  event: NewsEvent,
  params: NewsParams = {},
  about?: { type: string; id: string },
): Promise<void> =>
  later(tx, 'notices.tell', {
    noticeId: newId('ntp'),
    accountId: to.accountId,
    loginId: to.loginId,
    event,
    params: Object.fromEntries(Object.entries(params).map(([name, value]) => [name, worded(value)])),
    about,
    atMs: nowMs(),
  })

/** An amount with its text beside it: a worker of the release before shows a text in both languages, and knows no amounts. */
const worded = (value: NewsParam): NewsParam =>
  typeof value === 'object' && 'cents' in value ? { ...value, cn: show(value.cents), en: show(value.cents) } : value

/** Tells devices of a 3-D Secure code. A code isn't stored as a notice: it expires within minutes, and the console shows it by itself. */
export const notifyOfCode = (tx: Tx, accountId: string, codeId: string): Promise<void> =>
  later(tx, 'notices.pushCode', { accountId, codeId }, { tries: 4 })
