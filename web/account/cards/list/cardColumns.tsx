import type { Card } from '#contract/cards/shapes.ts'
import { show } from '#contract/core/money.ts'
import { showDay } from '#web/parts/dates.ts'
import type { Column } from '#web/parts/lists/QueryTable.tsx'
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
import { say, useText } from '../text.ts'
import type { cards } from '../text.cn.ts'
import { useCardActions } from '../cardActions.ts'
import { useLabelActions } from '../labelActions.ts'
import { useCardNavigation } from '../cardNavigation.ts'
import css from '../Cards.module.css'

const word = (key: keyof (typeof cards)['column']) => () => say(`cards.column.${key}`)

const money = (key: keyof (typeof cards)['column'], cell: Column<Card>['cell']) =>
  ({ key, title: word(key), align: 'right', width: 112, cell }) as const

export const cardColumns: readonly Column<Card>[] = [
  {
    key: 'card',
    title: word('card'),
    phone: 'head',
    width: 196,
    cell: (card) => (
      <span className={css.card}>
        <CardNumber card={card} height={11} />
        <Muted>
          <Copied text={card.cardSeqNo} what={say('cards.column.serial')} />
        </Muted>
      </span>
    ),
  },
  {
    key: 'status',
    title: word('status'),
    width: 112,
    phone: 'head',
    cell: (card) => <StatusTag tone={statusTone[card.status]} text={card.statusText} />,
  },
  { ...money('balance', (card) => <Money cents={card.balance} unit={card.unit} />), sort: 'balance', phone: 'no' },
  { ...money('available', (card) => <Available card={card} />), sort: 'available', width: 136 },
  {
    ...money('pending', (card) => (card.pending ? <Money cents={card.pending} unit={card.unit} /> : '–')),
    phone: 'no',
  },
  { ...money('consume', (card) => <Money cents={card.consume} unit={card.unit} />), sort: 'consume' },
  { key: 'holder', title: word('holder'), width: 136, cell: holderName },
  {
    key: 'label',
    title: word('label'),
    width: 196,
    phone: 'no',
    cell: (card) => (
      <Row as="span" gap={1} className={css.tags}>
        {card.groupName && <Tag tone="brand">{card.groupName}</Tag>}
        {card.tags.map((tag) => (
          <TagChip key={tag.tagId} name={tag.name} hue={tag.color} />
        ))}
        {card.remark && <span className={css.remark}>{card.remark}</span>}
      </Row>
    ),
  },
  { key: 'openDate', title: word('openDate'), width: 116, sort: 'openDate', cell: (card) => showDay(card.openDate) },
  { key: 'actions', title: word('actions'), width: 76, phone: 'head', cell: (card) => <CardRowActions card={card} /> },
]

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
            onSelect: () => toAction(card.cardId, move, { alone: true }),
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
