import { lazy, Suspense, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import css from './Layer.module.css'

const Modal = lazy(() => import('./Modal.tsx'))

export type LayerProps = {
  label: string
  /** Absent if it cannot be dismissed. */
  onClose?: (() => void) | undefined
  className: string | undefined
  children: ReactNode
}

/** A modal layer above the page. Its behaviour is React Aria's and loads with the first layer that opens. */
export function Layer(props: LayerProps) {
  return (
    <Suspense fallback={createPortal(<div className={css.waiting} />, document.body)}>
      <Modal {...props} />
    </Suspense>
  )
}
