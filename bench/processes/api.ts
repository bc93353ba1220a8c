/**
 * The server as the consoles use it, in a process of its own and without the worker. The rate limit per login is lifted; everything else is as in the product.
 */
import type { AddressInfo } from 'node:net'
import { listenForChanges } from '#server/changes/changes.ts'
import { buildApp } from '#server/http/app.ts'
import { compose } from '#server/core/composition.ts'
import { composition } from '#server/modules.ts'
import { openDb } from '#server/core/db.ts'
import { simulatedOutside, useOutside } from '#server/outside/outside.ts'
import { liftRateLimits } from '#server/http/rateLimit.ts'
import { useSecrets } from '#server/core/secrets.ts'

/** `hears`: also tells of changes. */
const { url, secret, hears } = JSON.parse(process.argv[2]!) as { url: string; secret: string; hears?: true }
useSecrets({ fieldKey: secret, lookupKey: secret })
useOutside(simulatedOutside({ simulatorsUrl: 'http://127.0.0.1:9', secret }))
compose(composition)
openDb(url)
liftRateLimits()
if (hears) await listenForChanges(url)

const app = await buildApp({ checkAnswers: false, port: 0 })
await app.listen({ host: '127.0.0.1', port: 0 })
globalThis.gc?.({ type: 'major', flavor: 'last-resort' }) // as the product does
process.send!((app.server.address() as AddressInfo).port)
process.on('disconnect', () => process.exit(0))
