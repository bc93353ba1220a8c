import { setTimeout as sleep } from 'node:timers/promises'
import { refuse } from '../../contract/refusals.ts'
import { countOf, forget, isFull, takeOne } from './tallies.ts'

/**
 * Take one of the five tries that a name has in 15 minutes, before the password is judged. Where five are being judged
 * at this moment and have not failed, wait for them: ten tabs that sign in at once are no attack.
 */
export async function takePasswordTry(name: string): Promise<void> {
  for (let waited = 0; waited < 2000; waited += 50) {
    if (await isFull('password.wrong', name)) throw refuse('code_locked')
    if (await takeOne('password.try', name)) return
    await sleep(50)
  }
  throw refuse('too_fast')
}

export const passwordWasWrong = async (name: string): Promise<void> => void (await takeOne('password.wrong', name))

export async function passwordWasRight(name: string): Promise<void> {
  await forget('password.wrong', name)
  await forget('password.try', name)
}

export const hasFailed = async (name: string): Promise<boolean> => (await countOf('password.wrong', name)) > 0
