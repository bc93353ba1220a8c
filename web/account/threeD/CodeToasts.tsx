import { useEffect, useEffectEvent, useState } from 'react'
import { createPortal } from 'react-dom'
import { Link } from 'react-router'
import { show } from '#contract/core/money.ts'
import type { PooledCode } from '#contract/threeD/threeD.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Row } from '#web/ui/layout.tsx'
import { paths } from '../paths.ts'
import { AnswerButtons } from './AnswerButtons.tsx'
import { CodeEnd } from './CodeEnd.tsx'
import { spaced } from './codeState.ts'
import { copyCode, isShortcut } from './copyCode.ts'
import { useText } from './text.ts'
import css from './CodeToasts.module.css'

/** More would cover the page below. */
const STACKED = 3

/** Kept while the pages change; a code that is dismissed stays on its own page and in the menu's count. */
const dismissed = new Set<string>()

/**
 * Open codes above whatever page is shown, also above a dialog: by the mark that React Aria looks for, they are never inert. Screen readers hear of a new one
 * from the frame.
 */
export default function CodeToasts({ codes }: { codes: readonly PooledCode[] }) {
  const t = useText()
  const [, renew] = useState(0)
  const left = codes.filter(({ id }) => !dismissed.has(id))
  const shown = left.slice(0, STACKED)
  const newest = shown.find(({ code }) => code !== null)
  const dismiss = (id: string) => {
    dismissed.add(id)
    renew((times) => times + 1)
  }
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() === 'c' && isShortcut(event) && newest) copyCode(newest.code!)
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
  if (shown.length === 0) return null
  return createPortal(
    <section className={css.place} aria-label={t('threeD.open')} data-react-aria-top-layer="true">
      <ol>
        {shown.map((code) => (
          <CodeToast key={code.id} code={code} lead={code === newest} onDismiss={() => dismiss(code.id)} />
        ))}
      </ol>
      {left.length > shown.length && (
        <Link className={css.more} to={paths.threeD}>
          {t('threeD.others', { count: left.length - shown.length })}
        </Link>
      )}
    </section>,
    document.body,
  )
}

function CodeToast({ code, lead, onDismiss }: { code: PooledCode; lead: boolean; onDismiss: () => void }) {
  const t = useText()
  const { merchantName: merchant, lastFour } = code
  return (
    <li className={css.toast} aria-label={t('threeD.codeOf', { merchant, lastFour })}>
      <Row gap={2} className={css.head}>
        <Icon name="shield" />
        <span>
          <b>{merchant}</b>
          <small>
            {show(code.amount, code.unit)} · ···· {lastFour}
          </small>
        </span>
        <Button
          look="quiet"
          size="s"
          icon="close"
          guardMs={0}
          aria-label={t('threeD.dismiss', { merchant, lastFour })}
          onClick={onDismiss}
        />
      </Row>
      <Row gap={3} between className={css.body}>
        {code.code === null ? (
          <>
            <span className={css.question}>{t('threeD.noCode')}</span>
            <CodeEnd code={code} />
            <AnswerButtons payment={code} open lead={lead} />
          </>
        ) : (
          <>
            <span className={css.code}>{spaced(code.code)}</span>
            <CodeEnd code={code} />
            <Button
              look={lead ? 'primary' : 'plain'}
              icon="copy"
              guardMs={0}
              aria-label={t('threeD.copyOf', { merchant, lastFour })}
              {...(lead && { 'aria-keyshortcuts': 'C' })}
              onClick={() => copyCode(code.code!)}
            >
              {t('threeD.copy')}
            </Button>
            {lead && <kbd aria-hidden="true">C</kbd>}
          </>
        )}
      </Row>
    </li>
  )
}
