/** The server's worker in a process of its own: with all jobs, without the hourly and daily schedules. */
import { compose } from '#server/core/composition.ts'
import { openDb } from '#server/core/db.ts'
import { startWorking } from '#server/core/worker/worker.ts'
import { composition } from '#server/modules.ts'
import { simulatedOutside, useOutside } from '#server/outside/outside.ts'
import { useSecrets } from '#server/core/secrets.ts'

const { jobs: tasks } = composition

const { url, secret, atOnce } = JSON.parse(process.argv[2]!) as { url: string; secret: string; atOnce?: number }
useSecrets({ fieldKey: secret, lookupKey: secret })
useOutside(simulatedOutside({ simulatorsUrl: 'http://127.0.0.1:9', secret }))
compose(composition)
openDb(url, { connections: 12 + (atOnce ?? 0) })
await startWorking(tasks, {}, { ...(atOnce && { concurrency: atOnce }) })
process.send!('ready')
process.on('disconnect', () => process.exit(0))
