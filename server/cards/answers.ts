import type * as holders from '../../contract/cardHolders.ts'
import type * as contract from '../../contract/cards.ts'
import type { Answers } from '../answer.ts'
import { cardBalance } from './cardBalance.ts'
import { cardBill } from './cardBill.ts'
import { askCardCode, checkCardCode } from './cardCodes.ts'
import { cardLog } from './cardLog.ts'
import { cardRanges } from './cardRanges.ts'
import { deleteCard } from './deleteCard.ts'
import { editAddress } from './holders/editAddress.ts'
import { freezeCard } from './freezeCard.ts'
import { listCards, listCardsOfSubs } from './listCards.ts'
import { loadCard } from './loadCard.ts'
import { openCard } from './openCard.ts'
import { priceLoad } from './priceLoad.ts'
import { priceOpening } from './priceOpening.ts'
import { priceWithdrawal } from './priceWithdrawal.ts'
import { showCard } from './showCard.ts'
import { suggestHolder } from './suggestHolder.ts'
import { withdrawFromCard } from './withdrawFromCard.ts'

export const answers = {
  cardRanges,
  listCards,
  listCardsOfSubs,
  suggestHolder,
  askCardCode,
  checkCardCode,
  priceOpening,
  openCard,
  freezeCard,
  editAddress,
  showCard,
  cardBalance,
  cardBill,
  priceLoad,
  loadCard,
  priceWithdrawal,
  withdrawFromCard,
  deleteCard,
  cardLog,
} satisfies Answers<typeof contract & typeof holders>
