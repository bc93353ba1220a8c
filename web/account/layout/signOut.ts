import { signOut as signOutCall } from '../../../contract/identity.ts'
import { ask } from '../../parts/client.ts'
import { endSession } from '../../parts/session.ts'
import { i18n } from '../../text/i18n.ts'
import { toast } from '../../ui/toast.ts'

/** How long the good-bye is shown. */
const NOTICE_MS = 1000

/** On success a notice for a second, then everything is cleared and the console goes to its root. */
export async function signOut(): Promise<void> {
  await ask(signOutCall, {})
  toast.ok(i18n.t('layout.signedOut'), NOTICE_MS)
  await new Promise((done) => setTimeout(done, NOTICE_MS))
  endSession()
}
