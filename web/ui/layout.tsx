/** The few ways in which things stand beside and below each other. Gaps are steps of the scale in tokens.css. */
import type { ComponentProps, ReactNode } from 'react'
import css from './layout.module.css'

export type Gap = 1 | 2 | 3 | 4 | 5 | 6

type Box = Omit<ComponentProps<'div'>, 'ref'> & {
  gap?: Gap
  /** Of a fieldset: all controls in it. */
  disabled?: boolean
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

/** A line and, smaller below it, what it is about. */
export function TwoLines({ below, end, children }: { below?: ReactNode; end?: boolean; children: ReactNode }) {
  return (
    <span className={join(css.two, end && css.twoEnd)}>
      <span>{children}</span>
      {below && <small>{below}</small>}
    </span>
  )
}

/** A reference to compare letter by letter. */
export function Mono({ children }: { children: ReactNode }) {
  return <span className={css.mono}>{children}</span>
}

/** A bar of controls above or below something, apart from it by a line. */
export function Bar({ edge = 'bottom', className, ...rest }: Box & { edge?: 'top' | 'bottom' | 'none' }) {
  return <Row gap={2} {...rest} className={join(css.bar, className)} data-edge={edge} />
}

/** A list of rows apart from each other by lines; `framed` where it stands on the page itself instead of in a panel. */
export function Rows({ framed, className, ...rest }: ComponentProps<'ul'> & { framed?: boolean }) {
  return <ul {...rest} className={join(css.rows, framed && css.framed, className)} />
}

/** A part of a drawer or dialog, under its own heading. */
export function Section({ title, extra, children }: { title: ReactNode; extra?: ReactNode; children: ReactNode }) {
  return (
    <Stack as="section" gap={2}>
      <Row between>
        <h3 className={css.heading}>{title}</h3>
        {extra}
      </Row>
      {children}
    </Stack>
  )
}

/** A name and its value; nothing where `condition && […]` does not hold. */
export type Fact = readonly [name: ReactNode, value: ReactNode] | false | null | undefined | 0 | ''

/** Name and value pairs of a detail; `framed` where they stand alone. What is empty is left out. */
export function Facts({ facts, framed }: { facts: readonly Fact[]; framed?: boolean }) {
  return (
    <dl className={join(css.facts, framed && css.inFrame)}>
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
