import { solveChallengeWorkers } from 'altcha-lib'
import type { Output, Wish } from '#contract/core/call.ts'
import { verifyCaptcha, workChallenge } from '#contract/identity/captcha.ts'
import { ask } from '#web/parts/client/client.ts'
import { serverNow } from '#web/parts/client/serverClock.ts'

/** Finished work: what is handed in, once. */
export type Work = {
  /** Whether the server still takes it, with a little time for the way there. */
  isFresh: () => boolean
  ticket: () => Promise<string>
}

/** More than four cores of a phone would make it warm for little. */
const workers = () => Math.min(4, navigator.hardwareConcurrency || 2)

/** Asks for a challenge and solves it in workers, beside the page. */
export async function doWork(wish: Wish<typeof workChallenge>, stop: AbortController): Promise<Work> {
  const { challenge, expireTime } = await ask(workChallenge, wish, { quiet: true, signal: stop.signal })
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
    createWorker: () => new Worker(new URL('./solver.worker.ts', import.meta.url), { type: 'module' }),
  })
  if (!solution) throw new DOMException('stopped', 'AbortError')
  return solution
}
