import { DAY, dayOf, startOf } from '#server/core/clock.ts'
import type { Check } from '#server/ledger/ledger.ts'
import { firstAuthKey } from '../authId.ts'

/** The day in Shanghai. */
const DAY_OF = `(occurred_at AT TIME ZONE interval '8 hours')::date - date '1970-01-01'`

/** Invariants between the days of declines and what they are sums of. */
export const declineDayProofs: readonly Check[] = [
  {
    name: 'decline-day-not-its-declines',
    says: 'the declines that were counted for a day are those that happened on it',
    queryOf: (books) => {
      // Days before that of the mark were compared before. What happened on later ones was stored after they began.
      const day = books.since === undefined ? -1 : dayOf(books.since)
      const stored = books.since === undefined ? 'true' : `auth_id >= ${firstAuthKey(startOf(day) - DAY)}`
      return `
            SELECT concat_ws(' ', account_id, nullif(owner_sub_no, 0), day, reason) AS subject,
                   json_build_object('says', coalesce(says, 0), 'declines', coalesce(declines, 0)) AS found
              FROM (SELECT cell, account_id, owner_sub_no, day, reason, counted, declined AS says
                      FROM ${books.rows('decline_day')} AS decline_day
                     WHERE day >= ${day}) AS kept
              FULL JOIN (
                    SELECT cell, account_id, coalesce(owner_sub_no, 0) AS owner_sub_no, day, reason, counted, count(*) AS declines
                      FROM (SELECT account.cell, account.account_id, owner_sub_no, ${DAY_OF} AS day, coalesce(reason, 'ISSUER_DECLINED') AS reason, counted
                              FROM ${books.rows('decline_mark')} AS mark
                              JOIN (SELECT cell, account_id, account_no FROM account WHERE ${books.inCells('cell')}) AS account USING (cell, account_id)
                             CROSS JOIN LATERAL (SELECT * FROM ${books.rows('auth')} AS auth
                                                  WHERE (cell, account_no) = (account.cell, account.account_no) AND status = 'DECLINED'
                                                    AND ${stored} AND auth_id < mark.auth_id OFFSET 0) AS auth) AS every
                     WHERE day >= ${day}
                     GROUP BY 1, 2, 3, 4, 5, 6) AS happened USING (cell, account_id, owner_sub_no, day, reason, counted)
             WHERE coalesce(says, 0) <> coalesce(declines, 0)`
    },
  },
  {
    name: 'rate-day-not-its-cards',
    says: 'what counts in the decline rate of a day that is closed is the sum of what counts of the cards',
    queryOf: (books) => {
      const day = books.since === undefined ? -1 : dayOf(books.since) - CLOSED_SINCE
      return `
            SELECT concat_ws(' ', account_id, day) AS subject,
                   json_build_object('says', json_build_array(kept.approved, kept.declined), 'cards', json_build_array(cards.approved, cards.declined)) AS found
              FROM (SELECT * FROM ${books.rows('rate_day')} AS rate_day WHERE day >= ${day}) AS kept
              FULL JOIN (
                    SELECT cell, account_id, day, sum(approved) AS approved, sum(declined) AS declined
                      FROM (SELECT cell, account_id, day, approved, declined FROM ${books.rows('card_day')} AS card_day WHERE day >= ${day}
                             UNION ALL
                            SELECT cell, account_id, rate_day, approved, declined
                              FROM ${books.rows('card_usage')} AS card_usage
                              JOIN ${books.rows('card')} AS card USING (cell, la_id)
                             WHERE rate_day >= ${day}) AS every
                      JOIN (SELECT cell, account_id, min(rate_day.day) AS first_day, max(closed_day) AS closed_day
                              FROM ${books.rows('decline_mark')} AS mark
                              JOIN ${books.rows('rate_day')} AS rate_day USING (cell, account_id)
                             GROUP BY 1, 2) AS closed USING (cell, account_id)
                     WHERE day BETWEEN first_day AND closed_day
                     GROUP BY 1, 2, 3) AS cards USING (cell, account_id, day)
             WHERE (coalesce(kept.approved, 0), coalesce(kept.declined, 0)) <> (coalesce(cards.approved, 0), coalesce(cards.declined, 0))`
    },
  },
]

/** A day is closed some days after it ended, and a job may have failed for a while. */
const CLOSED_SINCE = 7
