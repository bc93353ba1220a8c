import { sha256 } from '@noble/hashes/sha2.js'
import { createBase58check } from '@scure/base'

export const base58 = createBase58check(sha256)
/** TRON writes this byte before the twenty of an account, which is why addresses begin with T. */
export const MAINNET = 0x41

/** Right length, right prefix, right checksum: what tells a mistyped address from a real one. */
export function isTronAddress(address: string): boolean {
  try {
    const bytes = base58.decode(address)
    return bytes.length === 21 && bytes[0] === MAINNET
  } catch {
    return false
  }
}

/** The twenty bytes as hex, the way event logs name an account. */
export const hexOfTronAddress = (address: string): string =>
  Buffer.from(base58.decode(address).slice(1)).toString('hex')

/** The reverse of {@link hexOfTronAddress}; accepts the 21-byte form too. */
export const tronAddressOfHex = (hex: string): string =>
  base58.encode(Uint8Array.from([MAINNET, ...Buffer.from(hex.slice(-40).padStart(40, '0'), 'hex')]))
