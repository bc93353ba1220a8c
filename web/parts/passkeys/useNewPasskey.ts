import { useState } from 'react'
import type { Output } from '#contract/core/call.ts'
import type { beginPasskey } from '#contract/identity/passkeys.ts'
import { asRefused } from '../client/refused.ts'
import { serverNow } from '../client/serverClock.ts'
import { useText } from './text.ts'
import { createPasskey } from './webauthn.ts'

type Options = Output<typeof beginPasskey>

/** A challenge that ends sooner is not worth a dialog. */
const SPARE_MS = 10_000

/**
 * Adds a passkey: what `begin` gives, then the browser's own dialog. A dialog that was closed can be opened again without another proof: while `begun`, `begin` is
 * not asked.
 */
export function useNewPasskey(begin: () => Promise<Options | undefined>) {
  const t = useText()
  const [options, setOptions] = useState<Options>()
  const [creating, setCreating] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function add<T>(send: (made: Awaited<ReturnType<typeof createPasskey>>) => Promise<T>): Promise<T | undefined> {
    setProblem(undefined)
    setCreating(true)
    try {
      const asked = options && options.expireTime > serverNow() + SPARE_MS ? options : await begin()
      setOptions(asked)
      if (!asked) return undefined
      const made = await createPasskey(asked)
      setOptions(undefined)
      return await send(made)
    } catch (error) {
      setProblem(asRefused(error)?.says ?? t('passkey.cancelled'))
      return undefined
    } finally {
      setCreating(false)
    }
  }
  return { add, begun: options !== undefined, creating, problem }
}
