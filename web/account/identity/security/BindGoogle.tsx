import { QRCode } from 'antd'
import { useState } from 'react'
import type { Output } from '#contract/core/call.ts'
import { bindGoogle, googleSecret, passwordCode } from '#contract/identity/security.ts'
import { Antd } from '#web/parts/Antd.tsx'
import { ask } from '#web/parts/client/client.ts'
import { CallForm } from '#web/parts/forms/CallForm.tsx'
import { useCall } from '#web/parts/client/queries.ts'
import { useForm } from '#web/parts/forms/useForm.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { CopyButton } from '#web/ui/forms/CopyButton.tsx'
import { Field } from '#web/ui/forms/Field.tsx'
import { Input } from '#web/ui/forms/Input.tsx'
import { SmsCode } from '../signIn/SmsCode.tsx'
import { loadUserInfo } from '#web/parts/client/whoAmI.ts'
import { useText } from '../text.ts'
import css from '../Identity.module.css'

/** Scan, read back, prove the phone. The secret is in this component alone and in no cache. */
export function BindGoogle({ onBound }: { onBound: (recoveryCodes: string[]) => void }) {
  const t = useText()
  const [shown, setShown] = useState<Output<typeof googleSecret>>()
  const begin = useCall(googleSecret, { onDone: setShown })
  const form = useForm(bindGoogle, { initial: { googleCode: '', code: '' } })
  const [digits, code] = [form.field('googleCode'), form.field('code')]
  if (!shown)
    return (
      <div>
        <Button look="primary" icon="shield" loading={begin.isPending} onClick={() => begin.mutate({})}>
          {t('identity.bindTitle')}
        </Button>
      </div>
    )
  async function go() {
    const answer = await form.submit()
    if (!answer) return
    onBound(answer.recoveryCodes)
    await loadUserInfo().catch(() => {})
  }
  return (
    <div className={css.bind}>
      <div className={css.form}>
        <div className={css.qr}>
          {/* Dark on white in both themes: not every camera reads it the other way round. */}
          <Antd>
            <QRCode
              value={shown.otpauthUrl}
              size={180}
              color="#0e1b1d"
              bgColor="#ffffff"
              type="svg"
              bordered={false}
              aria-label={t('identity.bindScan')}
            />
          </Antd>
        </div>
        <Button look="quiet" size="s" icon="refresh" loading={begin.isPending} onClick={() => begin.mutate({})}>
          {t('identity.again')}
        </Button>
      </div>
      <CallForm
        loading={form.loading}
        submitError={form.submitError}
        submit={t('identity.bindNow')}
        onSubmit={() => void go()}
      >
        <p className={css.text}>{t('identity.bindScan')}</p>
        <div>
          <small>{t('identity.secret')}</small>
          <div className={css.secret}>
            <span data-secret>{shown.secret}</span> <CopyButton text={shown.secret} what={t('identity.secret')} />
          </div>
        </div>
        <Field label={t('identity.ticketCode')} problem={digits.problem} required>
          {(wiring) => <Input {...wiring} {...digits} inputMode="numeric" autoComplete="off" maxLength={6} />}
        </Field>
        <Field label={t('identity.smsCode')} problem={code.problem} required>
          {(wiring) => <SmsCode wiring={wiring} code={code} send={() => ask(passwordCode, {}, { quiet: true })} />}
        </Field>
      </CallForm>
    </div>
  )
}
