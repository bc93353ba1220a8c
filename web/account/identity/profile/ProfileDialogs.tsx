import { changePassword, editProfile, listSessions, passwordCode, profileCode } from '#contract/identity/security.ts'
import { ask } from '#web/parts/client/client.ts'
import { useSession } from '#web/parts/client/useSession.ts'
import { loadUserInfo } from '#web/parts/client/whoAmI.ts'
import { TextField } from '#web/parts/forms/fields.tsx'
import { FormDialog } from '#web/parts/forms/FormDialog.tsx'
import { useForm } from '#web/parts/forms/useForm.ts'
import { MobileField } from '../signIn/MobileField.tsx'
import { NewPassword } from '../signIn/NewPassword.tsx'
import { SmsCodeField } from '../signIn/SmsCode.tsx'
import { useStepUp } from '../StepUpField.tsx'
import { useText } from '../text.ts'

type Props = { title: string; onClose: () => void }

/** What the three dialogs share. */
function useSaving() {
  const t = useText()
  return { width: 520, submit: t('identity.save'), done: t('identity.saved') }
}

const loadProfile = () => void loadUserInfo().catch(() => {})

export function NicknameDialog(props: Props) {
  const t = useText()
  const saving = useSaving()
  const user = useSession().UserInfo
  const form = useForm(editProfile, { initial: { nickname: user?.nickname ?? '', code: '' } })
  return (
    <FormDialog {...props} form={form} {...saving} onDone={loadProfile}>
      <TextField form={form} name="nickname" label={t('identity.nickname')} autoComplete="nickname" required />
      <SmsCodeField form={form} label={t('identity.smsCode')} send={profileCode} />
    </FormDialog>
  )
}

/** A code to the current number, and one to the new number. */
export function MobileDialog(props: Props) {
  const t = useText()
  const saving = useSaving()
  const form = useForm(editProfile, { initial: { code: '', area: '86', mobile: '', newCode: '' } })
  const [area, mobile] = [form.text('area'), form.text('mobile')]
  const stepUp = useStepUp('MOBILE')
  return (
    <FormDialog
      {...props}
      form={form}
      {...saving}
      send={() => stepUp.submit(form)}
      refreshes={[listSessions]}
      onDone={loadProfile}
    >
      <SmsCodeField form={form} label={t('identity.oldCode')} send={profileCode} />
      <MobileField form={form} label={t('identity.newMobile')} />
      <SmsCodeField
        form={form}
        name="newCode"
        label={t('identity.newCode')}
        off={mobile === ''}
        send={() => ask(profileCode, { target: 'new', mobile, area }, { quiet: true })}
      />
      {stepUp.field}
    </FormDialog>
  )
}

export function PasswordDialog(props: Props) {
  const t = useText()
  const saving = useSaving()
  const form = useForm(changePassword, { initial: { code: '', password: '', confirmPassword: '' } })
  const stepUp = useStepUp('PASSWORD')
  return (
    <FormDialog {...props} form={form} {...saving} send={() => stepUp.submit(form)} refreshes={[listSessions]}>
      <p>{t('identity.passwordText')}</p>
      <SmsCodeField form={form} label={t('identity.smsCode')} send={passwordCode} />
      {stepUp.field}
      <NewPassword form={form} label={t('signIn.way.newPassword')} again={t('signIn.confirmPassword')} />
    </FormDialog>
  )
}
