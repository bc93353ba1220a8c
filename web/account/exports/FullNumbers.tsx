import { useState } from 'react'
import type { Output } from '#contract/core/call.ts'
import { askCardCode, checkCardCode } from '#contract/cards/cards.ts'
import { exportCards, exportFullCards, FULL_EXPORT_MAX, FULL_LINK_MINUTES } from '#contract/exports/exports.ts'
import { FormError } from '#web/parts/forms/CallForm.tsx'
import { CheckField, TextField } from '#web/parts/forms/fields.tsx'
import { FormDialog } from '#web/parts/forms/FormDialog.tsx'
import { useForm } from '#web/parts/forms/useForm.ts'
import { PasskeyFirst } from '#web/parts/passkeys/PasskeyFirst.tsx'
import { usePasskey } from '#web/parts/passkeys/usePasskey.ts'
import { useCall } from '#web/parts/client/queries.ts'
import { serverNow } from '#web/parts/client/serverClock.ts'
import { showTime } from '#web/parts/dates.ts'
import { useSecondsLeft } from '#web/parts/useSecondsLeft.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { CopyButton } from '#web/ui/forms/CopyButton.tsx'
import { Muted, Row, Section, Stack } from '#web/ui/layout.tsx'
import { Note } from '#web/ui/Notes.tsx'
import type { Count } from './ExportDialog.tsx'
import { useDownload } from './useDownload.ts'
import { useText } from './text.ts'
import css from './Exports.module.css'

/** Full numbers: the explanation, a passkey or a code, and a password that exists only in this component and is shown once. */
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
  const passkey = usePasskey('EXPORT')
  const touches = passkey.asks && !sent
  const wait = useSecondsLeft(sent?.nextTime ?? 0)
  const code = useForm(checkCardCode, { initial: { code: '', scene: 'EXPORT' } })
  const file = useForm(exportFullCards, { initial: { ...filters, cvc: false } })
  const send = useCall(askCardCode, {
    quiet: true,
    onDone: ({ target, nextTime }) => {
      code.set({ code: '' })
      setSent({ target, nextTime: Math.min(nextTime, serverNow() + 60_000) })
    },
  })
  const ask = () => send.mutate({ scene: 'EXPORT' })
  const tooMany =
    (count?.total ?? 0) > FULL_EXPORT_MAX ? t('exports.full.tooMany', { max: FULL_EXPORT_MAX }) : undefined
  const refused = send.error?.says ?? code.submitError ?? file.submitError

  async function prepare() {
    if (touches) {
      const ticket = await passkey.confirm()
      return ticket === undefined ? undefined : file.submit({ ticket })
    }
    if (!sent) return void ask()
    const proof = await code.submit()
    const prepared = proof && (await file.submit({ ticket: proof.ticket }))
    code.set({ code: '' })
    return prepared
  }
  return (
    <FormDialog
      // Another step has another button, which the guard against double clicks of the first one does not hold back.
      key={touches ? 'touch' : sent ? 'prepare' : 'send'}
      form={{
        ...file,
        loading: file.loading || code.loading || send.isPending || passkey.touching,
        submitError: sent ? undefined : (refused ?? tooMany),
      }}
      send={prepare}
      title={t('exports.full.title')}
      submit={t(touches || sent ? 'exports.full.prepare' : 'exports.full.send')}
      submitOff={tooMany ?? (sent && code.text('code').length < 6 ? t('exports.full.code') : undefined)}
      outcome={(prepared) => <Ready prepared={prepared} />}
      width={520}
      onClose={onClose}
    >
      <p>{t('exports.full.text', { max: FULL_EXPORT_MAX, minutes: FULL_LINK_MINUTES })}</p>
      <Note tone="warn">{t('exports.full.logged')}</Note>
      <CheckField form={file} name="cvc" label={t('exports.full.cvc')} hint={t('exports.full.cvcNote')} />
      {touches && <PasskeyFirst passkey={passkey} />}
      {sent && (
        <TextField
          form={code}
          name="code"
          label={t('exports.full.code')}
          hint={t('exports.full.sent', { target: sent.target })}
          problem={refused}
          extra={
            <Button look="quiet" size="s" disabled={wait > 0} onClick={ask}>
              {wait > 0 ? t('exports.full.resendIn', { seconds: wait }) : t('exports.full.resend')}
            </Button>
          }
          tidy={(typed) => typed.replace(/\D/g, '').slice(0, 6)}
          inputMode="numeric"
          autoComplete="one-time-code"
          placeholder="••••••"
          autoFocus
        />
      )}
      <div>
        <Button look="quiet" icon="left" guardMs={0} onClick={onBack}>
          {t('exports.full.back')}
        </Button>
      </div>
    </FormDialog>
  )
}

function Ready({
  prepared: { link, password, count, revealed, expireTime },
}: {
  prepared: Output<typeof exportFullCards>
}) {
  const t = useText()
  const { start, progress, saved, refused } = useDownload()
  return (
    <Section title={t('exports.full.ready')}>
      <Stack gap={4}>
        <p>{t('exports.full.readyText', { count, revealed })}</p>
        <Stack gap={1} className={css.password} role="group" aria-label={t('exports.full.password')}>
          <Muted>{t('exports.full.password')}</Muted>
          <Row as="span" between>
            <code>{password}</code>
            <CopyButton text={password} what={t('exports.full.password')} />
          </Row>
        </Stack>
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
        <div role="status">
          <Muted>{saved ? t('exports.full.taken') : t('exports.full.until', { time: showTime(expireTime) })}</Muted>
        </div>
      </Stack>
    </Section>
  )
}
