/** The secrets of an installation: made once, wrapped by a key service, copied to a safe place and back (docs/operate/keys.md). */
import { secretsFile, storedSecrets } from '#server/core/settings/storedSecrets.ts'
import { ConfigProblem } from '#server/core/settings/settings.ts'
import { readKeySettings } from '#server/outside/keys/keyWrapping.ts'
import { openSecrets, wrapSecrets } from '#server/outside/keys/openSecrets.ts'

export async function makeSecrets(): Promise<void> {
  const settings = readKeySettings()
  const file = secretsFile(settings.dataDir)
  if (storedSecrets(settings.dataDir)) throw new ConfigProblem(`${file} is there already, and is left as it is`)
  await openSecrets(settings)
  console.log(`${file} is made${settings.keys.kind === 'file' ? '' : `, wrapped by ${settings.keys.kind}`}.
Copy it to every server, and keep a copy apart from those of the database: bin/kaika backup-secrets FILE`)
}

export async function wrapByCommand(): Promise<void> {
  const settings = readKeySettings()
  const wrapped = await wrapSecrets(settings)
  console.log(wrapped ? `The keys are wrapped by ${settings.keys.kind} now.` : 'The keys are wrapped already.')
}
