import { Link, useNavigate } from 'react-router'
import type { GroupStep } from '#contract/cards/groups.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Checkbox } from '#web/ui/forms/Input.tsx'
import { Menu } from '#web/ui/dialogs/Menu.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Tag } from '#web/ui/tags/Tag.tsx'
import type { Group } from '../tags/labels.ts'
import { paths } from '#web/account/paths.ts'
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
      <div className={css.name}>
        <strong>
          {name}
          {pinned === 1 && <Tag tone="brand">{t('groups.pinned')}</Tag>}
        </strong>
        {remark && <span>{remark}</span>}
        {shared.length > 0 && (
          <span className={css.shared}>
            <Icon name="people" size={14} />
            {t('groups.shared', { names: shared.map(({ nickname }) => nickname).join(', ') })}
          </span>
        )}
      </div>
      <div className={css.count}>
        <Link to={cards} aria-label={`${t('groups.cards', { count: cardCount })} · ${t('groups.cardsOf', { name })}`}>
          {t('groups.cards', { count: cardCount })}
        </Link>
        {cardCount > 0 && (
          <span>
            {t('groups.active', { count: active })}
            {frozen > 0 && ` · ${t('groups.frozen', { count: frozen })}`}
          </span>
        )}
      </div>
      <div className={css.held}>
        <Money cents={balance} strong />
        <i
          className={css.part}
          role="img"
          aria-label={t('groups.share', { percent })}
          title={t('groups.share', { percent })}
        >
          <b style={{ width: `${part * 100}%` }} />
        </i>
      </div>
      <div className={css.acts}>
        <Button
          look="quiet"
          size="s"
          icon="down"
          className={css.upward}
          guardMs={0}
          aria-label={`${t('groups.up')} ${name}`}
          title={t('groups.up')}
          disabled={first}
          onClick={() => onStep('UP')}
        />
        <Button
          look="quiet"
          size="s"
          icon="down"
          guardMs={0}
          aria-label={`${t('groups.down')} ${name}`}
          title={t('groups.down')}
          disabled={last}
          onClick={() => onStep('DOWN')}
        />
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
            { key: 'remove', label: t('groups.remove'), icon: 'trash', tone: 'bad', onSelect: onRemove },
          ]}
        />
      </div>
    </li>
  )
}
