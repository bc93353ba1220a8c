import { useMemo } from 'react'
import { CardsOf } from './CardListPage.tsx'
import { cardColumns } from './cardColumns.tsx'
import { useSubFilter } from '#web/account/subaccounts/subFilter.ts'
import { useText } from '#web/account/subaccounts/text.ts'

/** The cards of sub-accounts, with their owners. */
export default function SubCardsPage() {
  const t = useText()
  const whose = useSubFilter()
  const columns = useMemo(() => {
    const [first, ...others] = cardColumns
    const owner = {
      key: 'owner',
      title: () => t('subaccounts.one'),
      cell: (card: { subNickname?: string | null | undefined }) => card.subNickname ?? '–',
    }
    return [first!, owner, ...others]
  }, [t])
  return <CardsOf subs={{ whose, columns }} />
}
