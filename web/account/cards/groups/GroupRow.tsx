import { Link, useNavigate } from 'react-router'
import type { GroupStep } from '#contract/cards/groups.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Checkbox } from '#web/ui/forms/Input.tsx'
import { Muted, Row, Stack } from '#web/ui/layout.tsx'
import { Menu } from '#web/ui/dialogs/Menu.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Tag } from '#web/ui/tags/Tag.tsx'
import type { Group } from '../tags/labels.ts'
import { paths } from '#web/account/paths.ts'
import { Tip } from '#web/ui/onDemand/Tip.tsx'
import { useText } from './text.ts'
import css from './Groups.module.css'

/** One group: its name, content and position. */
export function GroupRow({
  group,
  whole,
  chosen,
  ends: { first, last },
  onChoose,
  onStep,
  onEdit,
  onControl,
  onRemove,
}: {
  group: Group
  /** The total balance of all cards, of which this is a part. */
  whole: number
  chosen: boolean
  ends: { first: boolean; last: boolean }
  onChoose: () => void
  onStep: (action: GroupStep) => void
  onEdit: () => void
  /** Absent without the right to see controls. */
  onControl: (() => void) | undefined
  onRemove: () => void
}) {
  const t = useText()
  const navigate = useNavigate()
  const { name, remark, pinned, cardCount, active, frozen, balance, shared } = group
  const cards = `${paths.cardList}?gid=${group.gid}&scope=all`
  const part = whole > 0 ? Math.max(0, Math.min(1, balance / whole)) : 0
  const percent = Math.round(part * 100)

  const onKeyDown = (event: React.KeyboardEvent<HTMLElement>) => {
    if (event.target !== event.currentTarget) return
    const neighbour = { ArrowDown: 'nextElementSibling', ArrowUp: 'previousElementSibling' }[event.key] as
      | 'nextElementSibling'
      | 'previousElementSibling'
      | undefined
    if (neighbour && event.altKey) onStep(event.key === 'ArrowUp' ? 'UP' : 'DOWN')
    else if (neighbour) (event.currentTarget[neighbour] as HTMLElement | null)?.focus()
    else if (event.key === 'p' || event.key === 'P') onStep(pinned ? 'UNPIN' : 'TOP')
    else if (event.key === ' ') onChoose()
    else if (event.key === 'Enter') void navigate(cards)
    else return
    event.preventDefault()
  }
  return (
    <li className={css.row} data-chosen={chosen} tabIndex={0} aria-label={name} onKeyDown={onKeyDown}>
      <Checkbox checked={chosen} onChange={onChoose} aria-label={t('groups.choose', { name })}>
        {null}
      </Checkbox>
      <Stack gap={1}>
        <Row as="span">
          <strong>{name}</strong>
          {pinned === 1 && <Tag tone="brand">{t('groups.pinned')}</Tag>}
        </Row>
        {remark && <Muted>{remark}</Muted>}
        {shared.length > 0 && (
          <Muted>
            <Icon name="people" size={14} />{' '}
            {t('groups.shared', { names: shared.map(({ nickname }) => nickname).join(', ') })}
          </Muted>
        )}
      </Stack>
      <Stack gap={1} className={css.count}>
        <Link to={cards} aria-label={`${t('groups.cards', { count: cardCount })} · ${t('groups.cardsOf', { name })}`}>
          {t('groups.cards', { count: cardCount })}
        </Link>
        {cardCount > 0 && (
          <Muted>
            {t('groups.active', { count: active })}
            {frozen > 0 && ` · ${t('groups.frozen', { count: frozen })}`}
          </Muted>
        )}
      </Stack>
      <Stack gap={1} className={css.held}>
        <Money cents={balance} strong />
        <Tip
          className={css.part}
          role="img"
          aria-label={t('groups.share', { percent })}
          text={t('groups.share', { percent })}
        >
          <b style={{ width: `${part * 100}%` }} />
        </Tip>
      </Stack>
      <Row gap={1} className={css.acts}>
        {(['UP', 'DOWN'] as const).map((to) => {
          const word = t(to === 'UP' ? 'groups.up' : 'groups.down')
          return (
            <Button
              key={to}
              look="quiet"
              size="s"
              icon="down"
              className={to === 'UP' ? css.upward : undefined}
              guardMs={0}
              aria-label={`${word} ${name}`}
              title={word}
              disabled={to === 'UP' ? first : last}
              onClick={() => onStep(to)}
            />
          )
        })}
        <Menu
          label={t('groups.actions', { name })}
          trigger={<Icon name="more" />}
          items={[
            {
              key: 'pin',
              label: pinned ? t('groups.unpin') : t('groups.pin'),
              icon: 'forecast',
              onSelect: () => onStep(pinned ? 'UNPIN' : 'TOP'),
            },
            { key: 'edit', label: t('groups.edit'), icon: 'folder', onSelect: onEdit },
            ...(onControl
              ? [{ key: 'controls', label: t('groups.controls'), icon: 'shield' as const, onSelect: onControl }]
              : []),
            { key: 'remove', label: t('groups.remove'), icon: 'trash', tone: 'bad', onSelect: onRemove },
          ]}
        />
      </Row>
    </li>
  )
}
