import { setTimeout as sleep } from 'node:timers/promises'

/** A person may call ten times a second. */
const EVERY_MS = 200

type Answer<T> = T | undefined | false

/** Asks until the answer is something, and returns it. Fails with what it waited for. */
export async function until<T>(what: string, question: () => Answer<T> | Promise<Answer<T>>, seconds = 60): Promise<T> {
  for (let waited = 0; waited < seconds * 1000; waited += EVERY_MS) {
    const answer = await question()
    if (answer !== undefined && answer !== false) return answer
    await sleep(EVERY_MS)
  }
  throw new Error(`after ${seconds} seconds still not: ${what}`)
}
