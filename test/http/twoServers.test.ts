/** Two server processes on one database behave as one. */
import { after, before, describe, test } from 'node:test'
import { withWorld } from '../world.ts'
import { hangUp } from './app.ts'
import { behaveAsOne } from './behaveAsOne.ts'
import { startServers, type Servers } from './servers.ts'

describe('two servers on one database', () => {
  const database = withWorld({ connections: 4 })
  let servers: Servers
  before(async () => void (servers = await startServers(database.url)))
  after(async () => {
    hangUp()
    await servers?.stop()
  })

  test('sign in on one, open on the other, spend on both, sign out everywhere, and the books hold', async (t) => {
    t.diagnostic(await behaveAsOne(servers))
  })
})
