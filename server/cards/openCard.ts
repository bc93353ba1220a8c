import { addressProblem } from '../../contract/addresses.ts'
import type { Checked } from '../../contract/call.ts'
import type * as contract from '../../contract/cards.ts'
import { checks } from '../../contract/checks.ts'
import type { FlowMeta } from '../../contract/funding.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Actor } from '../actor.ts'
import type { Answer } from '../answer.ts'
import { record } from '../audit/audit.ts'
import type { Tx } from '../db.ts'
import { accountOf } from '../identity/identity.ts'
import { newId, serial } from '../ids.ts'
import { later } from '../jobs.ts'
import { cardAccount, hold, lockAccounts, openAccounts, wallet } from '../ledger/ledger.ts'
import { entitlementsOf } from '../plans/plans.ts'
import { agreedPrice } from './agreedPrice.ts'
import { firstTryAt } from './askIssuer.ts'
import { fromWallet, stillActing } from './lockCard.ts'
import { insertOrder, logCards } from './orderQueries.ts'
import { openingPrice, type Price } from './prices.ts'
import { countLiveCards, insertCard, seqNoIsTaken } from './queries.ts'
import type { Terms } from './terms.ts'
import { refuseUnknown, termsToOpen } from './termsToOpen.ts'

/** An account that nobody has identified may have this many cards. */
const CARDS_WITHOUT_IDENTITY = 3

/** Open a card. The money is held first, so the issuer never makes a card that nobody can pay for. */
export const openCard: Answer<typeof contract.openCard> = async (actor, wish, tx) => {
  const terms = await termsToOpen(tx, actor, wish)
  const address = billingAddress(actor, terms, wish)
  refuseUnknown({ gid: wish.gid, tags: wish.tags })
  const amount = wish.rechargeAmount
  const price = await agreedPrice(
    tx,
    actor,
    { scene: 'card.open', input: { vid: wish.vid, amount } },
    wish,
    openingPrice(terms, amount),
  )

  await stillActing(tx, actor)
  // Two openings at once must not both be the last card that the plan allows: the wallet's lock puts them in a row.
  await lockAccounts(tx, [wallet(actor.accountId)])
  await mayHaveAnother(tx, actor)

  const [cardId, orderNo, cardSeqNo] = [newId('crd'), newId('ord'), await freeSeqNo(tx, actor.accountId)]
  const [laId] = await openAccounts(tx, [cardAccount(actor.accountId, cardId)])
  await insertCard(tx, {
    account_id: actor.accountId,
    card_id: cardId,
    card_seq_no: cardSeqNo,
    vid: terms.range.vid,
    bin: terms.range.bin,
    network: terms.range.network,
    first_name: wish.firstName,
    last_name: wish.lastName,
    ...address,
    issuer_id: terms.range.issuer_id,
    owner_sub_uid: actor.subUid ?? null,
    remark: wish.remark ?? '',
    open_order_no: orderNo,
    la_id: laId!,
  })
  const meta = openingMeta(price, {
    orderNo,
    cardId,
    cardSeqNo,
    subUid: actor.subUid,
    subNickname: actor.subUid && actor.name,
  })
  const held = await fromWallet(
    hold(tx, {
      on: wallet(actor.accountId),
      amount: price.total,
      biz: { type: 'card_order', id: orderNo },
      meta: { kind: 'CARD_OPEN', ...meta },
    }),
  )
  await insertOrder(tx, {
    account_id: actor.accountId,
    order_no: orderNo,
    kind: 'OPEN',
    card_id: cardId,
    login_id: actor.loginId,
    sub_uid: actor.subUid ?? null,
    quote_id: wish.quoteId ?? null,
    amount_cents: price.amount,
    open_fee_cents: price.openFee,
    fee_cents: price.serviceFee,
    coupon_off_cents: price.couponOff,
    total_cents: price.total,
    status: 'HELD',
    hold_id: held.holdId,
    ask_at: firstTryAt(),
  })
  await logCards(tx, [{ ...actor, cardId, type: 'OPEN', after: 'PENDING', amount: price.amount, remark: wish.remark }])
  await record(tx, actor, {
    type: 'CARD_OPEN',
    target: cardSeqNo,
    content: { cn: `申请开卡，卡段 ${terms.range.bin}`, en: `Asked for a card of segment ${terms.range.bin}` },
    after: { cardId, orderNo, vid: wish.vid, price },
    amount: price.total,
  })
  await later(tx, 'cards.askIssuer', { accountId: actor.accountId, orderNo }, { queue: `card ${cardId}` })
  return { cardId, cardSeqNo, status: 'PENDING', orderNo }
}

/** State and zip code depend on the country, and the country on the segment. */
function billingAddress(actor: Actor, { range }: Terms, wish: Checked<typeof contract.openCard>) {
  const country = wish.country ?? range.billing_country
  if (country !== range.billing_country) throw refuse('invalid', { field: 'country' })
  const problem = addressProblem(country, wish)
  if (problem)
    throw refuse('invalid', {
      field: problem,
      msg: checks[problem === 'state' ? 'us_state' : 'zip_code'][actor.from.lang],
    })
  return { street: wish.street, city: wish.city, state: wish.state, zip_code: wish.zipCode, country }
}

/** Under the wallet's lock. */
async function mayHaveAnother(tx: Tx, { accountId }: Actor): Promise<void> {
  const cards = await countLiveCards(tx, accountId)
  const { maxCards } = await entitlementsOf(tx, accountId)
  if (cards >= maxCards) throw refuse('plan_limit', { limit: maxCards })
  if (cards >= CARDS_WITHOUT_IDENTITY && (await accountOf(tx, accountId)).identity !== 'PASSED')
    throw refuse('identity_required', { limit: CARDS_WITHOUT_IDENTITY })
}

/** Under the wallet's lock too, so that a number that is free stays free. */
async function freeSeqNo(tx: Tx, accountId: string): Promise<string> {
  for (;;) {
    const drawn = serial(10)
    if (!(await seqNoIsTaken(tx, accountId, drawn))) return drawn
  }
}

/** What the wallet's statement says of an opening, in flight and done. */
export const openingMeta = (
  price: Price,
  {
    orderNo,
    subUid,
    subNickname,
    lastFour,
    ...card
  }: {
    orderNo: string
    cardId: string
    cardSeqNo: string
    lastFour?: string
    subUid?: string | undefined
    subNickname?: string | undefined
  },
): FlowMeta => ({
  bizNo: orderNo,
  ...card,
  ...(lastFour && { lastFour }),
  ...(subUid && { subUid }),
  ...(subNickname && { subNickname }),
  fee: price.openFee + price.serviceFee - price.couponOff,
  parts: { openFee: price.openFee, load: price.amount, serviceFee: price.serviceFee, discount: price.couponOff },
})
