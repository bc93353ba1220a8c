import type { ComponentProps } from 'react'
import { useTooltip } from './useTooltip.tsx'

/** What is not a control and has more to say: reached by keyboard, it shows the text as a tooltip. */
export function Tip({ text, ...rest }: ComponentProps<'span'> & { text: string | undefined }) {
  const tip = useTooltip(text)
  if (!tip) return <span {...rest} />
  return (
    <>
      <span tabIndex={0} {...rest} {...tip.props} />
      {tip.card}
    </>
  )
}
