import { addressProblems } from '#contract/cards/addresses.ts'
import { holderChanges, type editAddress as row } from '#contract/cards/holders.ts'
import { mayMove } from '#contract/cards/states.ts'
import type { Checked } from '#contract/core/call.ts'
import { checks } from '#contract/core/checks.ts'
import { refuse } from '#contract/core/refusals.ts'
import { record } from '#server/audit/audit.ts'
import type { Actor } from '#server/core/actor.ts'
import type { Answer } from '#server/core/answer.ts'
import { ago, DAY } from '#server/core/clock.ts'
import { newId } from '#server/core/ids.ts'
import { later } from '#server/core/jobs.ts'
import { stillActing } from '../lockCard.ts'
import { logCards } from '../orders/log.ts'
import { firstTryAt } from '../orders/tries.ts'
import { lockCardRow, maybeCard, nameOf, stateOf, type CardRow } from '../queries.ts'
import { mayEditHolder, termsOf, type Terms } from '../ranges/terms.ts'
import { holderLine, type Holder } from '../sealed.ts'
import { countChanges, insertChange, lastChange } from './queries.ts'

/**
 * Requests another holder or billing address from the issuer. The card keeps the old one until the issuer has accepted the new one, because merchants' zip
 * codes are compared with the issuer's data.
 */
export const editAddress: Answer<typeof row> = async (actor, input, tx) => {
  const { accountId } = actor
  await stillActing(tx, actor)
  if (!(await maybeCard(tx, actor, input.cardId))) throw refuse('not_found', { field: 'cardId' })
  // Under the card's lock, so that concurrent changes run one after the other and the limit of three holds.
  const card = await lockCardRow(tx, accountId, input.cardId)
  if (!mayMove('address', stateOf(card))) throw refuse('card_not_active', { status: card.shown_status })
  const wanted = wantedFrom(actor, card, await termsOf(tx, accountId, card.vid), input)
  const address = addressFrom(wanted)
  if (holderLine(wanted) === holderLine(card)) return { address, status: 'DONE' }

  const last = await lastChange(tx, accountId, card.card_id)
  if (last?.status === 'SENT' || last?.status === 'UNKNOWN') throw refuse('change_pending')
  if ((await countChanges(tx, accountId, card.card_id, ago(holderChanges.days * DAY))) >= holderChanges.most)
    throw refuse('changes_used_up', { limit: holderChanges.most })

  const changeId = newId('chg')
  await insertChange(tx, {
    account_id: accountId,
    change_id: changeId,
    card_id: card.card_id,
    login_id: actor.loginId,
    sub_uid: actor.subUid ?? null,
    ...wanted,
    ask_at: firstTryAt(),
  })
  // The card's log has the values, sealed. The operation log is kept forever, so it records only that there was a change.
  const holders = { before: holderLine(card), after: holderLine(wanted) }
  await logCards(tx, [{ ...actor, cardId: card.card_id, type: 'ADDRESS', holders }])
  await record(tx, actor, {
    type: 'CARD_ADDRESS',
    target: nameOf(card),
    content: { cn: '申请修改持卡人与账单地址', en: 'Cardholder or billing address change requested' },
  })
  await later(tx, 'cards.tellHolder', { accountId, changeId }, { queue: `card ${card.card_id}` })
  return { address, status: 'SENT' }
}

/** Validates the form by the rules of the card's segment and country. */
function wantedFrom(actor: Actor, card: CardRow, { range }: Terms, input: Checked<typeof row>): Holder {
  if (!mayEditHolder(range)) throw refuse('address_fixed')
  const [firstName, lastName] = [input.firstName ?? card.first_name, input.lastName ?? card.last_name]
  // A verified holder is an identified person of the account, so the name cannot be changed in a form.
  if (range.holder_mode === 'VERIFIED' && (firstName !== card.first_name || lastName !== card.last_name))
    throw refuse('address_fixed', { field: 'firstName' })
  const country = input.country ?? card.country
  if (country !== range.billing_country) throw refuse('invalid', { field: 'country' })
  const fields = Object.entries(addressProblems(country, input)).map(([name, check]) => ({
    name,
    msg: checks[check][actor.from.lang],
  }))
  if (fields[0]) throw refuse('invalid', { field: fields[0].name, msg: fields[0].msg, fields })
  return {
    first_name: firstName,
    last_name: lastName,
    street: input.street,
    city: input.city,
    state: input.state,
    zip_code: input.zipCode,
    country,
  }
}

const addressFrom = ({ street, city, state, zip_code: zipCode, country }: Holder) => ({
  street,
  city,
  state,
  zipCode,
  country,
})
