import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { CardsOf } from '../cards/CardListPage.tsx'
import { cardColumns } from '../cards/cardColumns.tsx'
import { useSubFilter } from './subFilter.ts'

/** The cards of sub-accounts, with whose they are. */
export default function SubCardsPage() {
  const { t } = useTranslation()
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
