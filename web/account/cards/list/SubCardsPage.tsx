import type { Card } from '#contract/cards/shapes.ts'
import { useSubFilter } from '#web/account/subaccounts/subFilter.ts'
import { title } from '#web/account/subaccounts/text.ts'
import { column } from '#web/parts/lists/columns.tsx'
import { CardsOf } from './CardListPage.tsx'
import { cardColumns } from './cardColumns.tsx'

const owner = column<Card>('owner', title('subaccounts.one'), (card) => card.subNickname ?? '–', { phone: 'note' })
const columns = cardColumns.toSpliced(1, 0, owner)

/** The cards of sub-accounts, with their owners. */
export default function SubCardsPage() {
  return <CardsOf subs={{ whose: useSubFilter(), columns }} />
}
