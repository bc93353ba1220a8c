/** Spreads the tables of an empty, migrated database over the nodes that Citus knows (deploy/citus/README.md). */
import { borrowDatabase } from './demoDatabase.ts'
import { distribute } from './postgres/distribute.ts'

const { stop, url, ownerUrl } = await borrowDatabase()
try {
  await distribute(ownerUrl, decodeURIComponent(new URL(url).username))
  console.log('the tables are spread as db/distribution.ts says')
} finally {
  await stop()
}
