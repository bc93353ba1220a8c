import { useState } from 'react'
import { Icon } from '../Icon.tsx'
import { toast } from '../dialogs/toast.ts'
import { useText } from '#web/text.ts'
import css from './CopyButton.module.css'

/** Copies `text`; `what` names it for users who cannot see the value beside it. */
export function CopyButton({ text, what }: { text: string; what?: string }) {
  const t = useText()
  const [done, setDone] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    toast.ok(t('ui.copied'))
    setDone(true)
    setTimeout(() => setDone(false), 1500)
  }
  return (
    <button
      type="button"
      className={css.copy}
      aria-label={what ? t('ui.copyWhat', { what }) : t('ui.copy')}
      onClick={(event) => {
        event.stopPropagation()
        void copy().catch(() => toast.bad(t('ui.copyFailed')))
      }}
    >
      <Icon name={done ? 'check' : 'copy'} size={15} />
    </button>
  )
}

/** A value with the button that copies it. */
export function Copied({ text, what }: { text: string; what?: string }) {
  return (
    <span className={css.copied}>
      {text}
      <CopyButton text={text} {...(what && { what })} />
    </span>
  )
}
