import { show, type Cents } from '#contract/core/money.ts'
import type { FlowMeta } from '#contract/funding/funding.ts'
import { record, system } from '#server/audit/audit.ts'
import { ahead, DAY, dateOf, now } from '#server/core/clock.ts'
import { db, transaction, type Tx } from '#server/core/db.ts'
import { newId } from '#server/core/ids.ts'
import { notify } from '#server/core/news.ts'
import { eachAlone } from '#server/core/worker/eachAlone.ts'
import { accountOf } from '#server/identity/identity.ts'
import { cardAccount, credit, debit, lockAccounts, post, wallet, type Balance } from '#server/ledger/ledger.ts'
import { startClosing, SYSTEM } from '../closing/deleteCard.ts'
import { lockMoneyOfMany } from '../lockCard.ts'
import { logCards } from '../orders/log.ts'
import { insertOrder, oneOrder } from '../orders/queries.ts'
import { addLoaded, nameOf, type CardRow } from '../queries.ts'
import {
  dueReplacements,
  lockReplacement,
  openedReplacements,
  untoldReplacements,
  updateReplacement,
  type Replacement,
} from './queries.ts'

const AT_ONCE = 500
/** The owner is told this long before a former card closes. */
const TOLD_BEFORE_MS = DAY

type Locked = { replacement: Replacement; former: CardRow; successor: CardRow; walletBalance: Balance }

/**
 * Goes on with replacements, step by step: a new card was made or refused, a former card closes soon, its time is over. Each step has its own transaction and is
 * read again under its locks, so that two servers take it once.
 */
export async function followReplacements(): Promise<void> {
  await eachAlone(await openedReplacements(db, AT_ONCE), (due) => step(due, 'OPENING', opened))
  await eachAlone(await untoldReplacements(db, ahead(TOLD_BEFORE_MS), AT_ONCE), (due) => step(due, 'KEPT', tell))
  await eachAlone(await dueReplacements(db, AT_ONCE), (due) => step(due, 'KEPT', close))
}

const step = (
  { account_id, new_card_id, old_card_id }: Pick<Replacement, 'account_id' | 'new_card_id' | 'old_card_id'>,
  state: Replacement['state'],
  act: (tx: Tx, locked: Locked) => Promise<void>,
): Promise<void> =>
  transaction(async (tx) => {
    const { cards, walletBalance } = await lockMoneyOfMany(tx, account_id, [old_card_id, new_card_id])
    const replacement = await lockReplacement(tx, account_id, new_card_id)
    if (replacement?.state !== state) return
    const [former, successor] = [cards.get(old_card_id)!, cards.get(new_card_id)!]
    await act(tx, { replacement, former, successor, walletBalance })
  })

/** The new card was made; or it was refused: then a former card that was kept gets its money back and stays. */
async function opened(tx: Tx, { replacement, former, successor }: Locked): Promise<void> {
  if (successor.status !== 'FAILED')
    return updateReplacement(tx, replacement, { state: replacement.close_at === null ? 'DONE' : 'KEPT' })
  await updateReplacement(tx, replacement, { state: 'FAILED' })
  if (replacement.close_at === null) return
  const { amount_cents } = await oneOrder(tx, former.account_id, successor.open_order_no!)
  const back = await moveFromWallet(tx, former, amount_cents)
  await notify(
    tx,
    { accountId: former.account_id },
    'card_replacement_failed',
    { last4: former.last4!, back: show(back) },
    { type: 'card', id: former.card_id },
  )
}

async function tell(tx: Tx, { replacement, former, successor }: Locked): Promise<void> {
  if (replacement.told_at !== null) return
  await updateReplacement(tx, replacement, { told_at: now() })
  if (!isThere(former)) return
  await notify(
    tx,
    { accountId: former.account_id },
    'card_closes_soon',
    { last4: former.last4!, newLast4: successor.last4 ?? '', date: dateOf(replacement.close_at!.getTime()) },
    { type: 'card', id: former.card_id },
  )
}

/** Deletes the former card, unless its owner has; what was left on it follows to the new card. */
async function close(tx: Tx, { replacement, former, successor, walletBalance }: Locked): Promise<void> {
  await updateReplacement(tx, replacement, { state: 'DONE' })
  if (!isThere(former)) return
  const { returned } = await startClosing(tx, former, walletBalance, { loginId: SYSTEM, reason: 'replaced' })
  const moved = await moveFromWallet(tx, successor, returned)
  await record(tx, system(former.account_id), {
    type: 'CARD_DELETE',
    target: nameOf(former),
    content: {
      cn: `换卡后关闭旧卡，${show(moved)} 转入新卡`,
      en: `Former card closed after its replacement, ${show(moved)} moved to the new one`,
    },
    after: { cardId: successor.card_id, returned, moved },
    amount: returned,
  })
}

const isThere = ({ status }: CardRow): boolean => status === 'ACTIVE' || status === 'EXPIRED'

/**
 * Loads a locked card with what has just come back to the wallet, without a fee: no more than the card can hold, and no more than debts of the account, which
 * are paid first, have left. Where the account is closing or its funds are frozen it stays in the wallet, with all its other money. Returns the amount.
 */
async function moveFromWallet(tx: Tx, card: CardRow, wanted: Cents): Promise<Cents> {
  const { account_id: accountId, card_id: cardId } = card
  const [free] = await lockAccounts(tx, [wallet(accountId)])
  const amount = Math.min(wanted, free!.available, card.max_balance_cents - card.balance_cents)
  if (card.status !== 'ACTIVE' || amount <= 0) return 0
  if ((await accountOf(tx, accountId)).status !== 'ACTIVE') return 0
  const orderNo = newId('ord')
  const meta: FlowMeta = {
    bizNo: orderNo,
    cardId,
    cardSeqNo: card.card_seq_no,
    lastFour: card.last4!,
    fee: 0,
    ...(card.owner_sub_uid && { subUid: card.owner_sub_uid }),
  }
  const { transferId } = await post(tx, {
    kind: 'CARD_LOAD',
    accountId,
    biz: { type: 'card_order', id: orderNo },
    lines: [debit(wallet(accountId), amount), credit(cardAccount(accountId, cardId), amount)],
    meta,
  })
  await addLoaded(tx, accountId, cardId, amount)
  await insertOrder(tx, {
    account_id: accountId,
    order_no: orderNo,
    kind: 'LOAD',
    card_id: cardId,
    login_id: SYSTEM,
    sub_uid: null,
    amount_cents: amount,
    fee_cents: 0,
    total_cents: amount,
    status: 'SUCCESS',
    transfer_id: transferId,
  })
  const after = show(card.balance_cents + amount)
  await logCards(tx, [{ accountId, cardId, type: 'LOAD', before: show(card.balance_cents), after, amount }])
  return amount
}
