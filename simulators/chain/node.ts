import { createHash, randomBytes } from 'node:crypto'
import { SOLID_AFTER_BLOCKS, USDT_CONTRACT, tronAddressOfHex } from '#server/outside/chain.ts'
import type { Store } from '../store.ts'
import { Refused } from '../world.ts'

/** The tokens that can be sent. Only the first has value; the rest are what real deposit addresses receive. */
export const tokens = {
  USDT: {
    contract: USDT_CONTRACT,
    symbol: 'USDT',
    name: 'Tether USD',
    decimals: 6,
    type: 'Transfer',
    result: 'SUCCESS',
  },
  /** Named USDT, but a different contract. */
  FAKE: {
    contract: tronAddressOfHex('00fa4e'.padEnd(40, '7')),
    symbol: 'USDT',
    name: 'Tether USD',
    decimals: 6,
    type: 'Transfer',
    result: 'SUCCESS',
  },
  USDC: {
    contract: 'TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8',
    symbol: 'USDC',
    name: 'USD Coin',
    decimals: 6,
    type: 'Transfer',
    result: 'SUCCESS',
  },
  /** An allowance of real USDT: nothing moves. */
  APPROVAL: {
    contract: USDT_CONTRACT,
    symbol: 'USDT',
    name: 'Tether USD',
    decimals: 6,
    type: 'Approval',
    result: 'SUCCESS',
  },
  /** Listed in the history, but its receipt says that it failed. */
  REVERTED: {
    contract: USDT_CONTRACT,
    symbol: 'USDT',
    name: 'Tether USD',
    decimals: 6,
    type: 'Transfer',
    result: 'REVERT',
  },
} as const
export type TokenName = keyof typeof tokens

/** A row of `coins`; `block_no` is null once a reorganisation has removed the transaction. */
export type Coin = {
  seq: number
  tx_hash: string
  token: TokenName
  sender: string
  receiver: string
  /** Millionths. */
  units: string
  block_no: number | null
  block_time: number
}

export type ChainNode = ReturnType<typeof chainNode>

const FIRST_BLOCK = 76_000_000

export function chainNode(store: Store, now: () => number, blockMs: number) {
  let head = Number(
    store.maybeOne<{ value: string }>(`SELECT value FROM facts WHERE name = 'head'`)?.value ?? FIRST_BLOCK,
  )
  const mine = (): void => {
    head++
    store.run(
      `INSERT INTO facts (name, value) VALUES ('head', :head) ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
      { head: String(head) },
    )
  }
  const timer = setInterval(mine, blockMs)
  timer.unref()

  const find = (txHash: string): Coin => {
    const coin = store.maybeOne<Coin>('SELECT * FROM coins WHERE tx_hash = :txHash', { txHash })
    if (!coin) throw new Refused(404, 'TRANSACTION_NOT_FOUND')
    return coin
  }

  return {
    head: () => head,
    now,
    solidified: () => head - SOLID_AFTER_BLOCKS,
    hashOf: (number: number) =>
      number.toString(16).padStart(16, '0') + createHash('sha256').update(`block ${number}`).digest('hex').slice(16),
    find,

    /**
     * Sends coins. With `confirmations` the block immediately has that depth but still the current time, because a transfer before its order was placed would
     * be a different case.
     */
    send({
      toAddress,
      units,
      token,
      confirmations,
    }: {
      toAddress: string
      units: bigint
      token: TokenName
      confirmations?: number
    }): Coin {
      if (confirmations === undefined) mine()
      return store.maybeOne<Coin>(
        `INSERT INTO coins (tx_hash, token, sender, receiver, units, block_no, block_time)
         VALUES (:txHash, :token, :sender, :receiver, :units, :blockNo, :time) RETURNING *`,
        {
          txHash: randomBytes(32).toString('hex'),
          token,
          sender: tronAddressOfHex(randomBytes(20).toString('hex')),
          receiver: toAddress,
          units: String(units),
          blockNo: head - (confirmations ?? 0),
          time: now(),
        },
      )!
    },

    /** Removes the block that contained it from the main chain. With `again`, a later block includes it. */
    reorganise(txHash: string, again: boolean): void {
      find(txHash)
      mine()
      store.run('UPDATE coins SET block_no = :blockNo, block_time = :time WHERE tx_hash = :txHash', {
        txHash,
        blockNo: again ? head : null,
        time: now(),
      })
    },

    /** Adds blocks immediately, instead of waiting. */
    advance(blocks: number): void {
      for (let done = 0; done < blocks; done++) mine()
    },
    stop: () => clearInterval(timer),
  }
}
