import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { demoAuthenticator, readSecrets } from '#server/core/config.ts'
import { startSimulators } from './start.ts'

const env = process.env
const dataDir = path.resolve(env['KAIKA_DATA'] ?? '.kaika')
mkdirSync(dataDir, { recursive: true })

const simulators = await startSimulators({
  port: Number(env['SIMULATORS_PORT'] ?? 4100),
  host: env['HOST'] ?? '127.0.0.1',
  serverUrl: `http://127.0.0.1:${env['PORT'] ?? 4000}`,
  ...(env['NETWORK_PORT'] && { networkUrl: `http://127.0.0.1:${env['NETWORK_PORT']}` }),
  secret: env['ISSUER_SECRET'] ?? readSecrets(dataDir).issuerSecret,
  ...(!env['ISSUER_SECRET'] && { staffSecret: demoAuthenticator(readSecrets(dataDir)) }),
  storePath: path.join(dataDir, 'simulators.sqlite'),
  shoppers: env['KAIKA_SHOPPERS'] !== 'off',
  ratesMove: env['KAIKA_RATES'] !== 'fixed',
})
if (process.send) process.send({ ready: true, url: simulators.url })
else console.log(`simulators ready on ${simulators.url}`)

const stop = (): void => void simulators.stop().then(() => process.exit(0))
process.on('SIGTERM', stop)
process.on('SIGINT', stop)
process.on('disconnect', stop) // whoever started us is gone
