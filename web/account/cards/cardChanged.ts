import {
  cardBalance,
  cardBill,
  cardLog,
  listCards,
  listCardsOfSubs,
  priceWithdrawal,
  showCard,
} from '#contract/cards/cards.ts'
import { listFlows } from '#contract/funding/funding.ts'
import { overview } from '#contract/notices/notices.ts'
import type { Output } from '#contract/core/call.ts'
import { refresh } from '#web/parts/client/queries.ts'
import { loadWallet } from '#web/parts/client/startUp.ts'

/** One card as the drawer and its dialogs have it. */
export type ShownCard = Output<typeof showCard>

/** Something was done with a card: everything that shows it, and the wallet in the header, is asked again. */
export function cardChanged(): void {
  refresh(listCards, listCardsOfSubs, showCard, cardBalance, cardBill, cardLog, priceWithdrawal, overview, listFlows)
  void loadWallet().catch(() => {})
}
