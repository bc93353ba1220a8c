import { useState } from 'react'
import { passwordCode, unbindGoogle, bindGoogle, googleSecret } from '#contract/identity/security.ts'
import type { Output } from '#contract/core/call.ts'
import { useSession } from '#web/parts/client/useSession.ts'
import { Qr } from '#web/ui/charts/Qr.tsx'
import { Button } from '#web/ui/forms/Button.tsx'
import { CopyButton } from '#web/ui/forms/CopyButton.tsx'
import { StatusTag } from '#web/ui/tags/Tag.tsx'
import { ask } from '#web/parts/client/client.ts'
import { CallForm } from '#web/parts/forms/CallForm.tsx'
import { useForm } from '#web/parts/forms/useForm.ts'
import { Field } from '#web/ui/forms/Field.tsx'
import { Input } from '#web/ui/forms/Input.tsx'
import { toast } from '#web/ui/dialogs/toast.ts'
import { loadUserInfo } from '#web/parts/client/whoAmI.ts'
import { useCall } from '#web/parts/client/queries.ts'
import { useText } from '../text.ts'
import { SmsCode } from '../signIn/SmsCode.tsx'
import css from '../Identity.module.css'

/** Binds or unbinds the app. Recovery codes exist only in this component, until the user confirms having saved them. */
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

function UnbindGoogle() {
  const t = useText()
  const form = useForm(unbindGoogle, { initial: { googleCode: '', code: '' } })
  const [digits, code] = [form.field('googleCode'), form.field('code')]
  async function go() {
    // One field for both: an app code has six digits, a recovery code is longer.
    const typed = digits.value.trim()
    const recovery = typed.length > 6 ? { googleCode: undefined, recoveryCode: typed } : {}
    if (!(await form.submit(recovery))) return
    toast.ok(t('identity.unbound'))
    await loadUserInfo().catch(() => {})
  }
  return (
    <CallForm
      loading={form.loading}
      submitError={form.submitError}
      submit={t('identity.unbind')}
      onSubmit={() => void go()}
    >
      <p className={css.text}>{t('identity.unbindText')}</p>
      <Field label={t('identity.googleOrRecovery')} problem={digits.problem} required>
        {(wiring) => <Input {...wiring} {...digits} autoComplete="off" maxLength={9} />}
      </Field>
      <Field label={t('identity.smsCode')} problem={code.problem} required>
        {(wiring) => <SmsCode wiring={wiring} code={code} send={() => ask(passwordCode, {}, { quiet: true })} />}
      </Field>
    </CallForm>
  )
}

/** Scan, enter the digits, verify the phone. The secret exists only in this component and in no cache. */
function BindGoogle({ onBound }: { onBound: (recoveryCodes: string[]) => void }) {
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
        <Qr text={shown.otpauthUrl} size={196} label={t('identity.bindScan')} />
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
