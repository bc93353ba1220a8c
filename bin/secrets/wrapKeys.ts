/** Wraps the plain keys of KAIKA_DATA by the service of KAIKA_KEYS (docs/operate/keys.md). */
import { ConfigProblem } from '#server/core/settings/settings.ts'
import { readKeySettings } from '#server/outside/keys/keyWrapping.ts'
import { wrapSecrets } from '#server/outside/keys/openSecrets.ts'

try {
  const settings = readKeySettings()
  const wrapped = await wrapSecrets(settings)
  console.log(wrapped ? `The keys are wrapped by ${settings.keys.kind} now.` : 'The keys are wrapped already.')
} catch (error) {
  if (!(error instanceof ConfigProblem)) throw error
  console.error(error.message)
  process.exitCode = 1
}
