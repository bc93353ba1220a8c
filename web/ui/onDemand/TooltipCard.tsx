import { useMemo } from 'react'
import { Tooltip, TooltipTriggerStateContext } from 'react-aria-components/Tooltip'
import { AriaLocale } from './AriaLocale.tsx'
import css from './TooltipCard.module.css'

/** Loaded by `useTooltip`. */
export default function TooltipCard({
  anchor,
  text,
  onClose,
}: {
  anchor: HTMLElement
  text: string
  onClose: () => void
}) {
  const trigger = useMemo(() => ({ current: anchor }), [anchor])
  const state = useMemo(() => ({ isOpen: true, open: () => {}, close: onClose, shouldSkipAnimation: false }), [onClose])
  return (
    <AriaLocale>
      <TooltipTriggerStateContext value={state}>
        <Tooltip isOpen onOpenChange={(open) => open || onClose()} triggerRef={trigger} offset={6} className={css.tip!}>
          {text}
        </Tooltip>
      </TooltipTriggerStateContext>
    </AriaLocale>
  )
}
