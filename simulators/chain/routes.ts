import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { parse } from '#contract/core/money.ts'
import { USDT_DECIMALS, hexOfTronAddress, isTronAddress } from '#server/outside/chain.ts'
import { TRANSFER_TOPIC } from '#server/outside/tronGrid.ts'
import type { Store } from '../store.ts'
import { Refused } from '../world.ts'
import { tokens, type ChainNode, type Coin, type TokenName } from './node.ts'

const tokenNames = Object.keys(tokens) as [TokenName, ...TokenName[]]
const SendInput = z.object({
  toAddress: z.string().refine(isTronAddress, 'not a TRON address'),
  /** In decimal form, `120.000000`. */
  units: z.string(),
  token: z.enum(tokenNames).default('USDT'),
  confirmations: z.int().min(0).max(1_000_000).optional(),
})
const ReorgInput = z.object({ txHash: z.string(), again: z.boolean().default(false) })
const HistoryInput = z.object({
  only_confirmed: z.stringbool().default(false),
  only_unconfirmed: z.stringbool().default(false),
  only_to: z.stringbool().default(false),
  only_from: z.stringbool().default(false),
  contract_address: z.string().optional(),
  limit: z.coerce.number().int().min(1).max(200).default(20),
  fingerprint: z.string().optional(),
  order_by: z.enum(['block_timestamp,asc', 'block_timestamp,desc']).default('block_timestamp,desc'),
  min_timestamp: z.coerce.number().default(0),
  max_timestamp: z.coerce.number().default(Number.MAX_SAFE_INTEGER),
})

/** A TRON node with TronGrid's data formats, and controls for people. */
export function chainRoutes(app: FastifyInstance, store: Store, node: ChainNode): void {
  app.post('/chain/transfers', (request) => {
    const { units, confirmations, ...input } = SendInput.parse(request.body)
    const millionths = parse(units, USDT_DECIMALS)
    if (millionths === undefined) throw new Refused(400, 'UNITS', 'units are a decimal text with at most six decimals')
    const coin = node.send({
      ...input,
      units: BigInt(millionths),
      ...(confirmations === undefined ? {} : { confirmations }),
    })
    return { txHash: coin.tx_hash }
  })
  app.post('/chain/reorg', (request) => {
    const { txHash, again } = ReorgInput.parse(request.body)
    node.reorganise(txHash, again)
    return {}
  })
  app.post('/chain/blocks', (request) => {
    node.advance(z.object({ count: z.int().min(1).max(10_000) }).parse(request.body).count)
    return { head: node.head() }
  })

  app.get<{ Params: { address: string } }>('/v1/accounts/:address/transactions/trc20', (request) => {
    if (!isTronAddress(request.params.address)) throw new Refused(400, 'INVALID_ADDRESS', 'Invalid address provided')
    return history(store, node, request.params.address, HistoryInput.parse(request.query), request.url)
  })
  app.post('/wallet/getnowblock', () => blockOf(node, node.head()))
  app.post('/walletsolidity/getnowblock', () => blockOf(node, node.solidified()))
  const info = (txHash: string, upTo: number) => infoOf(store, txHash, upTo)
  app.post('/wallet/gettransactioninfobyid', (request) => info(hashIn(request.body), node.head()))
  app.post('/walletsolidity/gettransactioninfobyid', (request) => info(hashIn(request.body), node.solidified()))
}

const hashIn = (body: unknown): string => z.object({ value: z.string() }).parse(body).value

function history(store: Store, node: ChainNode, address: string, input: z.infer<typeof HistoryInput>, url: string) {
  const up = input.order_by.endsWith('asc')
  const [afterTime, afterSeq] =
    input.fingerprint?.split('_').map(Number) ?? (up ? [-1, -1] : [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER])
  const rows = store.many<Coin>(
    `SELECT * FROM coins
     WHERE (receiver = :address OR sender = :address)
       AND block_no IS NOT NULL AND block_no BETWEEN :fromBlock AND :toBlock
       AND block_time BETWEEN :minTime AND :maxTime
       AND ${up ? '(block_time, seq) > (:afterTime, :afterSeq)' : '(block_time, seq) < (:afterTime, :afterSeq)'}
     ORDER BY ${up ? 'block_time, seq' : 'block_time DESC, seq DESC'}`,
    {
      address,
      fromBlock: input.only_unconfirmed ? node.solidified() + 1 : 0,
      toBlock: input.only_confirmed ? node.solidified() : node.head(),
      minTime: input.min_timestamp,
      maxTime: input.max_timestamp,
      afterTime: afterTime ?? 0,
      afterSeq: afterSeq ?? 0,
    },
  )
  const wanted = rows.filter(
    (coin) =>
      (input.contract_address === undefined || tokens[coin.token].contract === input.contract_address) &&
      (!input.only_to || coin.receiver === address) &&
      (!input.only_from || coin.sender === address),
  )
  const page = wanted.slice(0, input.limit)
  const last = page.at(-1)
  const fingerprint = wanted.length > page.length && last ? `${last.block_time}_${last.seq}` : undefined
  return {
    data: page.map(rowOf),
    success: true,
    meta: {
      at: Date.now(),
      ...(fingerprint ? { fingerprint, links: { next: `${url}&fingerprint=${fingerprint}` } } : {}),
      page_size: page.length,
    },
  }
}

function rowOf(coin: Coin) {
  const { contract, symbol, name, decimals, type } = tokens[coin.token]
  return {
    transaction_id: coin.tx_hash,
    token_info: { symbol, address: contract, decimals, name },
    block_timestamp: coin.block_time,
    from: coin.sender,
    to: coin.receiver,
    type,
    value: coin.units,
  }
}

const blockOf = (node: ChainNode, number: number) => ({
  blockID: node.hashOf(number),
  block_header: {
    raw_data: {
      number,
      timestamp: node.now() - (node.head() - number) * 3000,
      parentHash: node.hashOf(number - 1),
      version: 31,
    },
  },
})

/** A node does not know a transaction outside the main chain: it answers with an empty object. */
function infoOf(store: Store, txHash: string, upTo: number) {
  const coin = store.maybeOne<Coin>('SELECT * FROM coins WHERE tx_hash = :txHash AND block_no <= :upTo', {
    txHash,
    upTo,
  })
  if (!coin) return {}
  const { contract, type, result } = tokens[coin.token]
  const padded = (address: string): string => hexOfTronAddress(address).padStart(64, '0')
  const moved = type === 'Transfer' && result === 'SUCCESS'
  return {
    id: coin.tx_hash,
    blockNumber: coin.block_no,
    blockTimeStamp: coin.block_time,
    contract_address: `41${hexOfTronAddress(contract)}`,
    receipt: { result, energy_usage_total: 64_285, net_usage: 345 },
    ...(result === 'SUCCESS' ? {} : { result: 'FAILED' }),
    log: moved
      ? [
          {
            address: hexOfTronAddress(contract),
            topics: [TRANSFER_TOPIC, padded(coin.sender), padded(coin.receiver)],
            data: BigInt(coin.units).toString(16).padStart(64, '0'),
          },
        ]
      : [],
  }
}
