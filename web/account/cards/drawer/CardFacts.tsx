import { declineRisk } from '#contract/trades/declines.ts'
import { show } from '#contract/core/money.ts'
import { showDay, showTime } from '#web/parts/dates.ts'
import { Meter } from '#web/ui/charts/Meter.tsx'
import { Copied } from '#web/ui/forms/CopyButton.tsx'
import { Facts, Muted, Row, Section } from '#web/ui/layout.tsx'
import { StatusTag, Tag } from '#web/ui/tags/Tag.tsx'
import { Button } from '#web/ui/forms/Button.tsx'
import { useCardActions } from '../cardActions.ts'
import { useCardNavigation } from '../cardNavigation.ts'
import { TagChip } from '#web/ui/tags/TagChip.tsx'
import type { ShownCard } from '../cardChanged.ts'
import { addressLine, holderName, showRate } from '../cardTones.ts'
import { Figures } from '../Figures.tsx'
import { useText } from '../text.ts'

/** How often the card was charged and declined lately, against what stops all cards. */
export function CardStats({ stats }: Pick<ShownCard, 'stats'>) {
  const t = useText()
  const rate = stats.declineRateBps
  const limit = declineRisk.stopAboveBps
  return (
    <Section title={t('cards.drawer.stats', { days: stats.windowDays })}>
      {stats.authCount === 0 ? (
        <Muted as="p">{t('cards.drawer.noAuths', { days: stats.windowDays })}</Muted>
      ) : (
        <>
          <Figures
            figures={[
              [t('cards.drawer.authCount'), stats.authCount],
              [t('cards.drawer.declineCount'), stats.declineCount],
              [t('cards.drawer.declineRate'), showRate(rate)],
            ]}
          />
          <Meter
            label={t('cards.drawer.declineRate')}
            value={rate}
            limit={limit}
            full={Math.max(limit * 4, rate)}
            shown={showRate(rate)}
            shownLimit={showRate(limit)}
          />
          <Muted as="p">{t('cards.drawer.declineLimit')}</Muted>
        </>
      )}
    </Section>
  )
}

/** What the card is, who holds it, and where it belongs. */
export function CardFacts({ card: { card, address, tags, group, holderChange } }: { card: ShownCard }) {
  const t = useText()
  const { toAction } = useCardNavigation()
  const edit = useCardActions()(card).find(({ move }) => move === 'address')
  const copied = (name: string, text: string) => [name, <Copied text={text} what={name} />] as const
  return (
    <Section title={t('cards.drawer.about')}>
      <Facts
        facts={[
          copied(t('cards.column.serial'), card.cardSeqNo),
          [t('cards.drawer.number'), card.number ?? '–'],
          [t('cards.column.segment'), `${card.segment} · ${card.network}`],
          [t('cards.drawer.threeDs'), card.threeDs ? t('cards.drawer.yes') : t('cards.drawer.no')],
          copied(t('cards.column.holder'), holderName(card)),
          [
            t('cards.drawer.address'),
            <Row end>
              <Copied text={addressLine(address)} what={t('cards.drawer.address')} />
              {edit && (
                <Button size="s" guardMs={0} disabled={edit.reason} onClick={() => toAction(card, 'address')}>
                  {t('cards.address.edit')}
                </Button>
              )}
            </Row>,
          ],
          holderChange && [
            t('cards.address.change'),
            <Row end>
              <StatusTag tone={holderChange.status === 'REFUSED' ? 'bad' : 'info'} text={holderChange.statusText} />
              {holderChange.reason ?? `${holderName(holderChange.wanted)}, ${addressLine(holderChange.wanted)}`}
            </Row>,
          ],
          [t('cards.column.openDate'), showTime(card.openDate)],
          card.freezeTime !== null && [t('cards.drawer.freezeTime'), showTime(card.freezeTime)],
          card.thawTime !== null && [t('cards.drawer.thawTime'), showTime(card.thawTime)],
          card.closeTime !== null && [t('cards.drawer.closeTime'), showTime(card.closeTime)],
          (group || tags.length > 0) && [
            t('cards.column.label'),
            <Row gap={1} end>
              {group && <Tag tone="brand">{group.name}</Tag>}
              {tags.map(({ tagId, name, color }) => (
                <TagChip key={tagId} name={name} hue={color} />
              ))}
            </Row>,
          ],
          card.remark !== '' && [t('cards.drawer.remark'), card.remark],
        ]}
      />
    </Section>
  )
}

/** How much may be loaded and withdrawn. */
export function CardLimits({ limits }: Pick<ShownCard['card'], 'limits'>) {
  const t = useText()
  return (
    <Section title={t('cards.drawer.limits')}>
      <Facts
        facts={[
          [t('cards.drawer.minLoad'), show(limits.minLoad)],
          [t('cards.drawer.perLoadMax'), show(limits.perLoadMax)],
          [t('cards.drawer.maxBalance'), show(limits.maxBalance)],
          [t('cards.drawer.withdrawalsLeft'), t('cards.drawer.times', { count: limits.withdrawalsLeftToday })],
        ]}
      />
    </Section>
  )
}

/** What the card will cost without an order: the next monthly fee, and what declines cost. */
export function FeesToCome({
  fees: { nextMonthFee: next, declineFee, freeDeclines, declinesThisMonth },
}: Pick<ShownCard, 'fees'>) {
  const t = useText()
  if (!next && declineFee === 0) return null
  const monthly = next && { amount: show(next.amount), day: showDay(next.time) }
  return (
    <Section title={t('cards.drawer.fees')}>
      <Facts
        facts={[
          monthly && [
            t('cards.drawer.nextMonthFee'),
            t(next.unpaid ? 'cards.drawer.monthFeeUnpaid' : 'cards.drawer.nextMonthFeeOn', monthly),
          ],
          declineFee > 0 && [t('cards.drawer.declineFee'), show(declineFee)],
          declineFee > 0 && [
            t('cards.drawer.freeDeclines'),
            t('cards.drawer.freeDeclinesUsed', { used: Math.min(declinesThisMonth, freeDeclines), free: freeDeclines }),
          ],
        ]}
      />
      {next?.unpaid === 1 && <Muted as="p">{t('cards.drawer.monthFeeNote')}</Muted>}
    </Section>
  )
}
