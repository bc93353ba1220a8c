import { listPasskeys, removePasskey, renamePasskey, type PasskeyRow } from '#contract/identity/passkeys.ts'
import { loadUserInfo } from '#web/parts/client/whoAmI.ts'
import { TextField } from '#web/parts/forms/fields.tsx'
import { FormDialog } from '#web/parts/forms/FormDialog.tsx'
import { useForm } from '#web/parts/forms/useForm.ts'
import { useText } from '../text.ts'
import { useProof } from './useProof.tsx'

type Props = { passkey: PasskeyRow; onClose: () => void }

export function RenamePasskey({ passkey: { passkeyId, name }, onClose }: Props) {
  const t = useText()
  const form = useForm(renamePasskey, { initial: { passkeyId, name } })
  return (
    <FormDialog
      title={t('identity.passkeys.rename')}
      form={form}
      submit={t('identity.save')}
      done={t('identity.passkeys.renamed')}
      refreshes={[listPasskeys]}
      onClose={onClose}
    >
      <TextField form={form} name="name" label={t('identity.passkeys.name')} maxLength={30} required />
    </FormDialog>
  )
}

export function RemovePasskey({ passkey: { passkeyId, name }, onClose }: Props) {
  const t = useText()
  const proof = useProof()
  const form = useForm(removePasskey, { initial: { passkeyId } })
  async function remove() {
    const ticket = await proof.ticket()
    if (ticket === undefined) return undefined
    proof.spent()
    return form.submit({ ticket })
  }
  return (
    <FormDialog
      title={t('identity.passkeys.removeTitle')}
      width={520}
      danger
      form={{ ...form, loading: form.loading || proof.loading }}
      send={remove}
      submit={t('identity.passkeys.remove')}
      done={t('identity.passkeys.removed')}
      refreshes={[listPasskeys]}
      onDone={() => void loadUserInfo().catch(() => {})}
      onClose={onClose}
    >
      <p>{t('identity.passkeys.removeText', { name })}</p>
      {proof.field}
    </FormDialog>
  )
}
