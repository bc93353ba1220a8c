import { useState, type ReactNode } from 'react'
import { checkPasskeyCode, passkeyCode } from '#contract/identity/passkeys.ts'
import { checkGoogle } from '#contract/identity/security.ts'
import { useSession } from '#web/parts/client/useSession.ts'
import { TextField } from '#web/parts/forms/fields.tsx'
import { useForm } from '#web/parts/forms/useForm.ts'
import { PasskeyFirst } from '#web/parts/passkeys/PasskeyFirst.tsx'
import { usePasskey } from '#web/parts/passkeys/usePasskey.ts'
import { SmsCodeField } from '../signIn/SmsCode.tsx'
import { useText } from '../text.ts'

type Proof = {
  field: ReactNode
  loading: boolean
  /** A ticket, kept until {@link spent}; nothing if the proof was refused, which is then said. */
  ticket: () => Promise<string | undefined>
  spent: () => void
}

/** Before a passkey is added or removed: another passkey, the app's digits, or a code by SMS. */
export function useProof(): Proof {
  const t = useText()
  const bound = useSession().UserInfo?.statusList.googleBind === 1
  const passkey = usePasskey('PASSKEY')
  const google = useForm(checkGoogle, { initial: { googleCode: '', scene: 'PASSKEY' } })
  const sms = useForm(checkPasskeyCode, { initial: { code: '' } })
  const [kept, setKept] = useState<string>()
  const prove = async () =>
    passkey.asks ? passkey.confirm() : (await (bound ? google.submit() : sms.submit()))?.ticket
  return {
    field:
      kept !== undefined ? null : passkey.asks ? (
        <PasskeyFirst passkey={passkey} />
      ) : bound ? (
        <TextField
          form={google}
          name="googleCode"
          label={t('identity.ticketCode')}
          problem={google.problemOf('googleCode') ?? google.submitError}
          inputMode="numeric"
          maxLength={6}
        />
      ) : (
        <SmsCodeField
          form={sms}
          label={t('identity.passkeys.smsCode')}
          problem={sms.problemOf('code') ?? sms.submitError}
          send={passkeyCode}
        />
      ),
    loading: passkey.touching || google.loading || sms.loading,
    ticket: async () => {
      const ticket = kept ?? (await prove())
      setKept(ticket)
      return ticket
    },
    spent: () => setKept(undefined),
  }
}
