import { solveChallengeWorkers } from 'altcha-lib'
import type { Output, Input } from '#contract/core/call.ts'
import { verifyCaptcha, workChallenge } from '#contract/identity/captcha.ts'
import { ask } from '#web/parts/client/client.ts'
import { serverNow } from '#web/parts/client/serverClock.ts'
// oxlint-disable-next-line import/default -- Vite's suffix, typed in vite/client
import solver from './solver.worker.ts?worker&url'

/** Finished work, submitted once. */
export type Work = {
  /** Whether the server still accepts it, with a margin for the transfer. */
  isFresh: () => boolean
  ticket: () => Promise<string>
}

/** More than four cores would heat up a phone for little gain. */
const workers = () => Math.min(4, navigator.hardwareConcurrency || 2)

/** Requests a challenge and solves it in workers, off the main thread. */
export async function doWork(input: Input<typeof workChallenge>, stop: AbortController): Promise<Work> {
  const { challenge, expireTime } = await ask(workChallenge, input, { quiet: true, signal: stop.signal })
  const payload = btoa(JSON.stringify({ challenge, solution: await solve(challenge, stop) }))
  return {
    isFresh: () => serverNow() < expireTime - 10_000,
    ticket: async () => (await ask(verifyCaptcha, { captchaType: 'work', payload }, { quiet: true })).ticket,
  }
}

async function solve(challenge: Output<typeof workChallenge>['challenge'], controller: AbortController) {
  const solution = await solveChallengeWorkers({
    challenge,
    controller,
    concurrency: workers(),
    timeout: 0,
    createWorker: () => new Worker(trustedUrl(solver), { type: 'module' }),
  })
  if (!solution) throw new DOMException('stopped', 'AbortError')
  return solution
}

type Policy = { createScriptURL: (url: string) => unknown }
type Factory = { createPolicy: (name: string, rules: { createScriptURL: (url: string) => string }) => Policy }

let policy: Policy | undefined

/**
 * An address of a worker's program: browsers with Trusted Types take it from a named policy only (server/http/securityHeaders.ts), and this one lets pass what
 * is on our own origin.
 */
function trustedUrl(url: string): URL {
  const factory = (globalThis as { trustedTypes?: Factory }).trustedTypes
  policy ??= factory?.createPolicy('kaika', {
    createScriptURL: (given) => {
      if (new URL(given, location.href).origin !== location.origin) throw new TypeError('not an address of ours')
      return given
    },
  })
  // `Worker` is typed for strings and URLs; what it gets converts to a string.
  return (policy?.createScriptURL(url) ?? url) as URL
}
