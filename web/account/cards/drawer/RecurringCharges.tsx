import { show } from '#contract/core/money.ts'
import type { Output } from '#contract/core/call.ts'
import { cardRecurring, type ChargeState, type Obstacle } from '#contract/trades/recurring.ts'
import type { CardMove } from '#contract/cards/states.ts'
import { showDay } from '#web/parts/dates.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { Empty } from '#web/ui/Empty.tsx'
import { Button } from '#web/ui/forms/Button.tsx'
import { Muted, Row, Section, Stack } from '#web/ui/layout.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Note } from '#web/ui/Notes.tsx'
import { StatusTag, type Tone } from '#web/ui/tags/Tag.tsx'
import { useCardActions } from '../cardActions.ts'
import type { ShownCard } from '../cardChanged.ts'
import { useCardNavigation } from '../cardNavigation.ts'
import { Figures } from '../Figures.tsx'
import { useText } from './text.ts'
import { Entries, Entry } from './Entries.tsx'

type Charge = Output<typeof cardRecurring>['list'][number]

const stateTone = { EXPECTED: 'ok', CHANGED: 'info', MISSED: 'warn', CANCELLED: 'quiet' } as const satisfies Record<
  ChargeState,
  Tone
>
/** The action after which the charge would pass. */
const cures: Partial<Record<Obstacle, CardMove>> = { FROZEN: 'unfreeze', FUNDS: 'load' }

/** What merchants charge this card at regular intervals, when next, and whether that will pass. */
export function RecurringCharges({ card }: Pick<ShownCard, 'card'>) {
  const t = useText()
  const { cardId } = card
  const query = useAsk(
    cardRecurring,
    { cardId },
    { quiet: true, everyMs: 30_000, live: ['cards', 'money', 'trades'], ofCard: cardId },
  )
  const found = query.data
  if (!found?.detailed) return null
  const { list, expected } = found
  const stopped = list.find(({ obstacle }) => obstacle !== null)
  return (
    <div role="group" aria-label={t('recurring.title')}>
      <Section title={t('recurring.title')}>
        {list.length === 0 ? (
          <Empty icon="trades" title={t('recurring.none')} text={t('recurring.noneText')} />
        ) : (
          <Stack>
            {stopped && <Warning card={card} charge={stopped} />}
            <Figures
              figures={[
                [
                  t('recurring.expected', { days: expected.days }),
                  <Money cents={expected.amount} unit={card.unit} strong />,
                ],
                [t('recurring.count'), expected.count],
              ]}
            />
            <Entries>
              {list.map((charge, index) => (
                <ChargeRow key={index} charge={charge} unit={card.unit} />
              ))}
            </Entries>
          </Stack>
        )}
      </Section>
    </div>
  )
}

/** Why the first charge that won't pass won't, and the button that changes it. */
function Warning({ card, charge }: Pick<ShownCard, 'card'> & { charge: Charge }) {
  const t = useText()
  const { toAction } = useCardNavigation()
  const obstacle = charge.obstacle!
  const cure = useCardActions()(card).find(({ move }) => move === cures[obstacle])
  return (
    <Stack gap={2}>
      <Note tone="warn">
        {t(`recurring.${obstacle}`, {
          merchant: charge.merchantName,
          day: showDay(charge.nextTime),
          amount: show(charge.shortBy),
        })}
      </Note>
      {cure && (
        <Row>
          <Button icon={cure.icon} disabled={cure.reason} onClick={() => toAction(card, cure.move)}>
            {t(`cards.action.${cure.move}`)}
          </Button>
        </Row>
      )}
    </Stack>
  )
}

function ChargeRow({ charge, unit }: { charge: Charge; unit: string }) {
  const t = useText()
  const { interval, everyDays, nextTime, nextAmount, formerAmount, leastAmount, mostAmount } = charge
  const next = charge.confidence === 'HIGH' ? 'next' : 'nextUnsure'
  const every = t(`recurring.${interval}`, { days: everyDays, count: everyDays })
  const amounts =
    formerAmount !== null
      ? t('recurring.former', { amount: show(formerAmount) })
      : leastAmount < mostAmount && t('recurring.range', { least: show(leastAmount), most: show(mostAmount) })
  const last = t('recurring.last', { amount: show(charge.lastAmount), day: showDay(charge.lastTime) })
  return (
    <Entry
      title={charge.merchantName}
      text={[every, last, amounts].filter(Boolean).join(' · ')}
      tag={<StatusTag tone={stateTone[charge.state]} text={charge.stateText} />}
    >
      {nextAmount !== null && (
        <>
          <Money cents={nextAmount} unit={unit} strong />
          <Muted>{t(`recurring.${next}`, { day: showDay(nextTime) })}</Muted>
          {charge.shortBy > 0 && <Muted>{t('recurring.short', { amount: show(charge.shortBy) })}</Muted>}
        </>
      )}
    </Entry>
  )
}
