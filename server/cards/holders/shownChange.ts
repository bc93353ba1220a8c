import { holderChanges, holderChangeStates, type HolderChangeState } from '#contract/cards/holders.ts'
import { reasonWords } from '#contract/cards/states.ts'
import type { Lang } from '#contract/core/fields.ts'
import { ago, DAY } from '#server/core/clock.ts'
import { db } from '#server/core/db.ts'
import { oneOrder } from '../orderQueries.ts'
import type { CardRow } from '../queries.ts'
import { countChanges, lastChange } from './holderQueries.ts'

/** The last change while it waits, or for as long as its refusal counts for something; and how many more there may be. */
export async function shownChange({ account_id, card_id }: CardRow, editable: boolean, lang: Lang) {
  const since = ago(holderChanges.days * DAY)
  const [last, count] = await Promise.all([
    lastChange(db, account_id, card_id),
    countChanges(db, account_id, card_id, since),
  ])
  const status = last?.status as HolderChangeState | undefined
  const told = last && status && status !== 'DONE' && last.created_at >= since
  return {
    left: editable ? Math.max(0, holderChanges.most - count) : 0,
    change: told
      ? {
          status,
          statusText: holderChangeStates[status][lang],
          wanted: {
            firstName: last.first_name,
            lastName: last.last_name,
            street: last.street,
            city: last.city,
            state: last.state,
            zipCode: last.zip_code,
            country: last.country,
          },
          createTime: last.created_at.getTime(),
          reason: status === 'REFUSED' ? reasonWords(last.error ?? '')[lang] : null,
        }
      : null,
  }
}

/** Why a card was not made. */
export async function openFailureOf(
  { account_id, open_order_no, status }: CardRow,
  lang: Lang,
): Promise<{ code: string; text: string } | null> {
  if (status !== 'FAILED') return null
  const { error } = await oneOrder(db, account_id, open_order_no)
  return { code: error ?? '', text: reasonWords(error ?? 'ISSUER_FAILED')[lang] }
}
