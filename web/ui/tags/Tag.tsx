import type { ReactNode } from 'react'
import css from './Tag.module.css'

export type Tone = 'ok' | 'warn' | 'bad' | 'info' | 'quiet' | 'brand'

export function Tag({ tone = 'quiet', dot, children }: { tone?: Tone; dot?: boolean; children: ReactNode }) {
  return (
    <span className={css.tag} data-tone={tone}>
      {dot && <i className={css.dot} />}
      {children}
    </span>
  )
}

/** A status: always a dot and a word, never colour alone. */
export function StatusTag({ tone, text }: { tone: Tone; text: string }) {
  return (
    <Tag tone={tone} dot>
      {text}
    </Tag>
  )
}
