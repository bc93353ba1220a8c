import { useState } from 'react'
import { passwordCode, unbindGoogle, bindGoogle, googleSecret } from '#contract/identity/security.ts'
import type { Output } from '#contract/core/call.ts'
import { useSession } from '#web/parts/client/useSession.ts'
import { Qr } from '#web/ui/charts/Qr.tsx'
import { Button } from '#web/ui/forms/Button.tsx'
import { CopyButton } from '#web/ui/forms/CopyButton.tsx'
import { Grid, Muted, Row, Stack } from '#web/ui/layout.tsx'
import { StatusTag } from '#web/ui/tags/Tag.tsx'
import { PageForm } from '#web/parts/forms/PageForm.tsx'
import { TextField } from '#web/parts/forms/fields.tsx'
import { useForm } from '#web/parts/forms/useForm.ts'
import { loadUserInfo } from '#web/parts/client/whoAmI.ts'
import { useCall } from '#web/parts/client/queries.ts'
import { useText } from '../text.ts'
import { SmsCodeField } from '../signIn/SmsCode.tsx'
import css from '../Identity.module.css'
import { GoogleSteps } from './GoogleSteps.tsx'

/** Binds or unbinds the app. Recovery codes exist only in this component, until the user confirms having saved them. */
export function GooglePanel({ onDone }: { onDone?: () => void }) {
  const t = useText()
  const bound = useSession().UserInfo?.statusList.googleBind === 1
  const [codes, setCodes] = useState<string[]>()
  if (codes)
    return (
      <Stack gap={4}>
        <h3>{t('identity.recovery')}</h3>
        <p>{t('identity.recoveryText')}</p>
        <Grid as="ul" gap={2} min={140} className={css.codes} aria-label={t('identity.recovery')}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </Grid>
        <Row end>
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
        </Row>
      </Stack>
    )
  return (
    <Stack gap={4}>
      <Row>
        <StatusTag tone={bound ? 'ok' : 'warn'} text={t(bound ? 'identity.googleOn' : 'identity.googleOff')} />
        <span>{t('identity.googleText')}</span>
      </Row>
      {bound ? <UnbindGoogle /> : <BindGoogle onBound={setCodes} />}
    </Stack>
  )
}

const reloadUser = () => void loadUserInfo().catch(() => {})

function UnbindGoogle() {
  const t = useText()
  const form = useForm(unbindGoogle, { initial: { googleCode: '', code: '' } })
  // One field for both: an app code has six digits, a recovery code is longer.
  const typed = form.text('googleCode').trim()
  const recovery = typed.length > 6 ? { googleCode: undefined, recoveryCode: typed } : {}
  return (
    <PageForm
      form={form}
      submit={t('identity.unbind')}
      send={() => form.submit(recovery)}
      done={t('identity.unbound')}
      onDone={reloadUser}
    >
      <p>{t('identity.unbindText')}</p>
      <TextField form={form} name="googleCode" label={t('identity.googleOrRecovery')} maxLength={9} required />
      <SmsCodeField form={form} label={t('identity.smsCode')} send={passwordCode} />
    </PageForm>
  )
}

/** Scan, enter the digits, verify the phone. The secret exists only in this component and in no cache. */
function BindGoogle({ onBound }: { onBound: (recoveryCodes: string[]) => void }) {
  const t = useText()
  const [shown, setShown] = useState<Output<typeof googleSecret>>()
  const begin = useCall(googleSecret, { onDone: setShown })
  const form = useForm(bindGoogle, { initial: { googleCode: '', code: '' } })
  if (!shown)
    return (
      <Stack gap={5}>
        <GoogleSteps />
        <div>
          <Button look="primary" icon="shield" loading={begin.isPending} onClick={() => begin.mutate({})}>
            {t('identity.bindTitle')}
          </Button>
        </div>
      </Stack>
    )
  return (
    <Grid gap={5} min={240}>
      <Stack gap={4} className={css.scan}>
        <Qr text={shown.otpauthUrl} size={196} label={t('identity.bindScan')} />
        <Button look="quiet" size="s" icon="refresh" loading={begin.isPending} onClick={() => begin.mutate({})}>
          {t('identity.again')}
        </Button>
      </Stack>
      <PageForm
        form={form}
        submit={t('identity.bindNow')}
        onDone={({ recoveryCodes }) => {
          onBound(recoveryCodes)
          reloadUser()
        }}
      >
        <p>{t('identity.bindScan')}</p>
        <div>
          <Muted as="small">{t('identity.secret')}</Muted>
          <div className={css.secret}>
            <span data-secret>{shown.secret}</span> <CopyButton text={shown.secret} what={t('identity.secret')} />
          </div>
        </div>
        <TextField form={form} name="googleCode" label={t('identity.ticketCode')} inputMode="numeric" maxLength={6} />
        <SmsCodeField form={form} label={t('identity.smsCode')} send={passwordCode} />
      </PageForm>
    </Grid>
  )
}
