import { dayOf, HOUR, startOf } from '#server/core/clock.ts'
import { firstIdOf } from '#server/core/ids.ts'
import type { Check } from '../proof/checks.ts'
import { TOP_UPS } from './topUpDays.ts'

export const topUpDayProof: Check = {
  name: 'topup-day-not-its-entries',
  says: 'what was added up as topped up on a day is the sum of the entries of the wallet that were read',
  queryOf: (books) => {
    // The day of the mark is read from its beginning, and days before it were compared before.
    const day = books.since === undefined ? -1 : dayOf(books.since)
    const from = books.since === undefined ? 'true' : `transfer_id >= '${firstIdOf('trf', startOf(day) - HOUR)}'`
    return `
            SELECT concat_ws(' ', account_id, day) AS subject, json_build_object('says', coalesce(says, 0), 'entries', coalesce(entries, 0)) AS found
              FROM (SELECT cell, account_id, day, cents AS says FROM ${books.rows('topup_day')} AS topup_day WHERE day >= ${day}) AS kept
              FULL JOIN (
                    SELECT cell, account_id, day, sum(amount) AS entries
                      FROM (SELECT wallet.cell, wallet.account_id, (entry.posted_at AT TIME ZONE interval '8 hours')::date - date '1970-01-01' AS day, amount
                              FROM ${books.rows('ledger_entry')} AS entry
                              JOIN ${books.rows('ledger_transfer')} AS transfer USING (cell, transfer_id)
                              JOIN (SELECT cell, la_id, account_id FROM ledger_account WHERE code = '2010' AND currency = 'USD') AS wallet USING (cell, la_id)
                              JOIN ${books.rows('topup_mark')} AS mark ON (mark.cell, mark.account_id) = (wallet.cell, wallet.account_id)
                             WHERE side = 'C' AND kind IN (${TOP_UPS.map((kind) => `'${kind}'`).join(', ')}) AND ${from}
                               AND entry.account_version <= mark.account_version) AS every
                     WHERE day >= ${day}
                     GROUP BY 1, 2, 3) AS posted USING (cell, account_id, day)
             WHERE coalesce(says, 0) <> coalesce(entries, 0)`
  },
}
