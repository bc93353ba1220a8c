import { useState } from 'react'
import type { Output } from '#contract/core/call.ts'
import { addPasskey, beginPasskey, listPasskeys } from '#contract/identity/passkeys.ts'
import { ask } from '#web/parts/client/client.ts'
import { asRefused } from '#web/parts/client/refused.ts'
import { serverNow } from '#web/parts/client/serverClock.ts'
import { loadUserInfo } from '#web/parts/client/whoAmI.ts'
import { TextField } from '#web/parts/forms/fields.tsx'
import { FormDialog } from '#web/parts/forms/FormDialog.tsx'
import { useForm } from '#web/parts/forms/useForm.ts'
import { canUsePasskeys } from '#web/parts/client/browserId.ts'
import { createPasskey } from '#web/parts/passkeys/webauthn.ts'
import { useText } from '../text.ts'
import { useProof } from './useProof.tsx'

/** A name to begin with, from what the browser says about its machine. */
const machine = (): string => /iPhone|iPad|Android|Mac|Windows|Linux/.exec(navigator.userAgent)?.[0] ?? ''

/** Proof, then the browser's own dialog. A dialog that was closed can be opened again without another proof. */
export function AddPasskey({ title, onClose }: { title: string; onClose: () => void }) {
  const t = useText()
  const proof = useProof()
  const [begun, setBegun] = useState<Output<typeof beginPasskey>>()
  const [creating, setCreating] = useState(false)
  const [problem, setProblem] = useState<string>()
  const form = useForm(addPasskey, {
    initial: { name: machine() },
    later: ['credentialId', 'clientDataJSON', 'attestationObject'],
  })

  async function begin(): Promise<Output<typeof beginPasskey> | undefined> {
    if (begun && begun.expireTime > serverNow() + 10_000) return begun
    const ticket = await proof.ticket()
    if (ticket === undefined) return undefined
    proof.spent()
    const options = await ask(beginPasskey, { ticket }, { quiet: true })
    setBegun(options)
    return options
  }
  async function add() {
    setProblem(undefined)
    setCreating(true)
    try {
      const options = await begin()
      if (!options) return undefined
      const made = await createPasskey(options)
      setBegun(undefined)
      return await form.submit(made)
    } catch (error) {
      setProblem(asRefused(error)?.says ?? t('passkey.cancelled'))
      return undefined
    } finally {
      setCreating(false)
    }
  }
  return (
    <FormDialog
      title={title}
      width={520}
      onClose={onClose}
      form={{ ...form, loading: form.loading || proof.loading || creating }}
      problem={problem}
      send={add}
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
