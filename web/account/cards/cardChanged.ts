import {
  cardBalance,
  cardBill,
  cardLog,
  listCards,
  listCardsOfSubs,
  priceWithdrawal,
  showCard,
} from '#contract/cards/cards.ts'
import { replacementsOfCard } from '#contract/cards/replacing.ts'
import { listFlows } from '#contract/funding/funding.ts'
import { overview } from '#contract/notices/notices.ts'
import { cardRecurring } from '#contract/trades/recurring.ts'
import type { Output } from '#contract/core/call.ts'
import { refresh } from '#web/parts/client/queries.ts'
import { loadWallet } from '#web/parts/client/startUp.ts'

/** A card as shown in the drawer and its dialogs. */
export type ShownCard = Output<typeof showCard>

/** After a card action: refreshes everything that shows the card, and the wallet in the header. */
export function cardChanged(): void {
  refresh(
    listCards,
    listCardsOfSubs,
    showCard,
    cardBalance,
    cardBill,
    cardLog,
    cardRecurring,
    priceWithdrawal,
    overview,
    listFlows,
    replacementsOfCard,
  )
  void loadWallet().catch(() => {})
}
