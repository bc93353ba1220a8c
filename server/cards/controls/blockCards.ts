import { cardBlocks, reasonWords, type CardBlock, type CardReason } from '#contract/cards/states.ts'
import { record, system } from '#server/audit/audit.ts'
import type { Tx } from '#server/core/db.ts'
import { notify } from '#server/core/news.ts'
import { logCards } from '../orders/log.ts'
import { isNewestState, liveCardIds, lockCardRows, maybeCardOfIssuer, setBlock, nameOf } from '../queries.ts'
import { tellLater, wantedOf } from './tellIssuer.ts'

export type BlockInput = {
  readonly accountId: string
  /** Omitted: every live card of the account, or of `subUid`. */
  readonly cardIds?: readonly string[]
  readonly subUid?: string
  /** Cards to leave out. */
  readonly but?: readonly string[]
  readonly block: CardBlock
  readonly on: boolean
  /** For the log and the notice: one of our reasons, or the issuer's text. */
  readonly reason: CardReason | (string & {})
  /** False where another notice tells the account why (a shutdown). */
  readonly tell?: boolean
}

/**
 * The system blocks or unblocks cards: risk control, the issuer, a frozen sub-account. Other blocks stay as they
 * are. Holds stay, and what was approved can still be captured. Gives the cards that changed.
 */
export async function blockCards(
  tx: Tx,
  { accountId, cardIds, subUid, but = [], block, on, reason, tell = true }: BlockInput,
): Promise<string[]> {
  const all = cardIds ?? (await liveCardIds(tx, accountId, subUid))
  const wanted = all.filter((cardId) => !but.includes(cardId))
  const cards = await lockCardRows(tx, { accountId, subUid: undefined }, wanted)
  const changed = new Set(await setBlock(tx, accountId, wanted, block, on))
  const words = reasonWords(reason)
  const done = cards.filter(({ card_id }) => changed.has(card_id))
  await logCards(
    tx,
    done.map(({ card_id, shown_status }) => ({
      accountId,
      cardId: card_id,
      type: on ? ('BLOCK' as const) : ('UNBLOCK' as const),
      before: shown_status,
      after: block,
      remark: reason,
    })),
  )
  for (const card of done) {
    await tellLater(tx, accountId, card.card_id)
    if (on && tell)
      await notify(
        tx,
        { accountId },
        'card_blocked_by_system',
        { last4: card.last4 ?? '', reason: words },
        { type: 'card', id: card.card_id },
      )
  }
  if (done.length) {
    await record(tx, system(accountId), {
      type: 'CARD_FREEZE',
      target: done.length === 1 ? nameOf(done[0]!) : `${done.length} 张卡 cards`,
      content: on
        ? { cn: `系统冻结：${words.cn}`, en: `Stopped by the system: ${words.en}` }
        : { cn: `解除系统冻结：${words.cn}`, en: `Released by the system: ${words.en}` },
      after: { block, on },
    })
  }
  return [...changed]
}

/** The issuer has changed a card's state on its own account. News that is older than what was applied is out of date: events arrive in any order. */
export async function cardStateChanged(
  tx: Tx,
  {
    issuer,
    cardRef,
    state,
    reason,
    occurredAt,
    echo = false,
  }: {
    issuer: string
    cardRef: string
    state: string
    reason?: string | undefined
    occurredAt: number
    echo?: boolean
  },
): Promise<void> {
  const card = await maybeCardOfIssuer(tx, issuer, cardRef)
  if (!card || state === 'PENDING' || state === 'FAILED') return
  if (!(await isNewestState(tx, card, new Date(occurredAt)))) return
  const on = state !== 'ACTIVE'
  // What it repeats after us is no block of its own.
  if (on && echo && (card.blocks & cardBlocks.ISSUER.bit) === 0 && state === wantedOf(card)) return
  await blockCards(tx, {
    accountId: card.account_id,
    cardIds: [card.card_id],
    block: 'ISSUER',
    on,
    reason: reason ?? state,
  })
}
