import { useEffect, useEffectEvent, useState } from 'react'
import { Button } from '#web/ui/forms/Button.tsx'
import { NetworkMark } from '#web/ui/CardFace.tsx'
import { CopyButton } from '#web/ui/forms/CopyButton.tsx'
import { toast } from '#web/ui/dialogs/toast.ts'
import type { ShownCard } from '../cardChanged.ts'
import { expiryOf } from '../cardLook.ts'
import { useSecondsLeft } from '#web/parts/useSecondsLeft.ts'
import css from './Reveal.module.css'
import { serverNow } from '#web/parts/client/serverClock.ts'
import { useText } from '../text.ts'

const SHOWN_FOR_S = 60

/** Number, expiry and code in the open for a minute, each with its copy button. */
export function RevealedCard({ card: { card, address }, onHide }: { card: ShownCard; onHide: () => void }) {
  const t = useText()
  const [until] = useState(() => serverNow() + SHOWN_FOR_S * 1000)
  const left = useSecondsLeft(until)
  const hide = useEffectEvent(onHide)
  useEffect(() => {
    if (left === 0) hide()
  }, [left])

  const number = card.number ?? ''
  const expiry = expiryOf(card) ?? ''
  const holder = `${card.firstName} ${card.lastName}`
  const place = [address.street, address.city, address.state, address.zipCode, address.country].join(', ')
  const fields = [
    ['expiry', expiry],
    ['cvc', card.cvc ?? ''],
    ['holder', holder],
    ['address', place],
  ] as const
  const all = [number, expiry, card.cvc, holder, place].join('\n')
  const copyAll = () =>
    navigator.clipboard.writeText(all).then(
      () => toast.ok(t('ui.copied')),
      () => toast.bad(t('ui.copyFailed')),
    )
  return (
    <div className={css.form}>
      <div className={css.secret} role="group" aria-label={t('cards.reveal.title')}>
        <div className={css.number}>
          <NetworkMark network={card.network} height={14} />
          <span data-testid="number">{number.replace(/(\d{4})(?=\d)/g, '$1 ')}</span>
          <CopyButton text={number} what={t('cards.reveal.number')} />
        </div>
        <dl>
          {fields.map(([name, value]) => (
            <div key={name}>
              <dt>{t(`cards.reveal.${name}`)}</dt>
              <dd>
                {value}
                <CopyButton text={value} what={t(`cards.reveal.${name}`)} />
              </dd>
            </div>
          ))}
        </dl>
      </div>
      <div className={css.timer} role="timer" style={{ ['--left' as string]: left / SHOWN_FOR_S }}>
        <i />
        <span>{t('cards.reveal.hidesIn', { seconds: left })}</span>
      </div>
      <div className={css.buttons}>
        <Button icon="eyeOff" onClick={onHide}>
          {t('cards.reveal.hideNow')}
        </Button>
        <Button look="primary" icon="copy" onClick={() => void copyAll()}>
          {t('cards.reveal.copyAll')}
        </Button>
      </div>
    </div>
  )
}
