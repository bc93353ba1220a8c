import { useEffect, useEffectEvent, useState } from 'react'
import type { Output } from '#contract/core/call.ts'
import type { signIn } from '#contract/identity/identity.ts'
import { asRefused } from '#web/parts/client/refused.ts'
import { useText } from '#web/parts/passkeys/text.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { offerPasskeys, signInNow } from './byPasskey.ts'

/** Signs in with a passkey: by this button, or by one that is chosen among the suggestions of the name's field. */
export default function PasskeyButton({
  entering,
  onBegin,
  onDone,
  onFailed,
}: {
  entering: boolean
  onBegin: () => void
  onDone: (answer: Output<typeof signIn>) => void
  onFailed: (text: string) => void
}) {
  const t = useText()
  /** Counted up when the button failed, so that the suggestions are offered again. */
  const [offers, setOffers] = useState(0)
  const offered = useEffectEvent(async (signal: AbortSignal) => {
    try {
      const answer = await offerPasskeys(signal, onBegin)
      if (answer) onDone(answer)
    } catch (error) {
      if (!signal.aborted) onFailed(asRefused(error)?.says ?? t('errors.server'))
    }
  })
  useEffect(() => {
    const stop = new AbortController()
    void offered(stop.signal)
    return () => stop.abort()
  }, [offers])

  async function go() {
    onBegin()
    try {
      onDone(await signInNow())
    } catch (error) {
      onFailed(asRefused(error)?.says ?? t('passkey.cancelled'))
      setOffers((count) => count + 1)
    }
  }
  return (
    <Button wide size="l" icon="shield" guardMs={0} disabled={entering} onClick={() => void go()}>
      {t('passkey.signIn')}
    </Button>
  )
}
