import { Navigate, useNavigate, useParams } from 'react-router'
import { editProfile, profileCode, listSessions } from '#contract/identity/security.ts'
import { useSession } from '#web/parts/client/useSession.ts'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
import { paths } from '#web/account/paths.ts'
import { ask } from '#web/parts/client/client.ts'
import { CallForm } from '#web/parts/forms/CallForm.tsx'
import { useForm } from '#web/parts/forms/useForm.ts'
import { Field } from '#web/ui/forms/Field.tsx'
import { Input } from '#web/ui/forms/Input.tsx'
import { toast } from '#web/ui/dialogs/toast.ts'
import { loadUserInfo } from '#web/parts/client/whoAmI.ts'
import { refresh } from '#web/parts/client/queries.ts'
import { CloseForm } from '../closing/CloseForm.tsx'
import { GooglePanel } from '../security/GooglePanel.tsx'
import { IdentityForm } from '../verification/IdentityForm.tsx'
import { PasswordForm } from '../security/PasswordForm.tsx'
import { useText } from '../text.ts'
import { SmsCode } from '../signIn/SmsCode.tsx'
import { MobileField } from '../signIn/MobileField.tsx'
import { useStepUp } from '../StepUpField.tsx'

const dialogs = {
  password: { title: 'identity.password', Form: PasswordForm, parent: false },
  google: { title: 'identity.google', Form: GooglePanel, parent: false },
  nickname: { title: 'identity.nickname', Form: NicknameForm, parent: true },
  mobile: { title: 'identity.mobile', Form: MobileForm, parent: true },
  identity: { title: 'identity.identity', Form: IdentityForm, parent: true },
  close: { title: 'identity.closing', Form: CloseForm, parent: true },
} as const

/** The dialogs over the page. */
export default function AccountDialog() {
  const t = useText()
  const navigate = useNavigate()
  const { what = '' } = useParams()
  const { subAccount } = useSession()
  const chosen = Object.hasOwn(dialogs, what) ? dialogs[what as keyof typeof dialogs] : undefined
  if (!chosen || (chosen.parent && subAccount)) return <Navigate to={paths.account} replace />
  const close = () => void navigate(paths.account)
  const { Form } = chosen
  return (
    <Dialog title={t(chosen.title)} onClose={close} width={what === 'google' ? 640 : 520}>
      <Form onDone={close} />
    </Dialog>
  )
}

function NicknameForm({ onDone }: { onDone: () => void }) {
  const t = useText()
  const user = useSession().UserInfo
  const form = useForm(editProfile, { initial: { nickname: user?.nickname ?? '', code: '' } })
  const [nickname, code] = [form.field('nickname'), form.field('code')]
  async function go() {
    if (!(await form.submit())) return
    await loadUserInfo().catch(() => {})
    toast.ok(t('identity.saved'))
    onDone()
  }
  return (
    <CallForm form={form} submit={t('identity.save')} onSubmit={() => void go()}>
      <Field label={t('identity.nickname')} problem={nickname.problem} required>
        {(wiring) => <Input {...wiring} {...nickname} maxLength={20} autoComplete="nickname" />}
      </Field>
      <Field label={t('identity.smsCode')} problem={code.problem} required>
        {(wiring) => <SmsCode wiring={wiring} code={code} send={() => ask(profileCode, {}, { quiet: true })} />}
      </Field>
    </CallForm>
  )
}

/** A code to the current number, and one to the new number. */
function MobileForm({ onDone }: { onDone: () => void }) {
  const t = useText()
  const form = useForm(editProfile, { initial: { code: '', area: '86', mobile: '', newCode: '' } })
  const [code, mobile, newCode] = [form.field('code'), form.field('mobile'), form.field('newCode')]
  const area = String(form.values.area)
  const stepUp = useStepUp('MOBILE')
  async function go() {
    const ticket = await stepUp.ticket()
    if (ticket === false || !(await form.submit(ticket ? { ticket } : {}))) return
    await loadUserInfo().catch(() => {})
    refresh(listSessions)
    toast.ok(t('identity.saved'))
    onDone()
  }
  return (
    <CallForm form={form} submit={t('identity.save')} onSubmit={() => void go()}>
      <Field label={t('identity.oldCode')} problem={code.problem} required>
        {(wiring) => <SmsCode wiring={wiring} code={code} send={() => ask(profileCode, {}, { quiet: true })} />}
      </Field>
      <MobileField
        label={t('identity.newMobile')}
        mobile={mobile}
        area={area}
        onArea={(value) => form.set({ area: value })}
      />
      <Field label={t('identity.newCode')} problem={newCode.problem} required>
        {(wiring) => (
          <SmsCode
            wiring={wiring}
            code={newCode}
            off={mobile.value === ''}
            send={() => ask(profileCode, { target: 'new', mobile: mobile.value, area }, { quiet: true })}
            onRefused={(text) => form.refuse('mobile', text)}
          />
        )}
      </Field>
      {stepUp.field}
    </CallForm>
  )
}
