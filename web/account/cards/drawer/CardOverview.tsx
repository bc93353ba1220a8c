import { Stack } from '#web/ui/layout.tsx'
import type { ShownCard } from '../cardChanged.ts'
import { CardFacts, CardLimits, CardStats, FeesToCome } from './CardFacts.tsx'
import { Lineage } from './Lineage.tsx'
import { RecurringCharges } from './RecurringCharges.tsx'

/** What is known of a card: its declines, its data, its limits. */
export function CardOverview({ card: shown }: { card: ShownCard }) {
  const { card, stats, fees } = shown
  return (
    <Stack gap={5}>
      {card.replaced + card.replaces > 0 && <Lineage cardId={card.cardId} unit={card.unit} />}
      <RecurringCharges card={card} />
      <CardStats stats={stats} />
      <CardFacts card={shown} />
      <FeesToCome fees={fees} />
      <CardLimits limits={card.limits} />
    </Stack>
  )
}
