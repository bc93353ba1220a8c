import type { PasskeyRow } from '#contract/identity/passkeys.ts'
import {
  addStaffPasskey,
  beginStaffPasskey,
  listStaffPasskeys,
  removeStaffPasskey,
  renameStaffPasskey,
} from '#contract/staff/passkeys.ts'
import { staffSelf } from '#contract/staff/staff.ts'
import { ask } from '#web/parts/client/client.ts'
import { TextField } from '#web/parts/forms/fields.tsx'
import { FormDialog } from '#web/parts/forms/FormDialog.tsx'
import { useForm } from '#web/parts/forms/useForm.ts'
import { useNewPasskey } from '#web/parts/passkeys/useNewPasskey.ts'
import { keepSelf } from '#web/operator/desk.ts'
import { useText } from '../text.ts'
import { CodeField } from '../signIn/DeskEntrance.tsx'

type Props = { passkey: PasskeyRow; onClose: () => void }

/** Where a passkey is required, the first one opens the desk. */
const reloadSelf = () => void ask(staffSelf, {}, { quiet: true }).then(keepSelf, () => {})

/** The authenticator's digits, then the browser's own dialog. */
export function AddPasskey({ onClose }: { onClose: () => void }) {
  const t = useText()
  const proof = useForm(beginStaffPasskey, { initial: { code: '' } })
  const form = useForm(addStaffPasskey, {
    initial: { name: '' },
    later: ['credentialId', 'clientDataJSON', 'attestationObject'],
  })
  const { add, begun, creating, problem } = useNewPasskey(() => proof.submit())
  return (
    <FormDialog
      title={t('passkeys.add')}
      onClose={onClose}
      form={{ ...form, loading: form.loading || proof.loading || creating }}
      problem={problem ?? proof.submitError}
      send={() => add((made) => form.submit(made))}
      submit={t('passkeys.addGo')}
      submitOff={form.text('name').trim() ? undefined : t('passkeys.nameNeeded')}
      done={t('passkeys.added')}
      refreshes={[listStaffPasskeys]}
      onDone={reloadSelf}
    >
      <p>{t('passkeys.addText')}</p>
      <TextField form={form} name="name" label={t('passkeys.name')} maxLength={30} required />
      {!begun && <CodeField form={proof} name="code" />}
    </FormDialog>
  )
}

export function RenamePasskey({ passkey: { passkeyId, name }, onClose }: Props) {
  const t = useText()
  const form = useForm(renameStaffPasskey, { initial: { passkeyId, name } })
  return (
    <FormDialog
      title={t('passkeys.rename')}
      form={form}
      submit={t('passkeys.save')}
      done={t('passkeys.renamed')}
      refreshes={[listStaffPasskeys]}
      onClose={onClose}
    >
      <TextField form={form} name="name" label={t('passkeys.name')} maxLength={30} required />
    </FormDialog>
  )
}

export function RemovePasskey({ passkey: { passkeyId, name }, onClose }: Props) {
  const t = useText()
  const form = useForm(removeStaffPasskey, { initial: { passkeyId, code: '' } })
  return (
    <FormDialog
      title={t('passkeys.removeTitle')}
      danger
      form={form}
      submit={t('passkeys.remove')}
      done={t('passkeys.removed')}
      refreshes={[listStaffPasskeys]}
      onDone={reloadSelf}
      onClose={onClose}
    >
      <p>{t('passkeys.removeText', { name })}</p>
      <CodeField form={form} name="code" />
    </FormDialog>
  )
}
