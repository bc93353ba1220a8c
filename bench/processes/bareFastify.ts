/** The least that a call over HTTP costs in Node: Fastify as it comes, one prepared statement, its rows as JSON. No session, no rights, no limits, no validation. */
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import pg from 'pg'

type Route = { readonly path: string; readonly text: string; readonly values: readonly unknown[] }
const { url, routes } = JSON.parse(process.argv[2]!) as { url: string; routes: readonly Route[] }
const pool = new pg.Pool({ connectionString: url, max: 12 })
const app = Fastify()
for (const { path, text, values } of routes)
  app.get(path, async () => ({ code: 200, data: (await pool.query({ name: path, text, values: [...values] })).rows }))
await app.listen({ host: '127.0.0.1', port: 0 })
globalThis.gc?.({ type: 'major', flavor: 'last-resort' })
process.send!((app.server.address() as AddressInfo).port)
process.on('disconnect', () => process.exit(0))
