/** What a connection passes through before HTTP: the header of a proxy, then TLS. */
import type { Socket } from 'node:net'

/** Calls `next` with the connection to speak HTTP on and the address of whoever is at its other end, or closes it. */
export type Entrance = (socket: Socket, address: string, next: (socket: Socket, address: string) => void) => void

export const openEntrance: Entrance = (socket, address, next) => next(socket, address)

/** One after the other. */
export const inOrder =
  (first: Entrance, second: Entrance): Entrance =>
  (socket, address, next) =>
    first(socket, address, (inner, at) => second(inner, at, next))

/** From here on the connection is of this address, as far as anyone asks its socket. */
export function comesFrom(socket: Socket, address: string): void {
  if (socket.remoteAddress !== address) Object.defineProperty(socket, 'remoteAddress', { value: address })
}
