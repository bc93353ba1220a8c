import { replacementsOfCard, replaceReasons } from '#contract/cards/replacing.ts'
import { cardRebinds } from '#contract/trades/rebinds.ts'
import { showDay, showTime } from '#web/parts/dates.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { useMay } from '#web/parts/client/useMay.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Facts, Muted, Row, Section } from '#web/ui/layout.tsx'
import { Money } from '#web/ui/Money.tsx'
import { StatusTag } from '#web/ui/tags/Tag.tsx'
import { langNow } from '#web/text.ts'
import { useCardNavigation } from '../cardNavigation.ts'
import { useText } from '../replacing/text.ts'
import { Entries, Entry } from './Entries.tsx'

/** The card before and the card after this one, and what is left to do after a replacement. Nothing for a card that has neither. */
export function Lineage({ cardId, unit }: { cardId: string; unit: string }) {
  const t = useText()
  const { toCard } = useCardNavigation()
  const mayTrades = useMay(cardRebinds).shown
  const { data } = useAsk(replacementsOfCard, { cardId }, { quiet: true, live: ['cards'] })
  if (!data || (!data.replaces && !data.replacedBy)) return null
  const { replaces, replacedBy } = data
  const link = (kin: NonNullable<typeof replaces>, until?: number | null) => (
    <Row end>
      <span>
        {replaceReasons[kin.reason].name[langNow()]} · {showDay(kin.time)}
        {until ? ` · ${t('replacing.until', { time: showTime(until) })}` : ''}
      </span>
      <Button size="s" guardMs={0} onClick={() => toCard(kin.cardId)}>
        {kin.lastFour ? t('cards.cardEnding', { lastFour: kin.lastFour }) : kin.cardSeqNo}
      </Button>
    </Row>
  )
  return (
    <>
      <Section title={t('replacing.lineage')}>
        <Facts
          facts={[
            replaces && [t('replacing.replaces'), link(replaces)],
            replacedBy && [t('replacing.replacedBy'), link(replacedBy, replacedBy.closeTime)],
          ]}
        />
      </Section>
      {replaces && mayTrades && <Rebinds cardId={cardId} unit={unit} />}
    </>
  )
}

/** The merchants that charged the former card, those with regular charges first. */
function Rebinds({ cardId, unit }: { cardId: string; unit: string }) {
  const t = useText()
  const { data } = useAsk(cardRebinds, { cardId }, { quiet: true, live: ['trades'], ofCard: cardId })
  if (!data) return null
  return (
    <Section title={t('replacing.rebinds')}>
      <Muted as="p">
        {t(data.data.length ? 'replacing.rebindsText' : 'replacing.noRebinds', { days: data.days, count: data.days })}
      </Muted>
      <Entries>
        {data.data.map(({ merchantName, lastAmount, lastTime, everyDays, rebound }) => (
          <Entry
            key={merchantName}
            title={merchantName}
            text={
              everyDays === null
                ? t('replacing.charged', { day: showDay(lastTime) })
                : t('replacing.regular', { days: everyDays, count: everyDays, day: showDay(lastTime) })
            }
            tag={
              <StatusTag
                tone={rebound ? 'ok' : 'warn'}
                text={rebound ? t('replacing.rebound') : t('replacing.toRebind')}
              />
            }
          >
            <Money cents={lastAmount} unit={unit} strong />
          </Entry>
        ))}
      </Entries>
    </Section>
  )
}
