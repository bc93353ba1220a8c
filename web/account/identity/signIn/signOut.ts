import { signOut as signOutCall } from '#contract/identity/identity.ts'
import { ask } from '#web/parts/client/client.ts'
import { endSession, stored } from '#web/parts/client/session.ts'
import { toast } from '#web/ui/dialogs/toast.ts'
import { say } from '#web/text.ts'

/** How long the good-bye is shown. */
const NOTICE_MS = 1000

/** On success a notice for a second, then everything is cleared and the console goes to its root. */
export async function signOut(): Promise<void> {
  const left = stored('access_token')
  await ask(signOutCall, {})
  toast.ok(say('parts.signedOut'), NOTICE_MS)
  await new Promise((done) => setTimeout(done, NOTICE_MS))
  // A call of the page that was refused meanwhile has led to sign-in already, and somebody may have come back in.
  const now = stored('access_token')
  if (now === undefined || now === left) endSession()
}
