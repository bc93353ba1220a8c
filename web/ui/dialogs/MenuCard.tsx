import type { ComponentProps, ReactNode, RefObject } from 'react'
import { Menu, MenuItem, Popover, Text } from 'react-aria-components/Menu'
import { AriaLocale } from '../onDemand/AriaLocale.tsx'
import { Icon } from '../Icon.tsx'
import type { MenuItem as Item } from './Menu.tsx'
import css from './Menu.module.css'

/** The open menu under its button. */
export default function MenuCard({
  id,
  label,
  items,
  head,
  at,
  trigger,
  select,
  onClose,
}: {
  id: string
  label: string
  items: readonly Item[]
  head: ReactNode
  at: 'first' | 'last'
  trigger: RefObject<HTMLElement | null>
  select: (item: Item) => void
  onClose: () => void
}) {
  return (
    <AriaLocale>
      <Popover
        isOpen
        onOpenChange={(open) => open || onClose()}
        triggerRef={trigger}
        placement="bottom end"
        offset={6}
        aria-label={label}
        className={css.card!}
      >
        {head && (
          // A link in it navigates away and closes the menu.
          <div className={css.headline} onClick={(event) => (event.target as Element).closest('a') && onClose()}>
            {head}
          </div>
        )}
        <Menu id={id} aria-label={label} autoFocus={at} onClose={onClose} className={css.items!}>
          {items.map((item) => (
            <MenuItem
              key={item.key}
              id={item.key}
              textValue={typeof item.label === 'string' ? item.label : item.key}
              className={css.item!}
              data-tone={item.tone}
              shouldCloseOnSelect={!item.stays && item.disabled === undefined}
              onAction={() => item.disabled === undefined && select(item)}
              // React Aria skips disabled items; here they are reached, because they say why they are disabled.
              render={(props) => (
                <div
                  {...(props as ComponentProps<'div'>)}
                  aria-disabled={item.disabled !== undefined || undefined}
                  {...(item.checked !== undefined && { role: 'menuitemcheckbox', 'aria-checked': item.checked })}
                />
              )}
            >
              {item.checked !== undefined && (
                <Icon name="check" className={item.checked ? css.checked : css.unchecked} />
              )}
              {item.icon && <Icon name={item.icon} />}
              <span>
                <Text slot="label">{item.label}</Text>
                {item.disabled && (
                  <Text slot="description" className={css.why!}>
                    {item.disabled}
                  </Text>
                )}
              </span>
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </AriaLocale>
  )
}
