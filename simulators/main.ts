import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { demoAuthenticator } from '#server/core/settings/storedSecrets.ts'
import { readKeySettings } from '#server/outside/keys/keyWrapping.ts'
import { openSecrets } from '#server/outside/keys/openSecrets.ts'
import { startSimulators } from './start.ts'
import { vendorsOf } from './vendors.ts'

const env = process.env
const settings = readKeySettings()
const { dataDir } = settings
mkdirSync(dataDir, { recursive: true })
const secrets = env['ISSUER_SECRET'] ? undefined : await openSecrets(settings)

const simulators = await startSimulators({
  port: Number(env['SIMULATORS_PORT'] ?? 4100),
  host: env['HOST'] ?? '127.0.0.1',
  serverUrl: `http://127.0.0.1:${env['PORT'] ?? 4000}`,
  // As bin/dev.ts prints it: browsers keep passkeys and sessions by name.
  consoleUrl: env['KAIKA_ORIGIN'] ?? `http://localhost:${env['PORT'] ?? 4000}`,
  ...(env['NETWORK_PORT'] && { networkUrl: `http://127.0.0.1:${env['NETWORK_PORT']}` }),
  secret: secrets?.issuerSecret ?? env['ISSUER_SECRET']!,
  ...(secrets && { staffSecret: demoAuthenticator(secrets) }),
  storePath: path.join(dataDir, 'simulators.sqlite'),
  shoppers: env['KAIKA_SHOPPERS'] !== 'off',
  vendors: vendorsOf(env),
  ratesMove: env['KAIKA_RATES'] !== 'fixed',
})
if (process.send) process.send({ ready: true, url: simulators.url })
else console.log(`simulators ready on ${simulators.url}`)

const stop = (): void => void simulators.stop().then(() => process.exit(0))
process.on('SIGTERM', stop)
process.on('SIGINT', stop)
process.on('disconnect', stop) // the process that started us is gone
