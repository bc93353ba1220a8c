/**
 * The server that decides authorizations, in a process of its own. Limits that a single busy card would reach are lifted; everything else is as in the product.
 */
import type { AddressInfo } from 'node:net'
import { compose } from '#server/core/composition.ts'
import { composition } from '#server/modules.ts'
import { openDb } from '#server/core/db.ts'
import { lithicIssuer } from '#server/outside/issuers/lithic/lithic.ts'
import { stripeIssuer } from '#server/outside/issuers/stripe/stripe.ts'
import { simulatedOutside, useOutside, withIssuers } from '#server/outside/outside.ts'
import { useSecrets } from '#server/core/secrets.ts'
import { limits } from '#server/trades/rules/limits.ts'
import { networkServer } from '#server/trades/trades.ts'
import { lithicSecrets } from '#simulators/lithic/secrets.ts'
import { stripeSecrets } from '#simulators/stripe/secrets.ts'

const { url, secret } = JSON.parse(process.argv[2]!) as { url: string; secret: string }
useSecrets({ fieldKey: secret, lookupKey: secret })
const NOWHERE = 'http://127.0.0.1:9'
useOutside(
  withIssuers(
    simulatedOutside({ simulatorsUrl: NOWHERE, secret }),
    lithicIssuer({ ...lithicSecrets(secret), url: NOWHERE }),
    stripeIssuer({ ...stripeSecrets(secret), url: NOWHERE, scriptUrl: NOWHERE }),
  ),
)
compose(composition)
openDb(url)
Object.assign(limits, { hourMaxCount: Infinity, dayMaxCents: Infinity, duplicateWithinMs: 0 })

const server = networkServer((_, res) => void res.writeHead(404).end())
server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port))
process.on('disconnect', () => process.exit(0))
process.on('SIGTERM', () => process.exit(0))
