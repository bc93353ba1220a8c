import type { ReactNode } from 'react'
import { Button } from '#web/ui/forms/Button.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Facts } from '#web/ui/layout.tsx'
import { useText } from '#web/text.ts'
import css from './Outcome.module.css'

/** The result: what changed, before and after. */
export function Outcome({
  title,
  text,
  facts = [],
  tone = 'ok',
  onClose,
  children,
}: {
  title: string
  text?: ReactNode
  facts?: readonly (readonly [ReactNode, ReactNode])[]
  tone?: 'ok' | 'warn'
  onClose: () => void
  children?: ReactNode
}) {
  const t = useText()
  return (
    <div className={css.outcome} role="status">
      <span className={css.seal} data-tone={tone}>
        <Icon name={tone === 'ok' ? 'check' : 'info'} size={24} />
      </span>
      <h3 className={css.headline}>{title}</h3>
      {text && <p className={css.text}>{text}</p>}
      {facts.length > 0 && (
        <div className={css.facts}>
          <Facts facts={facts} />
        </div>
      )}
      {children}
      <div className={css.buttons}>
        <Button look="primary" autoFocus onClick={onClose} guardMs={0}>
          {t('parts.done')}
        </Button>
      </div>
    </div>
  )
}

/** A figure before and after. */
export function FromTo({ from, to }: { from: ReactNode; to: ReactNode }) {
  return (
    <span className={css.fromTo}>
      <span className={css.was}>{from}</span>
      <Icon name="right" size={14} />
      <strong>{to}</strong>
    </span>
  )
}
