import { useEffect, useRef, useState, useEffectEvent } from 'react'
import { showCard } from '#contract/cards/cards.ts'
import { checkGoogle } from '#contract/identity/security.ts'
import { ask } from '#web/parts/client/client.ts'
import { asRefused } from '#web/parts/client/refused.ts'
import { useText as usePasskeyText } from '#web/parts/passkeys/text.ts'
import { usePasskey } from '#web/parts/passkeys/usePasskey.ts'
import { FormError } from '#web/parts/forms/CallForm.tsx'
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
import { Skeleton } from '#web/ui/Skeleton.tsx'
import type { ShownCard } from '../cardChanged.ts'
import { CodeField, useCode } from '../CodeField.tsx'
import { useText } from '../text.ts'
import { expiryOf, holderName } from '../cardTones.ts'
import { WhichCard } from '../WhichCard.tsx'
import css from './Reveal.module.css'

/** Shows the card number, for a minute. */
export function RevealDialog({ card, onClose }: { card: ShownCard; onClose: () => void }) {
  const t = useText()
  return (
    <Dialog title={t('cards.reveal.title')} onClose={onClose} width={460}>
      <Revealing card={card} onClose={onClose} />
    </Dialog>
  )
}

/** A proof is remembered by the server for so long, for this session (docs/reference/permissions.md#step-up). */
const REMEMBERED_MS = 5 * 60_000
/** Only spares a question that would be refused: the server decides. Not kept over a reload. */
let provedUntil = 0

/**
 * Reveals the card number after a code to the own phone, or directly within minutes of one. The number exists only in this component: never in the query cache,
 * the address or a storage, and it is removed after a minute or when it is closed.
 */
export function Revealing({ card: { card }, onClose }: { card: ShownCard; onClose?: () => void }) {
  const t = useText()
  /** Where the authenticator app is bound, its digits are required, and an SMS code is not accepted. */
  const google = useSession().UserInfo?.statusList.googleBind === 1
  const code = useCode('REVEAL')
  const tp = usePasskeyText()
  const passkey = usePasskey('REVEAL')
  const [secret, setSecret] = useState<ShownCard | 'hidden'>()
  const [trying, setTrying] = useState(() => serverNow() < provedUntil)
  const { sent, busy, refused } = code
  const asks = !google && !sent
  const touches = passkey.asks && !sent
  const place = useRef<HTMLFormElement>(null)
  const started = useRef(false)
  useEffect(() => {
    if (!asks && !touches && !busy) place.current?.querySelector('input')?.focus()
  }, [asks, touches, busy])

  const ofCard = (ticket?: string) =>
    ask(showCard, { cardId: card.cardId, reveal: true, ...(ticket !== undefined && { ticket }) }, { quiet: true })
  const open = async (ticket: string) => {
    setSecret(await ofCard(ticket))
    provedUntil = serverNow() + REMEMBERED_MS
  }
  const showByPasskey = async () => {
    const ticket = await passkey.confirm(card.cardId)
    if (ticket !== undefined) void code.doing(() => open(ticket))
  }
  const show = (digits: string) =>
    void code.doing(async () => {
      try {
        const ticket = google
          ? (await ask(checkGoogle, { googleCode: digits, scene: 'REVEAL' }, { quiet: true })).ticket
          : await code.check(digits)
        await open(ticket)
      } finally {
        code.clear()
      }
    })
  /** Without a code; if it is required after all, the form asks for one. */
  const tryDirectly = () =>
    void code.doing(async () => {
      setTrying(true)
      try {
        setSecret(await ofCard())
      } catch (error) {
        provedUntil = 0
        if (asRefused(error)?.refusal !== 'step_up') throw error
      } finally {
        setTrying(false)
      }
    })
  useEffect(() => {
    // Once: each view is counted and logged.
    if (!trying || started.current) return
    started.current = true
    tryDirectly()
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  function startAgain() {
    code.restart()
    setSecret(undefined)
    if (serverNow() < provedUntil) tryDirectly()
  }

  if (secret === 'hidden')
    return (
      <Outcome
        title={t('cards.reveal.hidden')}
        text={t('cards.reveal.hiddenText')}
        tone="warn"
        onClose={onClose ?? startAgain}
      >
        {onClose && (
          <Button look="quiet" onClick={startAgain}>
            {t('cards.reveal.reveal')}
          </Button>
        )}
      </Outcome>
    )
  if (secret?.card.frame) return <IssuersPage url={secret.card.frame} onHide={() => setSecret('hidden')} />
  if (secret) return <RevealedCard card={secret} onHide={() => setSecret('hidden')} />
  if (trying) return <Skeleton height={220} radius={14} />
  return (
    <form
      ref={place}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (busy || passkey.touching) return
        if (touches) void showByPasskey()
        else if (asks) code.send()
        else if (code.code.length === 6) show(code.code)
      }}
    >
      <Stack gap={4}>
        {onClose && <WhichCard card={card} />}
        {touches ? (
          <>
            <p>{tp('passkey.showText')}</p>
            <FormError text={passkey.problem ?? refused?.says} />
          </>
        ) : asks ? (
          <>
            <p>{t('cards.reveal.text')}</p>
            <FormError text={refused?.says} />
          </>
        ) : (
          <CodeField code={code} className={css.code} problem={refused?.says} onTyped={show} />
        )}
        <Button
          look="primary"
          type="submit"
          size="l"
          wide
          {...(touches && { icon: 'shield' })}
          loading={busy || passkey.touching}
          disabled={!touches && !asks && code.code.length < 6 ? t('cards.reveal.code') : undefined}
          {...((touches || asks) && { 'data-autofocus': true })}
        >
          {touches ? tp('passkey.show') : t(asks ? 'cards.reveal.send' : 'cards.reveal.show')}
        </Button>
        {touches && (
          <Button look="quiet" wide guardMs={0} onClick={passkey.useCode}>
            {tp('passkey.useCode')}
          </Button>
        )}
      </Stack>
    </form>
  )
}

const SHOWN_FOR_S = 60

/** A minute, after which what is shown is hidden. */
function HidesSoon({ onHide }: { onHide: () => void }) {
  const t = useText()
  const [until] = useState(() => serverNow() + SHOWN_FOR_S * 1000)
  const left = useSecondsLeft(until)
  const hide = useEffectEvent(onHide)
  useEffect(() => {
    if (left === 0) hide()
  }, [left])
  return (
    <div className={css.timer} role="timer" style={{ ['--left' as string]: left / SHOWN_FOR_S }}>
      <i />
      <span>{t('cards.reveal.hidesIn', { seconds: left })}</span>
    </div>
  )
}

/** Number and code on the issuer's own page: neither ever reaches our servers. */
function IssuersPage({ url, onHide }: { url: string; onHide: () => void }) {
  const t = useText()
  return (
    <Stack gap={4}>
      <iframe
        className={css.frame}
        title={t('cards.reveal.title')}
        src={url}
        sandbox="allow-scripts allow-same-origin"
        allow="clipboard-write"
        referrerPolicy="no-referrer"
      />
      <p className={css.by}>{t('cards.reveal.byIssuer')}</p>
      <HidesSoon onHide={onHide} />
      <Row end>
        <Button icon="eyeOff" onClick={onHide}>
          {t('cards.reveal.hideNow')}
        </Button>
      </Row>
    </Stack>
  )
}

/** Number, expiry and code in the clear for a minute, each with a copy button. */
function RevealedCard({ card: { card, address }, onHide }: { card: ShownCard; onHide: () => void }) {
  const t = useText()
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
      <HidesSoon onHide={onHide} />
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
