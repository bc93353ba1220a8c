import { Link } from 'react-router'
import { Donut } from '#web/ui/charts/Donut.tsx'
import { Panel } from '#web/ui/dialogs/Panel.tsx'
import { paths } from '../paths.ts'
import type { Figures } from './figures.ts'
import { useText } from './text.ts'

export function CardsPanel({ figures: { cards } }: { figures: Pick<Figures, 'cards'> }) {
  const t = useText()
  return (
    <Panel title={t('overview.cards')} extra={<Link to={paths.cardList}>{t('overview.all')}</Link>}>
      <Donut
        middle={
          <>
            <b style={{ fontSize: 22 }}>{cards.total}</b>
            <small>{t('overview.cardsTotal')}</small>
          </>
        }
        slices={[
          { name: t('overview.card.active'), value: cards.active, color: 1, shown: String(cards.active) },
          { name: t('overview.card.frozen'), value: cards.frozen, color: 4, shown: String(cards.frozen) },
          { name: t('overview.card.pending'), value: cards.pending, color: 3, shown: String(cards.pending) },
          { name: t('overview.card.closed'), value: cards.closed, color: 5, shown: String(cards.closed) },
        ]}
      />
    </Panel>
  )
}
