import { solveChallengeWorkers } from 'altcha-lib'
import type { Output, Input } from '#contract/core/call.ts'
import { verifyCaptcha, workChallenge } from '#contract/identity/captcha.ts'
import { ask } from '#web/parts/client/client.ts'
import { serverNow } from '#web/parts/client/serverClock.ts'
import { trustedUrl } from '#web/parts/trustedUrl.ts'
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
