import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { createBase58check } from '@scure/base'
import { HDKey } from '@scure/bip32'

const base58 = createBase58check(sha256)
/** TRON writes this byte before the twenty of an account, which is why addresses begin with T. */
const MAINNET = 0x41

/** The address of a public key (compressed or not): the last 20 bytes of the key's keccak-256. */
export function tronAddress(publicKey: Uint8Array): string {
  const point = secp256k1.Point.fromBytes(publicKey).toBytes(false).slice(1)
  return base58.encode(Uint8Array.from([MAINNET, ...keccak_256(point).slice(-20)]))
}

/**
 * The `index`-th deposit address under an extended **public** key (`m/44'/195'/0'/0`), so that this program can
 * give out addresses and never spend from one. Throws where it is handed a private key.
 */
export function depositAddress(xpub: string, index: number): string {
  const watch = HDKey.fromExtendedKey(xpub)
  if (watch.privateKey !== null) throw new RangeError('an extended private key must not be here: give the public one')
  return tronAddress(watch.deriveChild(index).publicKey!)
}

/** The extended public key of a seed's deposit addresses: for the simulated chain, where nothing is ever spent. */
export const watchOnlyKey = (seed: Uint8Array): string =>
  HDKey.fromMasterSeed(seed).derive("m/44'/195'/0'/0").publicExtendedKey

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
