/**
 * The header of the PROXY protocol, with which a proxy that only passes on bytes says whose connection it is: version 1 is a line of text, version 2 is binary.
 * Parsed here because it comes before TLS and HTTP.
 */
import { isIP, isIPv4, type Socket } from 'node:net'
import { plainAddress } from '../addresses.ts'
import { SECOND } from '../clock.ts'
import type { Entrance } from './entrance.ts'

/** A proxy sends the header in its first packet; a lost one is repeated after at most three seconds. */
const HEADER_MS = 5 * SECOND
const LINE_MAX = 107
/** Addresses and whatever else a proxy adds, such as the subject of a certificate. */
const BINARY_MAX = 2048

const LINE = Buffer.from('PROXY ')
const SIGNATURE = Buffer.from('\r\n\r\n\0\r\nQUIT\n', 'latin1')
const FIXED = 16
/** Protocol families of version 2, with the lengths of their addresses. */
const TCP4 = { family: 0x11, length: 12 }
const TCP6 = { family: 0x21, length: 36 }
/** Local sockets and `unspecified` name no address. */
const ADDRESSLESS = new Set([0x00, 0x31])

/** `address` is undefined when the proxy speaks for itself, as it does for its own health checks. */
type Header = { address: string | undefined; length: number }

/** `more`: incomplete so far. */
export function readProxyHeader(bytes: Buffer): Header | 'more' | 'wrong' {
  if (beginsLike(bytes, SIGNATURE)) return bytes.length < FIXED ? 'more' : readBinary(bytes)
  return beginsLike(bytes, LINE) ? readLine(bytes) : 'wrong'
}

const beginsLike = (bytes: Buffer, start: Buffer): boolean => {
  const length = Math.min(bytes.length, start.length)
  return bytes.compare(start, 0, length, 0, length) === 0
}

function readLine(bytes: Buffer): Header | 'more' | 'wrong' {
  const end = bytes.subarray(0, LINE_MAX).indexOf('\r\n')
  if (end < 0) return bytes.length < LINE_MAX ? 'more' : 'wrong'
  const line = bytes.toString('latin1', 0, end)
  const length = end + 2
  if (/^PROXY UNKNOWN(?: |$)/.test(line)) return { address: undefined, length }
  const [, version, from = '', to = ''] = /^PROXY TCP([46]) (\S+) (\S+) \d{1,5} \d{1,5}$/.exec(line) ?? []
  const family = Number(version)
  return isIP(from) === family && isIP(to) === family ? { address: canonical(from), length } : 'wrong'
}

function readBinary(bytes: Buffer): Header | 'more' | 'wrong' {
  const [command, family] = [bytes[12]!, bytes[13]!]
  const length = FIXED + bytes.readUInt16BE(14)
  if (length > BINARY_MAX || command >> 4 !== 2) return 'wrong'
  if (bytes.length < length) return 'more'
  const local = (command & 15) === 0
  if (local || (command & 15) !== 1) return local ? { address: undefined, length } : 'wrong'
  const addresses = bytes.subarray(FIXED, length)
  if (family === TCP4.family && addresses.length >= TCP4.length)
    return { address: addresses.subarray(0, 4).join('.'), length }
  if (family === TCP6.family && addresses.length >= TCP6.length)
    return { address: canonical(addresses.toString('hex', 0, 16).replace(/(.{4})(?=.)/g, '$1:')), length }
  return ADDRESSLESS.has(family) ? { address: undefined, length } : 'wrong'
}

/** One spelling for each address, the one that sockets use. */
function canonical(address: string): string {
  if (isIPv4(address)) return address
  const short = new URL(`http://[${address.split('%')[0]}]`).hostname.slice(1, -1)
  const mapped = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(short)
  if (!mapped) return plainAddress(short)
  const [high, low] = mapped.slice(1).map((group) => Number.parseInt(group, 16)) as [number, number]
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

/** Only the proxies of `isTrusted` may connect, and each connection begins with a header. Everything else is closed without an answer. */
export const proxyEntrance =
  (isTrusted: (address: string) => boolean): Entrance =>
  (socket, address, next) => {
    if (!isTrusted(address)) return void socket.destroy()
    let read: Buffer = Buffer.alloc(0)
    const leave = (): Socket => {
      clearTimeout(timer)
      return socket.off('data', onData).off('end', refuse).off('close', leave)
    }
    const refuse = (): void => void leave().destroy()
    const onData = (chunk: Buffer): void => {
      read = read.length ? Buffer.concat([read, chunk]) : chunk
      const header = readProxyHeader(read)
      if (header === 'more') return
      if (header === 'wrong') return refuse()
      leave().pause()
      const rest = read.subarray(header.length)
      if (rest.length) socket.unshift(rest)
      next(socket, header.address ?? address)
    }
    const timer = setTimeout(refuse, HEADER_MS)
    socket
      .on('error', () => {})
      .on('data', onData)
      .on('end', refuse)
      .on('close', leave)
  }
