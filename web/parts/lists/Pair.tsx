import type { ReactNode } from 'react'
import css from './FilterPanel.module.css'

/** Two fields with one label: from and to. */
export function Pair({ label, children: [first, second] }: { label: string; children: [ReactNode, ReactNode] }) {
  return (
    <fieldset className={css.pair}>
      <legend>{label}</legend>
      {first}
      <span aria-hidden="true">–</span>
      {second}
    </fieldset>
  )
}
