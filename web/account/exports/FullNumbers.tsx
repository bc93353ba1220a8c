import { useState } from 'react'
import type { Output } from '#contract/core/call.ts'
import { askCardCode, checkCardCode } from '#contract/cards/cards.ts'
import { exportCards, exportFullCards, FULL_EXPORT_MAX, FULL_LINK_MINUTES } from '#contract/exports/exports.ts'
import { FormError } from '#web/parts/forms/CallForm.tsx'
import { ask } from '#web/parts/client/client.ts'
import { showTime } from '#web/parts/dates.ts'
import { asRefused, type Refused } from '#web/parts/client/refused.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { CopyButton } from '#web/ui/forms/CopyButton.tsx'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
import { Field } from '#web/ui/forms/Field.tsx'
import { Checkbox, Input } from '#web/ui/forms/Input.tsx'
import { Note } from '#web/ui/Notes.tsx'
import { useSecondsLeft } from '#web/parts/useSecondsLeft.ts'
import type { Count } from './ExportDialog.tsx'
import { useDownload } from './useDownload.ts'
import css from './Exports.module.css'
import { serverNow } from '#web/parts/client/serverClock.ts'
import { useText } from './text.ts'

type Prepared = Output<typeof exportFullCards>

/** Full numbers: the explanation, a code, and a password that exists only in this component and is shown once. */
export function FullNumbers({
  filters,
  count,
  onBack,
  onClose,
}: {
  filters: Record<string, string>
  count: Count
  onBack: () => void
  onClose: () => void
}) {
  const t = useText()
  const [sent, setSent] = useState<{ target: string; nextTime: number }>()
  const [code, setCode] = useState('')
  const [cvc, setCvc] = useState(false)
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<Refused>()
  const [prepared, setPrepared] = useState<Prepared>()
  const wait = useSecondsLeft(sent?.nextTime ?? 0)
  const tooMany = (count?.total ?? 0) > FULL_EXPORT_MAX

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
      const { target, nextTime } = await ask(askCardCode, { scene: 'EXPORT' }, { quiet: true })
      setCode('')
      setSent({ target, nextTime: Math.min(nextTime, serverNow() + 60_000) })
    })
  const prepare = () =>
    doing(async () => {
      try {
        const { ticket } = await ask(checkCardCode, { code, scene: 'EXPORT' }, { quiet: true })
        setPrepared(await ask(exportFullCards, { ...filters, cvc, ticket }, { quiet: true }))
      } finally {
        setCode('')
      }
    })

  return (
    <Dialog title={t('exports.full.title')} onClose={onClose} width={520}>
      {prepared ? (
        <Ready prepared={prepared} />
      ) : (
        <form
          noValidate
          className={css.form}
          onSubmit={(event) => {
            event.preventDefault()
            if (busy || tooMany) return
            if (!sent) void send()
            else if (code.length === 6) void prepare()
          }}
        >
          <p className={css.text}>{t('exports.full.text', { max: FULL_EXPORT_MAX, minutes: FULL_LINK_MINUTES })}</p>
          <Note tone="warn">{t('exports.full.logged')}</Note>
          <div>
            <Checkbox checked={cvc} onChange={setCvc}>
              {t('exports.full.cvc')}
            </Checkbox>
            <small className={css.note}>{t('exports.full.cvcNote')}</small>
          </div>
          {sent ? (
            <Field
              label={t('exports.full.code')}
              hint={t('exports.full.sent', { target: sent.target })}
              problem={refused?.says}
              extra={
                <Button look="quiet" size="s" disabled={wait > 0} onClick={() => void send()}>
                  {wait > 0 ? t('exports.full.resendIn', { seconds: wait }) : t('exports.full.resend')}
                </Button>
              }
            >
              {(wiring) => (
                <Input
                  {...wiring}
                  value={code}
                  disabled={busy}
                  autoFocus
                  inputMode="numeric"
                  autoComplete="one-time-code"
                  maxLength={6}
                  placeholder="••••••"
                  onChange={(text) => setCode(text.replace(/\D/g, '').slice(0, 6))}
                />
              )}
            </Field>
          ) : (
            <FormError
              text={refused?.says ?? (tooMany ? t('exports.full.tooMany', { max: FULL_EXPORT_MAX }) : undefined)}
            />
          )}
          <Button
            // A different button, not the first one pressed twice: the guard would ignore a quick second press.
            key={sent ? 'prepare' : 'send'}
            look="primary"
            type="submit"
            size="l"
            wide
            loading={busy}
            disabled={
              tooMany
                ? t('exports.full.tooMany', { max: FULL_EXPORT_MAX })
                : sent && code.length < 6
                  ? t('exports.full.code')
                  : undefined
            }
          >
            {sent ? t('exports.full.prepare') : t('exports.full.send')}
          </Button>
          <Button look="quiet" guardMs={0} onClick={onBack}>
            {t('exports.full.back')}
          </Button>
        </form>
      )}
    </Dialog>
  )
}

function Ready({ prepared: { link, password, count, revealed, expireTime } }: { prepared: Prepared }) {
  const t = useText()
  const { start, progress, saved, refused } = useDownload()
  return (
    <div className={css.form}>
      <h3 className={css.ready}>{t('exports.full.ready')}</h3>
      <p className={css.text}>{t('exports.full.readyText', { count, revealed })}</p>
      <div className={css.password} role="group" aria-label={t('exports.full.password')}>
        <small>{t('exports.full.password')}</small>
        <span>
          <code>{password}</code>
          <CopyButton text={password} what={t('exports.full.password')} />
        </span>
      </div>
      <Note>{t('exports.full.keep')}</Note>
      <FormError text={refused?.says} />
      <Button
        look="primary"
        size="l"
        icon="download"
        wide
        loading={progress !== undefined}
        disabled={saved ? t('exports.full.taken') : undefined}
        onClick={() => void start(exportCards, { columns: ['FULL'], ticket: link })}
      >
        {t('exports.full.download')}
      </Button>
      <p className={css.note} role="status">
        {saved ? t('exports.full.taken') : t('exports.full.until', { time: showTime(expireTime) })}
      </p>
    </div>
  )
}
