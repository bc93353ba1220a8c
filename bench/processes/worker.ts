/** The server's worker in a process of its own: with all jobs, and its sweeps only if asked for. */
import { compose } from '#server/core/composition.ts'
import { openDb } from '#server/core/db.ts'
import { startWorking } from '#server/core/worker/worker.ts'
import { composition } from '#server/modules.ts'
import { simulatedOutside, useOutside } from '#server/outside/outside.ts'
import { useSecrets } from '#server/core/secrets.ts'

type Work = { url: string; secret: string; atOnce?: number; sweeps?: boolean; simulatorsUrl?: string }
const { url, secret, atOnce, sweeps, simulatorsUrl = 'http://127.0.0.1:9' } = JSON.parse(process.argv[2]!) as Work
useSecrets({ fieldKey: secret, lookupKey: secret })
useOutside(simulatedOutside({ simulatorsUrl, secret }))
compose(composition)
openDb(url, { connections: 12 + (atOnce ?? 0) })
await startWorking(composition.jobs, sweeps ? composition.sweeps : {}, { ...(atOnce && { concurrency: atOnce }) })
process.send!('ready')
process.on('disconnect', () => process.exit(0))
