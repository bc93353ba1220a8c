import { declineRisk } from '#contract/trades/declines.ts'
import { show } from '#contract/core/money.ts'
import { showTime } from '#web/parts/dates.ts'
import { CopyButton } from '#web/ui/forms/CopyButton.tsx'
import { Facts } from '#web/ui/layout.tsx'
import { StatusTag, Tag } from '#web/ui/tags/Tag.tsx'
import { Button } from '#web/ui/forms/Button.tsx'
import { useCardActions } from '../cardActions.ts'
import { useCardNavigation } from '../cardNavigation.ts'
import { TagChip } from '#web/ui/tags/TagChip.tsx'
import type { ShownCard } from '../cardChanged.ts'
import { addressLine, holderName, showRate } from '../cardTones.ts'
import { useText } from '../text.ts'
import css from '../Cards.module.css'

export function CardOverview({ card: { card, address, tags, group, stats, holderChange } }: { card: ShownCard }) {
  const t = useText()
  const holder = holderName(card)
  const place = addressLine(address)
  const { toAction } = useCardNavigation()
  const edit = useCardActions()(card).find(({ move }) => move === 'address')
  const copied = (text: string, what: string) => (
    <span className={css.copied}>
      {text}
      <CopyButton text={text} what={what} />
    </span>
  )
  const rate = stats.declineRateBps
  return (
    <div className={css.sections}>
      <section>
        <h3>{t('cards.drawer.stats', { days: stats.windowDays })}</h3>
        {stats.authCount === 0 ? (
          <p className={css.quiet}>{t('cards.drawer.noAuths', { days: stats.windowDays })}</p>
        ) : (
          <div className={css.rate}>
            <dl>
              <div>
                <dt>{t('cards.drawer.authCount')}</dt>
                <dd>{stats.authCount}</dd>
              </div>
              <div>
                <dt>{t('cards.drawer.declineCount')}</dt>
                <dd>{stats.declineCount}</dd>
              </div>
              <div>
                <dt>{t('cards.drawer.declineRate')}</dt>
                <dd data-tone={rate > declineRisk.stopAboveBps ? 'bad' : 'ok'}>{showRate(rate)}</dd>
              </div>
            </dl>
            <div
              className={css.meter}
              role="img"
              aria-label={`${t('cards.drawer.declineRate')} ${showRate(rate)}`}
              style={{ ['--share' as string]: Math.min(1, rate / 10_000) }}
              data-tone={rate > declineRisk.stopAboveBps ? 'bad' : 'ok'}
            >
              <i />
            </div>
            <p className={css.quiet}>{t('cards.drawer.declineLimit')}</p>
          </div>
        )}
      </section>
      <section>
        <h3>{t('cards.drawer.about')}</h3>
        <Facts
          facts={[
            [t('cards.column.serial'), copied(card.cardSeqNo, t('cards.column.serial'))],
            [t('cards.drawer.number'), <span className={css.mono}>{card.number ?? '–'}</span>],
            [t('cards.column.segment'), `${card.segment} · ${card.network}`],
            [t('cards.drawer.threeDs'), card.threeDs ? t('cards.drawer.yes') : t('cards.drawer.no')],
            [t('cards.column.holder'), copied(holder, t('cards.column.holder'))],
            [
              t('cards.drawer.address'),
              <span className={css.address}>
                {copied(place, t('cards.drawer.address'))}
                {edit && (
                  <Button size="s" guardMs={0} disabled={edit.reason} onClick={() => toAction(card.cardId, 'address')}>
                    {t('cards.address.edit')}
                  </Button>
                )}
              </span>,
            ],
            ...(holderChange
              ? [
                  [
                    t('cards.address.change'),
                    <span className={css.address}>
                      <StatusTag
                        tone={holderChange.status === 'REFUSED' ? 'bad' : 'info'}
                        text={holderChange.statusText}
                      />
                      <span>
                        {holderChange.reason ??
                          `${holderName(holderChange.wanted)}, ${addressLine(holderChange.wanted)}`}
                      </span>
                    </span>,
                  ] as const,
                ]
              : []),
            [t('cards.column.openDate'), showTime(card.openDate)],
            ...(group || tags.length > 0
              ? [
                  [
                    t('cards.column.label'),
                    <span className={css.tags}>
                      {group && <Tag tone="brand">{group.name}</Tag>}
                      {tags.map(({ tagId, name, color }) => (
                        <TagChip key={tagId} name={name} hue={color} />
                      ))}
                    </span>,
                  ] as const,
                ]
              : []),
            ...(card.remark ? [[t('cards.drawer.remark'), card.remark] as const] : []),
          ]}
        />
      </section>
      <section>
        <h3>{t('cards.drawer.limits')}</h3>
        <Facts
          facts={[
            [t('cards.drawer.minLoad'), show(card.limits.minLoad)],
            [t('cards.drawer.perLoadMax'), show(card.limits.perLoadMax)],
            [t('cards.drawer.maxBalance'), show(card.limits.maxBalance)],
            [t('cards.drawer.withdrawalsLeft'), t('cards.drawer.times', { count: card.limits.withdrawalsLeftToday })],
          ]}
        />
      </section>
    </div>
  )
}
