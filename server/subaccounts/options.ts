/** What a parent chooses from. */
import type * as contract from '#contract/subaccounts/subaccounts.ts'
import type { Answer } from '../core/answer.ts'
import { db } from '../core/db.ts'
import { askCode, seatsOf, subStatusOf } from '../identity/identity.ts'

export const sendSubCode: Answer<typeof contract.sendSubCode> = (actor) => askCode(actor, 'subAccount')

export const subOptions: Answer<typeof contract.subOptions> = async ({ accountId }) =>
  (await seatsOf(db, accountId)).map((sub) => ({
    value: sub.sub_uid,
    label: sub.nickname,
    status: subStatusOf(sub),
  }))
