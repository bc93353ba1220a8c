/**
 * The services that wrap keys, in a process of their own: the simulated world itself reads the secrets of the data folder when it starts, which these services
 * unwrap.
 */
import type { AddressInfo } from 'node:net'
import fastify from 'fastify'
import { nowMs } from '#server/core/clock.ts'
import type { KmsAccount, VaultAccount } from '#server/outside/keys/keyWrapping.ts'
import { kmsRoutes } from '../kms/routes.ts'
import { vaultRoutes } from '../vault/routes.ts'

export type KeyServicesOptions = {
  /** 0 picks a free port. */
  port?: number
  /** Kaika's account. Without one, the service refuses everybody. */
  kms?: KmsAccount
  vault?: VaultAccount
  now?: () => number
}

export async function startKeyServices({ port = 0, kms, vault, now = nowMs }: KeyServicesOptions) {
  const app = fastify({ forceCloseConnections: true })
  await app.register((scope) => Promise.resolve(kmsRoutes(scope, kms, now)), { prefix: '/kms' })
  await app.register((scope) => Promise.resolve(vaultRoutes(scope, vault)), { prefix: '/vault' })
  await app.listen({ host: '127.0.0.1', port })
  return { url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`, stop: () => app.close() }
}
