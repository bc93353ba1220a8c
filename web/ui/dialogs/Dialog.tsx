import { useRef, type ReactNode, useEffect, type RefObject } from 'react'
import { useText } from '#web/text.ts'
import { Button } from '../forms/Button.tsx'
import { Layer } from './Layer.tsx'
import css from './Layer.module.css'

type Props = {
  title: string
  /** Absent if it cannot be dismissed: one of the buttons below has to be pressed. */
  onClose?: (() => void) | undefined
  children: ReactNode
  footer?: ReactNode
  width?: number
  extra?: ReactNode
}

export function Dialog({ title, onClose, children, footer, width = 480, extra }: Props) {
  return (
    <Layer label={title} onClose={onClose} className={css.dialog}>
      <Sheet {...{ title, onClose, children, footer, extra }} width={width} />
    </Layer>
  )
}

/** From the right edge, over a list; full screen on a phone. */
export function Drawer({ title, onClose, children, footer, width = 560, extra }: Props) {
  return (
    <Layer label={title} onClose={onClose} className={css.drawer}>
      <Sheet {...{ title, onClose, children, footer, extra }} width={width} />
    </Layer>
  )
}

function Sheet({ title, onClose, children, footer, extra, width }: Props) {
  const t = useText()
  const body = useRef<HTMLDivElement>(null)
  useKeyScroll(body)
  return (
    <div className={css.sheet} style={{ ['--width' as string]: `${width}px` }}>
      <header className={css.head}>
        <h2 className={css.title}>{title}</h2>
        {extra}
        {onClose && <Button look="quiet" icon="close" aria-label={t('ui.close')} guardMs={0} onClick={onClose} />}
      </header>
      <div ref={body} className={css.body}>
        {children}
      </div>
      {footer && <footer className={css.foot}>{footer}</footer>}
    </div>
  )
}

const CONTROLS = 'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea, [tabindex="0"]'

/** A scrolling area without controls can only be scrolled by keyboard if it is focusable itself. */
function useKeyScroll(place: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = place.current
    if (!element) return
    const settle = () => {
      const scrolls = element.scrollHeight > element.clientHeight || element.scrollWidth > element.clientWidth
      if (scrolls && !element.querySelector(CONTROLS)) element.tabIndex = 0
      else element.removeAttribute('tabindex')
    }
    settle()
    const content = new MutationObserver(settle)
    content.observe(element, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] })
    const size = new ResizeObserver(settle)
    size.observe(element)
    return () => {
      content.disconnect()
      size.disconnect()
    }
  }, [place])
}
