import { kindsOf } from '#contract/ledger/ledger.ts'
import { dayOf, HOUR, startOf } from '#server/core/clock.ts'
import { firstIdOf } from '#server/core/ids.ts'
import { SPENDS, type Check } from '#server/ledger/ledger.ts'

const KINDS = kindsOf('bill', SPENDS)
  .map((kind) => `'${kind}'`)
  .join(', ')

export const cardSpendProof: Check = {
  name: 'card-spend-not-its-entries',
  says: 'what was added up as spent with a card on a day, by who had it, is the sum of the entries that were read',
  queryOf: (books) => {
    // Days before that of the mark were compared before.
    const day = books.since === undefined ? -1 : dayOf(books.since)
    const from = books.since === undefined ? 'true' : `transfer_id >= '${firstIdOf('trf', startOf(day) - HOUR)}'`
    return `
            SELECT concat_ws(' ', card_id, nullif(owner, ''), day) AS subject, json_build_object('says', coalesce(says, 0), 'entries', coalesce(entries, 0)) AS found
              FROM (SELECT cell, account_id, card_id, owner_sub_uid AS owner, day, sum(spent_cents - refunded_cents) AS says
                      FROM ${books.rows('card_spend')} AS card_spend
                     WHERE day >= ${day}
                     GROUP BY 1, 2, 3, 4, 5) AS kept
              FULL JOIN (
                    SELECT cell, account_id, card_id, owner, day, sum(spent) AS entries
                      FROM (SELECT card.cell, card.account_id, card.card_id, coalesce(meta ->> 'subUid', '') AS owner,
                                   (entry.posted_at AT TIME ZONE interval '8 hours')::date - date '1970-01-01' AS day,
                                   CASE side WHEN 'D' THEN amount ELSE -amount END AS spent
                              FROM ${books.rows('ledger_entry')} AS entry
                              JOIN ${books.rows('ledger_transfer')} AS transfer USING (cell, transfer_id)
                              JOIN ${books.rows('card')} AS card USING (cell, la_id)
                              JOIN ${books.rows('card_spend_mark')} AS mark
                                ON (mark.cell, mark.account_id, mark.card_id) = (card.cell, card.account_id, card.card_id)
                             WHERE kind IN (${KINDS}) AND ${from} AND entry.account_version <= mark.account_version) AS every
                     WHERE day >= ${day}
                     GROUP BY 1, 2, 3, 4, 5) AS posted USING (cell, account_id, card_id, owner, day)
             WHERE coalesce(says, 0) <> coalesce(entries, 0)`
  },
}
