/** The file of the secrets: there, whole, private, of this account, and opened by the key service of the settings. */
import { statSync } from 'node:fs'
import { dangersIn } from '#server/core/settings/dangers.ts'
import { secretsFile, storedSecrets } from '#server/core/settings/storedSecrets.ts'
import { ConfigProblem } from '#server/core/settings/settings.ts'
import { openSecrets } from '#server/outside/keys/openSecrets.ts'
import { secretsFacts } from '#server/production.ts'
import type { Found, Seen } from './seen.ts'

export async function lookAtSecrets({ config }: Seen): Promise<Found> {
  const { dataDir } = config
  const file = secretsFile(dataDir)
  try {
    if (!storedSecrets(dataDir))
      return {
        wrong: [`${file} is not there: copy it from another server, or make the first with bin/kaika make-secrets`],
      }
  } catch (error) {
    // Not valid JSON, not readable, or a key is missing.
    return {
      wrong: [error instanceof ConfigProblem ? error.message : `${file} cannot be read: ${(error as Error).message}`],
    }
  }
  return { wrong: [...permissionsOf(dataDir), ...(await keysIn(config))] }
}

/** The file's own permissions are among the dangers. */
function permissionsOf(dataDir: string): string[] {
  const [folder, file, account] = [statSync(dataDir), statSync(secretsFile(dataDir)), process.getuid?.()]
  return [
    ...(folder.mode & 0o022 ? [`${dataDir} can be changed by others, who could replace the secrets: chmod 700`] : []),
    ...(account !== undefined && file.uid !== account
      ? [
          `${secretsFile(dataDir)} belongs to the account ${file.uid}, and this is ${account}: run this as the servers do, or chown it`,
        ]
      : []),
  ]
}

async function keysIn(config: Seen['config']): Promise<readonly string[]> {
  try {
    const secrets = secretsFacts(config.dataDir, await openSecrets(config))
    const { origin, captcha, trustedProxies, databaseUrl } = config
    return dangersIn({ settings: { origin, captcha, trustedProxies, databaseUrl }, secrets }).filter((one) =>
      one.startsWith(secrets.file),
    )
  } catch (error) {
    if (error instanceof ConfigProblem) return error.problems
    throw error
  }
}
