import { editProfile, listSessions, profileCode } from '#contract/identity/security.ts'
import { ask } from '#web/parts/client/client.ts'
import { CallForm } from '#web/parts/forms/CallForm.tsx'
import { refresh } from '#web/parts/client/queries.ts'
import { useForm } from '#web/parts/forms/useForm.ts'
import { Field } from '#web/ui/forms/Field.tsx'
import { toast } from '#web/ui/dialogs/toast.ts'
import { MobileField } from '../signIn/MobileField.tsx'
import { SmsCode } from '../signIn/SmsCode.tsx'
import { loadUserInfo } from '#web/parts/client/whoAmI.ts'
import { useStepUp } from '../StepUpField.tsx'
import { useText } from '../text.ts'

/** A code to the number that is, and one to the number that shall be. */
export function MobileForm({ onDone }: { onDone: () => void }) {
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
    <CallForm
      loading={form.loading}
      submitError={form.submitError}
      submit={t('identity.save')}
      onSubmit={() => void go()}
    >
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
