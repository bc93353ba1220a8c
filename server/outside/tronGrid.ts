import * as z from 'zod'
import type { Settings } from '../core/settings/settings.ts'
import { ask, exchangeJson, OutsideRefused, OutsideUnknown, PAGE_BYTES } from './ask.ts'
import { type Block, type Chain, type Receipt, type TokenTransfer, tronAddressOfHex } from './chain.ts'

/** keccak256 of `Transfer(address,address,uint256)`: the first topic of a token movement. */
export const TRANSFER_TOPIC = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

const Trc20Page = z.object({
  data: z.array(
    z.object({
      transaction_id: z.string(),
      token_info: z.object({ symbol: z.string().optional(), address: z.string() }),
      block_timestamp: z.number(),
      from: z.string(),
      to: z.string(),
      type: z.string(),
      value: z.string().regex(/^\d+$/),
    }),
  ),
  meta: z.object({ fingerprint: z.string().optional() }),
})
type Trc20Page = z.infer<typeof Trc20Page>
const BlockAnswer = z.object({
  blockID: z.string(),
  block_header: z.object({ raw_data: z.object({ number: z.number(), timestamp: z.number() }) }),
})
const Hex = z.string().regex(/^[0-9a-f]*$/i)
/** Quite empty if the transaction is on no block; an error or another host's answer is not. */
const Info = z.object({
  id: z.string(),
  blockNumber: z.number(),
  receipt: z.object({ result: z.string().optional() }).optional(),
  log: z.array(z.object({ address: Hex, topics: z.array(Hex), data: Hex })).optional(),
})
type Info = z.infer<typeof Info>
const infoOf = (txHash: string): z.ZodType<Info | { id?: undefined }> =>
  z.union([z.strictObject({}), Info.refine(({ id }) => id === txHash)])

export type ChainAccount = {
  /** `https://api.trongrid.io`, without a slash at its end. */
  url: string
  apiKey?: string
  /** The watch-only key that deposit addresses come from: addresses without a private key would swallow real money. */
  xpub: string
}

/** The node of `KAIKA_CHAIN_URL`; `undefined` without one. What is missing or wrong is noted in the settings. */
export function chainFrom(settings: Settings): ChainAccount | undefined {
  const url = settings.text('KAIKA_CHAIN_URL')
  if (url === undefined) return undefined
  if (!/^https?:$/.test(URL.canParse(url) ? new URL(url).protocol : ''))
    settings.wrong(`KAIKA_CHAIN_URL is not an address like https://api.trongrid.io: ${url}`)
  const apiKey = settings.text('KAIKA_CHAIN_KEY')
  return {
    url: url.replace(/\/$/, ''),
    ...(apiKey !== undefined && { apiKey }),
    xpub: settings.required('KAIKA_XPUB', 'deposit addresses on the chain of KAIKA_CHAIN_URL come from it', {
      like: /^xpub[1-9A-HJ-NP-Za-km-z]{107}$/,
      says: 'an extended public key: xpub and 107 letters and digits',
    }),
  }
}

/**
 * A TRON node that speaks TronGrid's HTTP interface: `https://api.trongrid.io` with a key, or the simulators.
 * @see https://developers.tron.network/reference/background
 */
export function tronGrid({
  url,
  apiKey,
  timeoutMs = 10_000,
}: {
  url: string
  apiKey?: string
  timeoutMs?: number
}): Chain {
  const headers: Record<string, string> = apiKey === undefined ? {} : { 'TRON-PRO-API-KEY': apiKey }
  const post = <T>(path: string, input: unknown, shape: z.ZodType<T>): Promise<T> =>
    ask(`${url}${path}`, { method: 'POST', body: JSON.stringify(input), headers, timeoutMs }, shape)
  const block = async (path: string): Promise<Block> => {
    const { blockID, block_header } = await post(path, {}, BlockAnswer)
    return { number: block_header.raw_data.number, hash: blockID, time: block_header.raw_data.timestamp }
  }

  return {
    async transfers(address, { contract, onlyConfirmed = false, sinceMs, fingerprint } = {}) {
      const query = new URLSearchParams({ limit: '200', order_by: 'block_timestamp,desc' })
      if (onlyConfirmed) query.set('only_confirmed', 'true')
      if (contract !== undefined) query.set('contract_address', contract)
      if (sinceMs !== undefined) query.set('min_timestamp', String(sinceMs))
      if (fingerprint !== undefined) query.set('fingerprint', fingerprint)
      const page = await ask(
        `${url}/v1/accounts/${address}/transactions/trc20?${query}`,
        { headers, timeoutMs, limitBytes: PAGE_BYTES },
        Trc20Page,
      )
      const next = page.meta.fingerprint
      return { transfers: page.data.map(read), ...(next === undefined ? {} : { next }) }
    },
    async receipt(txHash) {
      const info = await post('/wallet/gettransactioninfobyid', { value: txHash }, infoOf(txHash))
      return info.id === undefined ? null : receiptOf(info)
    },
    head: () => block('/wallet/getnowblock'),
    solidified: () => block('/walletsolidity/getnowblock'),
    async check() {
      const question = { method: 'POST' as const, body: '{}', headers, timeoutMs }
      const { status, answer } = await exchangeJson(`${url}/wallet/getnowblock`, question)
      if (status === 401 || status === 403) throw new OutsideRefused(String(status), 'the node refuses the key')
      if (status !== 200 || !BlockAnswer.safeParse(answer).success)
        throw new OutsideUnknown(`answered ${status}: POST /wallet/getnowblock`)
    },
  }
}

const read = (row: Trc20Page['data'][number]): TokenTransfer => ({
  txHash: row.transaction_id,
  contract: row.token_info.address,
  symbol: row.token_info.symbol ?? '',
  from: row.from,
  to: row.to,
  type: row.type,
  units: BigInt(row.value),
  time: row.block_timestamp,
})

function receiptOf(info: Info): Receipt {
  const transfers = (info.log ?? []).flatMap((log, logIndex) =>
    log.topics[0] === TRANSFER_TOPIC && log.topics.length === 3
      ? [
          {
            logIndex,
            contract: tronAddressOfHex(log.address),
            from: tronAddressOfHex(log.topics[1]!.slice(-40)),
            to: tronAddressOfHex(log.topics[2]!.slice(-40)),
            units: BigInt(`0x${log.data || '0'}`),
          },
        ]
      : [],
  )
  return { txHash: info.id, blockNo: info.blockNumber, success: info.receipt?.result === 'SUCCESS', transfers }
}
