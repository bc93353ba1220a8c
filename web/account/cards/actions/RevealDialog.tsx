import { useEffect, useRef, useState, useEffectEvent } from 'react'
import { askCardCode, checkCardCode, showCard } from '#contract/cards/cards.ts'
import { checkGoogle } from '#contract/identity/security.ts'
import { ask } from '#web/parts/client/client.ts'
import { FormError } from '#web/parts/forms/CallForm.tsx'
import { asRefused, type Refused } from '#web/parts/client/refused.ts'
import { useSession } from '#web/parts/client/useSession.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
import { Facts, Row, Stack } from '#web/ui/layout.tsx'
import { Outcome } from '#web/parts/forms/Outcome.tsx'
import { useSecondsLeft } from '#web/parts/useSecondsLeft.ts'
import { serverNow } from '#web/parts/client/serverClock.ts'
import { NetworkMark } from '#web/ui/CardFace.tsx'
import { Copied, CopyButton } from '#web/ui/forms/CopyButton.tsx'
import { toast } from '#web/ui/dialogs/toast.ts'
import type { ShownCard } from '../cardChanged.ts'
import { CodeField, sentCode, type SentCode } from '../CodeField.tsx'
import { useText } from '../text.ts'
import { expiryOf, holderName } from '../cardTones.ts'
import { WhichCard } from './WhichCard.tsx'
import css from './Reveal.module.css'

type Step =
  | { at: 'ask' }
  | { at: 'code'; sent: SentCode | undefined }
  | { at: 'shown'; secret: ShownCard }
  | { at: 'hidden' }

/**
 * Reveals the card number after a code to the own phone. The number exists only in this component: never in the query cache, the address or a storage, and it
 * is removed after a minute or when the dialog closes.
 */
export function RevealDialog({ card: { card }, onClose }: { card: ShownCard; onClose: () => void }) {
  const t = useText()
  /** Where the authenticator app is bound, its digits are required, and an SMS code is not accepted. */
  const google = useSession().UserInfo?.statusList.googleBind === 1
  const first: Step = google ? { at: 'code', sent: undefined } : { at: 'ask' }
  const [step, setStep] = useState<Step>(first)
  const [code, setCode] = useState('')
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<Refused>()
  const input = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (step.at === 'code' && !busy) input.current?.querySelector('input')?.focus()
  }, [step.at, busy])

  async function doing(work: () => Promise<void>) {
    setBusy(true)
    setRefused(undefined)
    try {
      await work()
    } catch (error) {
      const refusal = asRefused(error)
      if (!refusal) throw error
      setRefused(refusal)
    } finally {
      setBusy(false)
    }
  }
  const send = () =>
    doing(async () => {
      const sent = await ask(askCardCode, { scene: 'REVEAL' }, { quiet: true })
      setCode('')
      setStep({ at: 'code', sent: sentCode(sent) })
    })
  const show = (digits: string) =>
    doing(async () => {
      try {
        const { ticket } = google
          ? await ask(checkGoogle, { googleCode: digits, scene: 'REVEAL' }, { quiet: true })
          : await ask(checkCardCode, { code: digits, scene: 'REVEAL' }, { quiet: true })
        const secret = await ask(showCard, { cardId: card.cardId, reveal: true, ticket }, { quiet: true })
        setStep({ at: 'shown', secret })
      } finally {
        setCode('')
      }
    })

  return (
    <Dialog title={t('cards.reveal.title')} onClose={onClose} width={460}>
      {step.at === 'hidden' ? (
        <Outcome title={t('cards.reveal.hidden')} text={t('cards.reveal.hiddenText')} tone="warn" onClose={onClose}>
          <Button look="quiet" onClick={() => setStep(first)}>
            {t('cards.reveal.reveal')}
          </Button>
        </Outcome>
      ) : step.at === 'shown' ? (
        <RevealedCard card={step.secret} onHide={() => setStep({ at: 'hidden' })} />
      ) : (
        <form
          ref={input}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            if (busy) return
            if (step.at === 'ask') void send()
            else if (code.length === 6) void show(code)
          }}
        >
          <Stack gap={4}>
            <WhichCard card={card} />
            {step.at === 'ask' ? (
              <>
                <p>{t('cards.reveal.text')}</p>
                <FormError text={refused?.says} />
              </>
            ) : (
              <CodeField
                sent={step.sent}
                className={css.code}
                value={code}
                busy={busy}
                problem={refused?.says}
                onSend={() => void send()}
                onChange={(digits) => {
                  setCode(digits)
                  setRefused(undefined)
                  if (digits.length === 6) void show(digits)
                }}
              />
            )}
            <Button
              look="primary"
              type="submit"
              size="l"
              wide
              loading={busy}
              disabled={step.at === 'code' && code.length < 6 ? t('cards.reveal.code') : undefined}
              {...(step.at === 'ask' && { 'data-autofocus': true })}
            >
              {step.at === 'ask' ? t('cards.reveal.send') : t('cards.reveal.show')}
            </Button>
          </Stack>
        </form>
      )}
    </Dialog>
  )
}

const SHOWN_FOR_S = 60

/** Number, expiry and code in the clear for a minute, each with a copy button. */
function RevealedCard({ card: { card, address }, onHide }: { card: ShownCard; onHide: () => void }) {
  const t = useText()
  const [until] = useState(() => serverNow() + SHOWN_FOR_S * 1000)
  const left = useSecondsLeft(until)
  const hide = useEffectEvent(onHide)
  useEffect(() => {
    if (left === 0) hide()
  }, [left])

  const number = card.number ?? ''
  const place = [address.street, address.city, address.state, address.zipCode, address.country].join(', ')
  const fields = [
    ['expiry', expiryOf(card) ?? ''],
    ['cvc', card.cvc ?? ''],
    ['holder', holderName(card)],
    ['address', place],
  ] as const
  const copyAll = () =>
    navigator.clipboard.writeText([number, ...fields.map(([, value]) => value)].join('\n')).then(
      () => toast.ok(t('ui.copied')),
      () => toast.bad(t('ui.copyFailed')),
    )
  return (
    <Stack gap={4}>
      <div className={css.secret} role="group" aria-label={t('cards.reveal.title')}>
        <Row gap={3} className={css.number}>
          <NetworkMark network={card.network} height={14} />
          <span data-testid="number">{number.replace(/(\d{4})(?=\d)/g, '$1 ')}</span>
          <CopyButton text={number} what={t('cards.reveal.number')} />
        </Row>
        <Facts
          facts={fields.map(([name, value]) => [
            t(`cards.reveal.${name}`),
            <Copied text={value} what={t(`cards.reveal.${name}`)} />,
          ])}
        />
      </div>
      <div className={css.timer} role="timer" style={{ ['--left' as string]: left / SHOWN_FOR_S }}>
        <i />
        <span>{t('cards.reveal.hidesIn', { seconds: left })}</span>
      </div>
      <Row end>
        <Button icon="eyeOff" onClick={onHide}>
          {t('cards.reveal.hideNow')}
        </Button>
        <Button look="primary" icon="copy" onClick={() => void copyAll()}>
          {t('cards.reveal.copyAll')}
        </Button>
      </Row>
    </Stack>
  )
}
