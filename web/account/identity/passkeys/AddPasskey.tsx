import { addPasskey, beginPasskey, listPasskeys } from '#contract/identity/passkeys.ts'
import { ask } from '#web/parts/client/client.ts'
import { loadUserInfo } from '#web/parts/client/whoAmI.ts'
import { TextField } from '#web/parts/forms/fields.tsx'
import { FormDialog } from '#web/parts/forms/FormDialog.tsx'
import { useForm } from '#web/parts/forms/useForm.ts'
import { canUsePasskeys } from '#web/parts/client/browserId.ts'
import { useNewPasskey } from '#web/parts/passkeys/useNewPasskey.ts'
import { useText } from '../text.ts'
import { useProof } from './useProof.tsx'

/** A name to begin with, from what the browser says about its machine. */
const machine = (): string => /iPhone|iPad|Android|Mac|Windows|Linux/.exec(navigator.userAgent)?.[0] ?? ''

/** Proof, then the browser's own dialog. */
export function AddPasskey({ title, onClose }: { title: string; onClose: () => void }) {
  const t = useText()
  const proof = useProof()
  const form = useForm(addPasskey, {
    initial: { name: machine() },
    later: ['credentialId', 'clientDataJSON', 'attestationObject'],
  })

  const { add, begun, creating, problem } = useNewPasskey(async () => {
    const ticket = await proof.ticket()
    if (ticket === undefined) return undefined
    proof.spent()
    return ask(beginPasskey, { ticket }, { quiet: true })
  })
  return (
    <FormDialog
      title={title}
      width={520}
      onClose={onClose}
      form={{ ...form, loading: form.loading || proof.loading || creating }}
      problem={problem}
      send={() => add((made) => form.submit(made))}
      submit={t('identity.passkeys.addGo')}
      submitOff={canUsePasskeys ? undefined : t('identity.passkeys.unsupported')}
      done={t('identity.passkeys.added')}
      refreshes={[listPasskeys]}
      onDone={() => void loadUserInfo().catch(() => {})}
    >
      <p>{t('identity.passkeys.addText')}</p>
      <TextField
        form={form}
        name="name"
        label={t('identity.passkeys.name')}
        hint={t('identity.passkeys.nameHint')}
        maxLength={30}
        required
      />
      {!begun && proof.field}
    </FormDialog>
  )
}
