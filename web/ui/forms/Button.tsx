import { useRef, type ButtonHTMLAttributes, type ReactNode } from 'react'
import { Icon, type IconName } from '../Icon.tsx'
import { useTooltip } from '../onDemand/useTooltip.tsx'
import css from './Button.module.css'

/** A second click within this time is ignored. This is a convenience; `requestNo` provides safety. */
const DOUBLE_CLICK_MS = 1000

type Props = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled' | 'title'> & {
  look?: 'primary' | 'plain' | 'quiet' | 'danger'
  size?: 'm' | 's' | 'l'
  icon?: IconName
  loading?: boolean
  /** `true` or, better, the reason: it is shown as a tooltip and read out. */
  disabled?: boolean | string | undefined
  /** Shown as a tooltip: what an icon alone does not say. */
  title?: string | undefined
  guardMs?: number
  wide?: boolean
  children?: ReactNode
}

/** The look of a button, also for a link that is one: what leads to a page can be opened in a tab of its own. */
export const buttonLook = ({ look = 'plain', size = 'm' }: Pick<Props, 'look' | 'size'>): string =>
  [css.button, css[look], css[size]].filter(Boolean).join(' ')

export function Button({
  look = 'plain',
  size = 'm',
  icon,
  loading,
  disabled,
  title,
  guardMs = DOUBLE_CLICK_MS,
  wide,
  children,
  className,
  onClick,
  type = 'button',
  ...rest
}: Props) {
  const clickedAt = useRef(-Infinity)
  const off = Boolean(disabled)
  const tip = useTooltip(typeof disabled === 'string' ? disabled : title)
  const button = (
    <button
      {...rest}
      {...tip?.props}
      type={type}
      className={[buttonLook({ look, size }), wide && css.wide, !children && css.square, className]
        .filter(Boolean)
        .join(' ')}
      // Stays focusable while disabled, so that its reason can be reached by keyboard.
      aria-disabled={off || loading || undefined}
      aria-busy={loading || undefined}
      onClick={(event) => {
        const tooSoon = guardMs > 0 && event.timeStamp - clickedAt.current < guardMs
        if (off) tip?.show(event.currentTarget)
        if (off || loading || tooSoon) return event.preventDefault()
        clickedAt.current = event.timeStamp
        onClick?.(event)
      }}
    >
      {loading ? <span className={css.spin} /> : icon && <Icon name={icon} size={size === 's' ? 15 : 17} />}
      {children}
    </button>
  )
  return (
    <>
      {button}
      {tip?.card}
    </>
  )
}
