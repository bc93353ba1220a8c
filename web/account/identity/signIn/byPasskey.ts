/** Signing in with a passkey: by its button, or from the suggestions of the name's field. Loaded after the page is there. */
import type { Output } from '#contract/core/call.ts'
import { beginPasskeySignIn, signInByPasskey } from '#contract/identity/passkeys.ts'
import { ask } from '#web/parts/client/client.ts'
import { serverNow } from '#web/parts/client/serverClock.ts'
import { NoPasskey, touch } from '#web/parts/passkeys/webauthn.ts'

type SignedIn = Output<typeof signInByPasskey>

/** A browser answers one request at a time: the button takes over from the suggestions. */
let offering: AbortController | undefined
/** Suggestions whose challenge comes while the button is used would ask the same passkey twice, and the answer that arrives second looks like that of a copy. */
let pressed = false

export async function signInNow(): Promise<SignedIn> {
  pressed = true
  offering?.abort()
  try {
    const challenge = await ask(beginPasskeySignIn, {}, { quiet: true })
    return await ask(signInByPasskey, await touch(challenge), { quiet: true })
  } finally {
    pressed = false
  }
}

/** Renewed before it expires: people leave the sign-in page open. */
const RENEW_BEFORE_MS = 10_000

/** Offers passkeys among the suggestions until somebody chooses one, which `onChosen` hears, or `signal` ends it. Returns nothing if it ended. */
export async function offerPasskeys(signal: AbortSignal, onChosen: () => void): Promise<SignedIn | undefined> {
  if (!(await PublicKeyCredential.isConditionalMediationAvailable?.())) return undefined
  while (!signal.aborted) {
    // Nobody asked for them yet, so nobody is told that there are none.
    const challenge = await ask(beginPasskeySignIn, {}, { quiet: true, signal }).catch(() => undefined)
    if (!challenge || pressed) return undefined
    const current = (offering = new AbortController())
    const stop = () => current.abort()
    signal.addEventListener('abort', stop)
    let renews = false
    const timer = setTimeout(
      () => {
        renews = true
        stop()
      },
      challenge.expireTime - serverNow() - RENEW_BEFORE_MS,
    )
    try {
      const touched = await touch(challenge, { signal: current.signal, conditional: true })
      if (pressed) return undefined
      onChosen()
      return await ask(signInByPasskey, touched, { quiet: true })
    } catch (error) {
      if (!(error instanceof NoPasskey)) throw error
      if (!renews) return undefined
      await shown()
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', stop)
    }
  }
  return undefined
}

/** A page that nobody sees asks for no challenges. */
const shown = (): Promise<void> =>
  document.visibilityState === 'visible'
    ? Promise.resolve()
    : new Promise((resolve) => document.addEventListener('visibilitychange', () => resolve(), { once: true }))
