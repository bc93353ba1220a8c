import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { enrolStaff, showEnrolment } from '#contract/staff/enrolment.ts'
import type { Output } from '#contract/core/call.ts'
import { queryClient, useAsk } from '#web/parts/client/queries.ts'
import { FormError } from '#web/parts/forms/CallForm.tsx'
import { PasswordField } from '#web/parts/forms/fields.tsx'
import { useForm } from '#web/parts/forms/useForm.ts'
import { Qr } from '#web/ui/charts/Qr.tsx'
import { Button } from '#web/ui/forms/Button.tsx'
import { CopyButton } from '#web/ui/forms/CopyButton.tsx'
import { Muted, Stack } from '#web/ui/layout.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { openDesk } from '#web/operator/desk.ts'
import { paths } from '#web/operator/paths.ts'
import { useText } from '../text.ts'
import { CodeField, DeskEntrance } from './DeskEntrance.tsx'
import css from './SignIn.module.css'

/** Where a one-time link leads: a password, an authenticator, and the desk. */
export default function EnrolPage() {
  return (
    <QueryClientProvider client={queryClient}>
      <Opened />
    </QueryClientProvider>
  )
}

function Opened() {
  const t = useText()
  const { link = '' } = useParams()
  const { data, error } = useAsk(showEnrolment, { link }, { quiet: true })
  const navigate = useNavigate()
  if (error)
    return (
      <DeskEntrance title={t('enrolment.title')} lead={error.msg || error.says}>
        <Button look="primary" size="l" wide onClick={() => void navigate(paths.signIn, { replace: true })}>
          {t('enrolment.toSignIn')}
        </Button>
      </DeskEntrance>
    )
  return (
    <DeskEntrance
      title={t('enrolment.title')}
      lead={data ? t('enrolment.lead', { name: data.name, login: data.loginName }) : t('enrolment.opening')}
    >
      {data ? <Enrol link={link} shown={data} /> : <Skeleton width={180} height={180} radius={12} />}
    </DeskEntrance>
  )
}

function Enrol({ link, shown }: { link: string; shown: Output<typeof showEnrolment> }) {
  const t = useText()
  const navigate = useNavigate()
  const form = useForm(enrolStaff, { initial: { link, password: '', code: '' } })
  const [entering, setEntering] = useState(false)

  async function go() {
    const answer = await form.submit()
    if (!answer) return
    setEntering(true)
    openDesk(answer)
    await navigate(paths.home, { replace: true })
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!form.loading && !entering) void go()
      }}
    >
      {/* Password managers keep the login name with the password. */}
      <input type="text" name="username" autoComplete="username" value={shown.loginName} readOnly hidden />
      <Stack gap={4}>
        <PasswordField form={form} name="password" label={t('enrolment.password')} hint={t('enrolment.passwordHint')} />
        <Stack gap={2} className={css.scan}>
          <p>{t('enrolment.scan')}</p>
          <Qr text={shown.uri} size={180} label={t('enrolment.scan')} />
          <Muted as="small">{t('enrolment.secret')}</Muted>
          <div className={css.secret}>
            <span data-secret>{shown.secret}</span> <CopyButton text={shown.secret} what={t('enrolment.secret')} />
          </div>
        </Stack>
        <CodeField form={form} name="code" />
        <FormError text={form.submitError} />
        <Button look="primary" size="l" type="submit" wide guardMs={0} loading={form.loading || entering}>
          {t('enrolment.done')}
        </Button>
      </Stack>
    </form>
  )
}
