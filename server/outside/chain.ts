import { sha256 } from '@noble/hashes/sha2.js'
import { createBase58check } from '@scure/base'

/** The TRON chain, read-only: no key that could spend is anywhere near this program. */

/** The only accepted token: USDT on TRON. Look-alikes have another contract. */
export const USDT_CONTRACT = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
export const USDT_DECIMALS = 6
/** A block with this many blocks on top of it is final (TRON: 19 of 27 witnesses). */
export const SOLID_AFTER_BLOCKS = 19

/** A row of an address's token history. It does not contain its block: {@link Chain.receipt} does, and is authoritative. */
export type TokenTransfer = {
  txHash: string
  /** The token's contract; compare this, never the symbol. */
  contract: string
  symbol: string
  from: string
  to: string
  /** `Transfer`, or `Approval` and others that move nothing. */
  type: string
  /** In the token's smallest unit (USDT: millionths). Fake tokens may exceed the range of a number. */
  units: bigint
  /** The block's time, epoch milliseconds. */
  time: number
}

export type Receipt = {
  txHash: string
  blockNo: number
  /** Only if true did anything move. */
  success: boolean
  /** Token movements in log order of the transaction; (txHash, logIndex) identifies a movement permanently. */
  transfers: { logIndex: number; contract: string; from: string; to: string; units: bigint }[]
}

export type Block = { number: number; hash: string; time: number }

/** Every method throws `OutsideUnknown` if the node does not answer, and `OutsideRefused` if it refuses the request. */
export interface Chain {
  /** Transfers that touch `address`, newest first, up to 200; `next` is the fingerprint of the next page. */
  transfers(
    address: string,
    options?: { contract?: string; onlyConfirmed?: boolean; sinceMs?: number; fingerprint?: string },
  ): Promise<{ transfers: TokenTransfer[]; next?: string }>
  /** `null` if the transaction is on no block of the main chain: not yet, or no longer. */
  receipt(txHash: string): Promise<Receipt | null>
  head(): Promise<Block>
  /** The newest final block. */
  solidified(): Promise<Block>
  /** At start. Throws `OutsideRefused` if the node refuses our key, and `OutsideUnknown` if it does not answer as itself. */
  check?(): Promise<void>
}

export const base58 = createBase58check(sha256)
/** TRON's prefix byte before the twenty of an account, which is why addresses begin with T. */
export const MAINNET = 0x41

/** Checks length, prefix and checksum, which detects mistyped addresses. */
export function isTronAddress(address: string): boolean {
  try {
    const bytes = base58.decode(address)
    return bytes.length === 21 && bytes[0] === MAINNET
  } catch {
    return false
  }
}

/** The twenty bytes as hex, the form used in event logs. */
export const hexOfTronAddress = (address: string): string =>
  Buffer.from(base58.decode(address).slice(1)).toString('hex')

/** The inverse of {@link hexOfTronAddress}; also accepts the 21-byte form. */
export const tronAddressOfHex = (hex: string): string =>
  base58.encode(Uint8Array.from([MAINNET, ...Buffer.from(hex.slice(-40).padStart(40, '0'), 'hex')]))
