import { signOut as signOutCall } from '#contract/identity/identity.ts'
import { ask } from '#web/parts/client/client.ts'
import { endSession, stored } from '#web/parts/client/session.ts'
import { toast } from '#web/ui/dialogs/toast.ts'
import { say } from '#web/text.ts'

/** How long the sign-out notice is shown. */
const NOTICE_MS = 1000

/** On success, shows a notice for a second, then clears everything and returns to the console's root. */
export async function signOut(): Promise<void> {
  const left = stored('access_token')
  await ask(signOutCall, {})
  toast.ok(say('parts.signedOut'), NOTICE_MS)
  await new Promise((done) => setTimeout(done, NOTICE_MS))
  // A refused call of the page may have ended the session already. A sign-in that began since then keeps what the browser has stored for it.
  if (stored('access_token') === left) endSession()
}
