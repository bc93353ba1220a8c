/** A worker process that is killed midway: after this many cards were issued and before they are booked. */
import { compose } from '#server/core/composition.ts'
import { composition } from '#server/modules.ts'
import { openDb } from '#server/core/db.ts'
import { workBatch } from '#server/cards/batches/workBatch.ts'
import { issuerOf, outside, simulatedOutside, useOutside, withIssuers } from '#server/outside/outside.ts'
import { useSecrets } from '#server/core/secrets.ts'
import { FIELD_KEY, LOOKUP_KEY } from './world.ts'

const [url, simulatorsUrl, secret, accountId, batchNo, afterCards] = process.argv.slice(2) as [
  string,
  string,
  string,
  string,
  string,
  string,
]
compose(composition)
openDb(url)
useSecrets({ fieldKey: FIELD_KEY, lookupKey: LOOKUP_KEY })
useOutside(simulatedOutside({ simulatorsUrl, secret }))
const issuer = issuerOf('simulated')
let made = 0
useOutside(
  withIssuers(outside, {
    ...issuer,
    createCard: async (input) => {
      const card = await issuer.createCard(input)
      if (++made >= Number(afterCards)) process.kill(process.pid, 'SIGKILL')
      return card
    },
  }),
)
await workBatch({ accountId, batchNo })
