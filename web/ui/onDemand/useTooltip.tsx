import {
  lazy,
  Suspense,
  useEffect,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
} from 'react'

const load = () => import('./TooltipCard.tsx')
const TooltipCard = lazy(load)

/** A pointer that only passes opens nothing. */
const HOVER_MS = 400

/**
 * A text about a control, shown while it is pointed at or focused by keyboard, and when `show` is called: what cannot be hovered, on a phone, is pressed.
 * Screen readers have it as the description, whether it is shown or not.
 */
export function useTooltip(text: string | undefined) {
  const [anchor, setAnchor] = useState<HTMLElement>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const hide = () => {
    clearTimeout(timer.current)
    setAnchor(undefined)
  }
  if (!text) return undefined
  return {
    show: setAnchor,
    props: {
      'aria-description': text,
      onPointerEnter: ({ currentTarget, pointerType }: PointerEvent<HTMLElement>) => {
        void load()
        if (pointerType === 'mouse') timer.current = setTimeout(() => setAnchor(currentTarget), HOVER_MS)
      },
      onPointerLeave: hide,
      onFocus: ({ currentTarget }: FocusEvent<HTMLElement>) => {
        if (currentTarget.matches(':focus-visible')) setAnchor(currentTarget)
      },
      onBlur: hide,
      onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
        if (!anchor || event.key !== 'Escape') return
        // It closes the tooltip and not also the dialog around it.
        event.stopPropagation()
        hide()
      },
    },
    card: anchor && (
      <Suspense fallback={null}>
        <TooltipCard anchor={anchor} text={text} onClose={hide} />
      </Suspense>
    ),
  }
}
