import { useRef, type ReactNode } from 'react'
import { Button } from '../forms/Button.tsx'
import { Layer } from './Layer.tsx'
import { useKeyScroll } from '../useKeyScroll.ts'
import { useText } from '#web/text.ts'
import css from './Layer.module.css'

type Props = {
  title: string
  /** Absent where there is nothing to put off: one of the buttons below has to be pressed. */
  onClose?: (() => void) | undefined
  children: ReactNode
  footer?: ReactNode
  width?: number
  extra?: ReactNode
}

const stay = (): void => {}

export function Dialog({ title, onClose, children, footer, width = 480, extra }: Props) {
  return (
    <Layer label={title} onClose={onClose ?? stay} className={css.dialog}>
      <Sheet {...{ title, onClose, children, footer, extra }} width={width} />
    </Layer>
  )
}

/** From the right edge, over a list; on a phone the whole screen. */
export function Drawer({ title, onClose, children, footer, width = 560, extra }: Props) {
  return (
    <Layer label={title} onClose={onClose ?? stay} className={css.drawer}>
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
