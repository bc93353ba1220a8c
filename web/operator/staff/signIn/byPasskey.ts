/** The passkey's part of signing in at the desk. Loaded when somebody chooses to. */
import { beginStaffPasskeySignIn } from '#contract/staff/passkeys.ts'
import { ask } from '#web/parts/client/client.ts'
import { touch } from '#web/parts/passkeys/webauthn.ts'

export const touchAtDesk = async () => touch(await ask(beginStaffPasskeySignIn, {}, { quiet: true }))
