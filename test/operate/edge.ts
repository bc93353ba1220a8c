import type { Edge } from '#server/core/settings/edge.ts'

/** A server without anything in front of it, but for what is given. */
export const edge = (given: Partial<Edge>): Edge => ({
  proxyProtocol: 'off',
  tls: undefined,
  hosts: [],
  issuerAddresses: [],
  issuerClients: new Map(),
  requireStandby: false,
  ...given,
})
