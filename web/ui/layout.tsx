/** The few ways in which things stand beside and below each other. Gaps are steps of the scale in tokens.css. */
import type { ComponentProps, ReactNode } from 'react'
import css from './layout.module.css'

export type Gap = 1 | 2 | 3 | 4 | 5 | 6

type Box = Omit<ComponentProps<'div'>, 'ref'> & {
  gap?: Gap
  as?: 'div' | 'section' | 'header' | 'footer' | 'ul' | 'ol' | 'li' | 'span' | 'fieldset' | 'p'
}

const join = (...names: (string | false | undefined)[]) => names.filter(Boolean).join(' ')

/** One below the other. */
export function Stack({ as: Tag = 'div', gap = 3, className, ...rest }: Box) {
  return <Tag {...(rest as object)} className={join(css.stack, className)} data-gap={gap} />
}

/** Side by side, wrapping; `between` pushes the ends apart, `end` moves everything to the right. */
export function Row({
  as: Tag = 'div',
  gap = 2,
  align = 'center',
  between,
  end,
  className,
  ...rest
}: Box & { align?: 'center' | 'start' | 'end' | 'baseline'; between?: boolean; end?: boolean }) {
  const classes = join(css.row, css[align], between && css.between, end && css.toEnd, className)
  return <Tag {...(rest as object)} className={classes} data-gap={gap} />
}

/** As many columns of at least `min` pixels as fit. */
export function Grid({ as: Tag = 'div', gap = 4, min = 220, className, style, ...rest }: Box & { min?: number }) {
  const own = { ...style, ['--min' as string]: `${min}px` }
  return <Tag {...(rest as object)} className={join(css.grid, className)} data-gap={gap} style={own} />
}

/** Secondary text: smaller and grey. */
export function Muted({
  as: Tag = 'span',
  ...rest
}: {
  as?: 'span' | 'p' | 'small' | 'div'
  children: ReactNode
  id?: string
}) {
  return <Tag {...rest} className={css.muted} />
}

/** A bar of controls above or below something, apart from it by a line. */
export function Bar({ edge = 'bottom', className, ...rest }: Box & { edge?: 'top' | 'bottom' | 'none' }) {
  return <Row gap={2} {...rest} className={join(css.bar, className)} data-edge={edge} />
}

/** A list of rows apart from each other by lines; `framed` where it stands on the page itself instead of in a panel. */
export function Rows({ framed, className, ...rest }: ComponentProps<'ul'> & { framed?: boolean }) {
  return <ul {...rest} className={join(css.rows, framed && css.framed, className)} />
}

/** Name and value pairs of a detail; what is false, null or empty is left out. */
export function Facts({
  facts,
}: {
  facts: readonly (readonly [ReactNode, ReactNode] | false | null | undefined | '')[]
}) {
  return (
    <dl className={css.facts}>
      {facts.map(
        (fact, index) =>
          fact && (
            <div key={index}>
              <dt>{fact[0]}</dt>
              <dd>{fact[1]}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
