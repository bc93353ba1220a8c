/** The simulated key services, for trying KAIKA_KEYS on one machine: `bin/node simulators/keyServices/main.ts`, with the settings of Kaika's server. */
import { readKeySettings } from '#server/outside/keys/keyWrapping.ts'
import { startKeyServices } from './start.ts'

const { keys } = readKeySettings()
const services = await startKeyServices({
  port: Number(process.env['KEY_SERVICES_PORT'] ?? 4150),
  ...(keys.kind === 'kms' && { kms: keys }),
  ...(keys.kind === 'vault' && { vault: keys }),
})
console.log(`key services ready on ${services.url}`)
const stop = (): void => void services.stop().then(() => process.exit(0))
process.on('SIGTERM', stop)
process.on('SIGINT', stop)
