/** Deposit addresses. Loaded when the first address is assigned: curves are heavy, and a server may never need them. */
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { HDKey } from '@scure/bip32'
import { base58, MAINNET } from './chain.ts'

/** The address of a public key (compressed or not): the last 20 bytes of the key's keccak-256. */
export function tronAddress(publicKey: Uint8Array): string {
  const point = secp256k1.Point.fromBytes(publicKey).toBytes(false).slice(1)
  return base58.encode(Uint8Array.from([MAINNET, ...keccak_256(point).slice(-20)]))
}

/**
 * The `index`-th deposit address under an extended **public** key (`m/44'/195'/0'/0`), so that this program can assign addresses and never spend from one.
 * Throws on a private key.
 */
export function depositAddress(xpub: string, index: number): string {
  const watch = HDKey.fromExtendedKey(xpub)
  if (watch.privateKey !== null) throw new RangeError('an extended private key must not be here: give the public one')
  return tronAddress(watch.deriveChild(index).publicKey!)
}

/** The extended public key of a seed's deposit addresses: for the simulated chain, where nothing is ever spent. */
export const watchOnlyKey = (seed: Uint8Array): string =>
  HDKey.fromMasterSeed(seed).derive("m/44'/195'/0'/0").publicExtendedKey
