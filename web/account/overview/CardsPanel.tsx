import { Link } from 'react-router'
import { Donut } from '#web/ui/charts/Donut.tsx'
import { Panel } from '#web/ui/dialogs/Panel.tsx'
import { paths } from '../paths.ts'
import type { Figures } from './figures.tsx'
import { useText } from './text.ts'
import css from './Overview.module.css'

export function CardsPanel({ figures: { cards } }: { figures: Pick<Figures, 'cards'> }) {
  const t = useText()
  const slice = <C extends number>(state: 'active' | 'frozen' | 'pending' | 'closed', color: C) => ({
    name: t(`overview.card.${state}`),
    value: cards[state],
    shown: String(cards[state]),
    color,
  })
  return (
    <Panel title={t('overview.cards')} extra={<Link to={paths.cardList}>{t('overview.all')}</Link>}>
      <Donut
        middle={
          <>
            <b className={css.total}>{cards.total}</b>
            <small>{t('overview.cardsTotal')}</small>
          </>
        }
        slices={[slice('active', 1), slice('frozen', 4), slice('pending', 3), slice('closed', 5)]}
      />
    </Panel>
  )
}
