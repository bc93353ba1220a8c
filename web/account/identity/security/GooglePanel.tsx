import { useState } from 'react'
import { useSession } from '#web/parts/client/useSession.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { CopyButton } from '#web/ui/forms/CopyButton.tsx'
import { StatusTag } from '#web/ui/tags/Tag.tsx'
import { BindGoogle } from './BindGoogle.tsx'
import { UnbindGoogle } from './UnbindGoogle.tsx'
import { useText } from '../text.ts'
import css from '../Identity.module.css'

/** Bound or not, and the way to the other. Recovery codes live in this component alone, until they are said to be kept. */
export function GooglePanel({ onDone }: { onDone?: () => void }) {
  const t = useText()
  const bound = useSession().UserInfo?.statusList.googleBind === 1
  const [codes, setCodes] = useState<string[]>()
  if (codes)
    return (
      <div className={css.form}>
        <h3>{t('identity.recovery')}</h3>
        <p className={css.text}>{t('identity.recoveryText')}</p>
        <ul className={css.codes} aria-label={t('identity.recovery')}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <div className={css.actions}>
          <CopyButton text={codes.join('\n')} what={t('identity.recoveryCopy')} />
          <Button
            look="primary"
            onClick={() => {
              setCodes(undefined)
              onDone?.()
            }}
          >
            {t('identity.recoveryDone')}
          </Button>
        </div>
      </div>
    )
  return (
    <div className={css.form}>
      <div className={css.head}>
        <StatusTag tone={bound ? 'ok' : 'warn'} text={t(bound ? 'identity.googleOn' : 'identity.googleOff')} />
        <span className={css.text}>{t('identity.googleText')}</span>
      </div>
      {bound ? <UnbindGoogle /> : <BindGoogle onBound={setCodes} />}
    </div>
  )
}
