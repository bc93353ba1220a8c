/** The server as it decides, in a process of its own. Limits that one card in a hurry would meet are lifted; everything else is as in the product. */
import type { AddressInfo } from 'node:net'
import { compose } from '#server/core/composition.ts'
import { composition } from '#server/modules.ts'
import { openDb } from '#server/core/db.ts'
import { simulatedOutside, useOutside } from '#server/outside/outside.ts'
import { useSecrets } from '#server/core/secrets.ts'
import { limits } from '#server/trades/decide/limits.ts'
import { networkServer } from '#server/trades/trades.ts'

const { url, secret } = JSON.parse(process.argv[2]!) as { url: string; secret: string }
useSecrets({ fieldKey: secret, lookupKey: secret })
useOutside(simulatedOutside({ simulatorsUrl: 'http://127.0.0.1:9', secret }))
compose(composition)
openDb(url)
Object.assign(limits, { hourMaxCount: Infinity, dayMaxCents: Infinity, duplicateWithinMs: 0 })

const server = networkServer((_, res) => void res.writeHead(404).end())
server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port))
process.on('disconnect', () => process.exit(0))
process.on('SIGTERM', () => process.exit(0))
