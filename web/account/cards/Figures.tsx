import type { ReactNode } from 'react'
import css from './Figures.module.css'

export type Figure = readonly [name: ReactNode, value: ReactNode]

/** Figures side by side, each below its name; `large` at the head of a page. */
export function Figures({
  figures,
  min = 120,
  large,
}: {
  figures: readonly (Figure | false)[]
  /** How narrow each may become, in pixels. */
  min?: number
  large?: boolean
}) {
  return (
    <dl className={css.figures} data-large={large} style={{ ['--min' as string]: `${min}px` }}>
      {figures.map(
        (figure, index) =>
          figure && (
            <div key={index}>
              <dt>{figure[0]}</dt>
              <dd>{figure[1]}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
