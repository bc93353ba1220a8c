import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { Modal as AriaModal, ModalOverlay } from 'react-aria-components/Modal'
import { AriaLocale } from '../onDemand/AriaLocale.tsx'
import { layerOpened, OuterOpened, type LayerProps } from './Layer.tsx'
import css from './Layer.module.css'

/** Everything below is inert, focus stays inside and returns to the opener; Escape and the veil close the topmost layer only. */
export default function Modal({ label, onClose, className, children }: LayerProps) {
  const modal = useRef<HTMLDivElement>(null)
  // Before React Aria's own effect, which focuses the dialog only if nothing in it is focused.
  useLayoutEffect(() => {
    modal.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
  }, [])
  const [opened, setOpened] = useState(false)
  useEffect(() => {
    setOpened(true)
    layerOpened()
  }, [])
  useEscapeWithoutFocus(modal, onClose)
  return (
    <AriaLocale>
      <ModalOverlay
        isOpen
        isDismissable={onClose !== undefined}
        isKeyboardDismissDisabled={onClose === undefined}
        onOpenChange={(open) => open || onClose?.()}
        className={css.veil!}
      >
        <AriaModal ref={modal} className={className!}>
          <Dialog aria-label={label} className={css.content!}>
            <OuterOpened value={opened}>{children}</OuterOpened>
          </Dialog>
        </AriaModal>
      </ModalOverlay>
    </AriaLocale>
  )
}

/** React Aria hears keys inside the layer. When the focused control has been removed, keys arrive at `body`. */
function useEscapeWithoutFocus(modal: { current: HTMLElement | null }, onClose: (() => void) | undefined): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isTop = modal.current?.closest('[inert]') === null
    if (event.key === 'Escape' && isTop && document.activeElement === document.body) onClose?.()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
