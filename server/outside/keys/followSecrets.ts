/** Reads the secrets again when their file has changed, so that keys are rotated without a restart (docs/operate/keys.md#rotation). */
import { readFile } from 'node:fs/promises'
import { SECOND } from '#server/core/clock.ts'
import { tellFault } from '#server/core/log.ts'
import { secretsFile, type Secrets } from '#server/core/settings/storedSecrets.ts'
import { openSecrets } from './openSecrets.ts'

const EVERY_MS = 2 * SECOND

/** Until stopped. A file that cannot be read or unwrapped changes nothing: the process goes on with the keys that it has, and tries again. */
export function followSecrets(
  input: Parameters<typeof openSecrets>[0],
  use: (secrets: Secrets) => void,
  everyMs = EVERY_MS,
): { stop(): void } {
  let known: string | undefined
  let failed: string | undefined
  const check = async (): Promise<void> => {
    try {
      const text = await readFile(secretsFile(input.dataDir), 'utf8')
      if (text === known) return
      use(await openSecrets(input))
      ;[known, failed] = [text, undefined]
    } catch (error) {
      const { message } = error as Error
      if (message !== failed) tellFault('secrets not read again', error)
      failed = message
    }
  }
  let checking = Promise.resolve()
  const timer = setInterval(() => {
    checking = checking.then(check)
  }, everyMs)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
