import type { Card } from '#contract/cards/shapes.ts'
import type { Locked } from '#contract/controls/locks.ts'
import { show } from '#contract/core/money.ts'
import { lockedName } from '#web/account/trades/stopped.ts'
import { column, type Column } from '#web/parts/lists/columns.tsx'
import { showDay } from '#web/parts/dates.ts'
import { useSession } from '#web/parts/client/useSession.ts'
import { Copied } from '#web/ui/forms/CopyButton.tsx'
import { Muted, Row } from '#web/ui/layout.tsx'
import { Money } from '#web/ui/Money.tsx'
import { StatusTag, Tag } from '#web/ui/tags/Tag.tsx'
import { TagChip } from '#web/ui/tags/TagChip.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Menu } from '#web/ui/dialogs/Menu.tsx'
import { Tip } from '#web/ui/onDemand/Tip.tsx'
import { CardNumber } from '../WhichCard.tsx'
import { holderName, statusTone } from '../cardTones.ts'
import { say, title, useText } from '../text.ts'
import { useCardActions } from '../cardActions.ts'
import { useLabelActions } from '../labelActions.ts'
import { useCardNavigation } from '../cardNavigation.ts'
import css from '../Cards.module.css'

type Amount = 'balance' | 'available' | 'pending' | 'consume'
const money = (key: Amount, cell: Column<Card>['cell'], more?: Partial<Column<Card>>) =>
  column(key, title(`cards.column.${key}`), cell, { align: 'right', width: 102, ...more })

export const cardColumns: readonly Column<Card>[] = [
  column(
    'card',
    title('cards.column.card'),
    (card) => (
      <span className={css.card}>
        <CardNumber card={card} height={11} />
        <span className={css.serial}>
          <Muted>
            <Copied text={card.cardSeqNo} what={say('cards.column.serial')} />
          </Muted>
        </span>
      </span>
    ),
    { phone: 'title', width: 184, phoneCell: (card: Card) => <CardNumber card={card} height={11} /> },
  ),
  column('status', title('cards.column.status'), (card) => <Status card={card} />, {
    width: 98,
    phone: 'note',
    phoneCell: (card: Card) => <StatusTag tone={statusTone[card.status]} text={card.statusText} />,
  }),
  money('balance', (card) => <Money cents={card.balance} unit={card.unit} />, { sort: 'balance', phone: 'no' }),
  money('available', (card) => <Available card={card} />, { sort: 'available', width: 128, phone: 'value' }),
  money('pending', (card) => (card.pending ? <Money cents={card.pending} unit={card.unit} /> : '–'), {
    phone: 'no',
    width: 86,
  }),
  money('consume', (card) => <Money cents={card.consume} unit={card.unit} />, { sort: 'consume', phone: 'no' }),
  column('holder', title('cards.column.holder'), holderName, { width: 106, phone: 'note' }),
  column(
    'label',
    title('cards.column.label'),
    (card) => (
      <Row as="span" gap={1} className={css.tags}>
        {card.groupName && <Tag tone="brand">{card.groupName}</Tag>}
        {card.tags.map((tag) => (
          <TagChip key={tag.tagId} name={tag.name} hue={tag.color} />
        ))}
        {card.lock && <Tag tone={card.lock.state === 'LOCKED' ? 'ok' : 'info'}>{lockTag(card.lock)}</Tag>}
        {card.remark && <span className={css.remark}>{card.remark}</span>}
      </Row>
    ),
    { width: 110, phone: 'no' },
  ),
  column('openDate', title('cards.column.openDate'), (card) => showDay(card.openDate), {
    width: 114,
    sort: 'openDate',
    phone: 'end',
  }),
  column('actions', title('cards.column.actions'), (card) => <CardRowActions card={card} />, {
    width: 60,
    phone: 'act',
    last: true,
  }),
]

/** What the card is locked to, or that its next purchase will lock it. */
const lockTag = (lock: Locked): string =>
  lock.state === 'ARMED' ? say('cards.lock.armed') : say('cards.lock.to', { what: lockedName(lock) })

/** With the date on which the card's controls change it next. */
function Status({ card }: { card: Card }) {
  const t = useText()
  const [next] = (['closeTime', 'freezeTime', 'thawTime'] as const)
    .flatMap((name) => (card[name] === null ? [] : [{ what: t(`cards.drawer.${name}`), time: card[name] }]))
    .toSorted((a, b) => a.time - b.time)
  return (
    <>
      <StatusTag tone={statusTone[card.status]} text={card.statusText} />
      {next && <Muted as="p">{t('cards.column.nextDate', { what: next.what, day: showDay(next.time) })}</Muted>}
    </>
  )
}

/** Warns next to the balance that the next purchase may be declined; the tooltip says why. */
function Available({ card }: { card: Card }) {
  const t = useText()
  const limit = useSession().LowBalance ?? 0
  const low = card.status === 'ACTIVE' && card.available < limit
  return (
    <Row as="span" end>
      {low && (
        <Tip text={t('cards.lowBalanceText', { limit: show(limit) })}>
          <Tag tone="warn">{t('cards.lowBalance')}</Tag>
        </Tip>
      )}
      <Money cents={card.available} unit={card.unit} strong />
    </Row>
  )
}

/** The actions for this row's card. A click on them does not open the row. */
function CardRowActions({ card }: { card: Card }) {
  const t = useText()
  const offers = useCardActions()
  const labels = useLabelActions()
  const { toAction } = useCardNavigation()
  return (
    <span onClick={(event) => event.stopPropagation()}>
      <Menu
        label={`${t('cards.action.menu')} ···· ${card.lastFour ?? card.cardSeqNo}`}
        trigger={<Icon name="more" />}
        items={[
          ...offers(card).map(({ move, icon, tone, reason }) => ({
            key: move,
            label: t(`cards.action.${move}`),
            icon,
            tone,
            disabled: reason,
            onSelect: () => toAction(card, move, { alone: true }),
          })),
          ...labels.map(({ what, icon, go }) => ({
            key: what,
            label: t(`cards.label.${what}`),
            icon,
            onSelect: () => go([card]),
          })),
        ]}
      />
    </span>
  )
}
