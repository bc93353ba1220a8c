import { sha256 } from '@noble/hashes/sha2.js'
import { createBase58check } from '@scure/base'

/** The TRON chain as we read it. We only ever watch: no key that could spend is anywhere near this program. */

/** The one token that counts: USDT on TRON. Look-alikes have another contract. */
export const USDT_CONTRACT = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
export const USDT_DECIMALS = 6
/** After this many blocks on top of it a block cannot be taken back (TRON: 19 of 27 witnesses). */
export const SOLID_AFTER_BLOCKS = 19

/** A row of an address's token history. It does not say its block: {@link Chain.receipt} does, and it is what counts. */
export type TokenTransfer = {
  txHash: string
  /** The token's contract; compare it, never the symbol. */
  contract: string
  symbol: string
  from: string
  to: string
  /** `Transfer`, or `Approval` and others that move nothing. */
  type: string
  /** In the token's smallest unit (USDT: millionths). Fake tokens may exceed what a number holds. */
  units: bigint
  /** The block's time, epoch milliseconds. */
  time: number
}

export type Receipt = {
  txHash: string
  blockNo: number
  /** Only then did anything move. */
  success: boolean
  /** Token movements in the order of the transaction's log; (txHash, logIndex) names a movement for good. */
  transfers: { logIndex: number; contract: string; from: string; to: string; units: bigint }[]
}

export type Block = { number: number; hash: string; time: number }

/** Every method throws `OutsideUnknown` when the node does not answer, and `OutsideRefused` when it refuses the question. */
export interface Chain {
  /** Transfers that touch `address`, newest first, up to 200; `next` is the fingerprint of the following page. */
  transfers(
    address: string,
    options?: { contract?: string; onlyConfirmed?: boolean; sinceMs?: number; fingerprint?: string },
  ): Promise<{ transfers: TokenTransfer[]; next?: string }>
  /** `null` where the transaction is on no block of the main chain: not yet, or no longer. */
  receipt(txHash: string): Promise<Receipt | null>
  head(): Promise<Block>
  /** The newest block that can no longer be taken back. */
  solidified(): Promise<Block>
}

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
