/** Confirms one action with a touch. Loaded when somebody chooses to. */
import { beginStepUp, boundScenes, finishStepUp } from '#contract/identity/passkeys.ts'
import type { StepUpScene } from '#contract/identity/security.ts'
import { base64url } from '../client/browserId.ts'
import { ask } from '../client/client.ts'
import { touch } from './webauthn.ts'

/** Returns a ticket for this action. `payload`: the id of what the action is done to; the signature is good for nothing else. */
export async function confirm(scene: StepUpScene, payload: string): Promise<string> {
  const payloadHash = boundScenes.includes(scene)
    ? base64url(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(payload)))
    : undefined
  const options = await ask(beginStepUp, { scene, payloadHash }, { quiet: true })
  return (await ask(finishStepUp, await touch(options), { quiet: true })).ticket
}
