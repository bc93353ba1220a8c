/**
 * The signatures of WeChat Pay's API v3 (WECHATPAY2-SHA256-RSA2048) in both directions, and the encryption of its notifications. Source: WeChat Pay, "APIv3
 * interface rules". Times on the wire are whole seconds since 1970; everything in code is in milliseconds.
 */
import { createCipheriv, createDecipheriv, randomBytes, type KeyObject } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { BadSignature, TOLERANCE_MS } from '../signatures.ts'
import { isSignedBy, signRsa } from './rsa.ts'

const SCHEME = 'WECHATPAY2-SHA256-RSA2048'

/** A key and the number by which WeChat Pay calls it: the serial of a certificate, or the id of a public key. */
export type NumberedKey = { id: string; key: KeyObject }

type Request = {
  method: string
  /** With its query, as it is sent. */
  path: string
  body: string
}

const nonce = (): string => randomBytes(16).toString('hex').toUpperCase()
const seconds = (ms: number): string => String(Math.floor(ms / 1000))
const lines = (...parts: readonly string[]): string => parts.map((part) => `${part}\n`).join('')

/** The header `Authorization` of a merchant's request. */
export function authorizationOf(merchantId: string, { id, key }: NumberedKey, sent: Request, nowMs: number): string {
  const [timestamp, once] = [seconds(nowMs), nonce()]
  const signature = signRsa(key, lines(sent.method, sent.path, timestamp, once, sent.body))
  return `${SCHEME} mchid="${merchantId}",nonce_str="${once}",signature="${signature}",timestamp="${timestamp}",serial_no="${id}"`
}

/** Throws {@link BadSignature} unless this merchant signed the request within the last five minutes. For WeChat Pay's side. */
export function verifyAuthorization(
  header: string | undefined,
  merchantId: string,
  { id, key }: NumberedKey,
  sent: Request,
  nowMs: number,
): void {
  const [scheme, rest = ''] = (header ?? '').split(' ', 2)
  if (scheme !== SCHEME) throw new BadSignature('scheme')
  const fields = Object.fromEntries([...rest.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]))
  const { mchid, nonce_str: once = '', signature = '', timestamp = '', serial_no: serial } = fields
  if (mchid !== merchantId || serial !== id) throw new BadSignature('another merchant or certificate')
  requireFresh(timestamp, nowMs)
  if (!isSignedBy(key, lines(sent.method, sent.path, timestamp, once, sent.body), signature))
    throw new BadSignature('signature')
}

/** The headers by which WeChat Pay signs its answers and notifications. */
export function signedHeaders({ id, key }: NumberedKey, body: string, nowMs: number): Record<string, string> {
  const [timestamp, once] = [seconds(nowMs), nonce()]
  return {
    'wechatpay-timestamp': timestamp,
    'wechatpay-nonce': once,
    'wechatpay-serial': id,
    'wechatpay-signature-type': SCHEME,
    'wechatpay-signature': signRsa(key, lines(timestamp, once, body)),
  }
}

/** Throws {@link BadSignature} unless WeChat Pay signed this answer or notification with this key within the last five minutes. */
export function verifyHeaders(
  { id, key }: NumberedKey,
  headers: IncomingHttpHeaders,
  body: Buffer | string,
  nowMs: number,
): void {
  const [serial, timestamp, once, signature] = ['serial', 'timestamp', 'nonce', 'signature'].map(
    (name) => headers[`wechatpay-${name}`],
  )
  if (typeof timestamp !== 'string' || typeof once !== 'string' || typeof signature !== 'string')
    throw new BadSignature('unsigned')
  if (serial !== id) throw new BadSignature('another key')
  requireFresh(timestamp, nowMs)
  if (!isSignedBy(key, lines(timestamp, once, body.toString()), signature)) throw new BadSignature('signature')
}

function requireFresh(timestamp: string, nowMs: number): void {
  if (!/^\d{1,12}$/.test(timestamp)) throw new BadSignature('timestamp')
  // The timestamp has whole seconds, so a message may appear up to a second older than it is.
  const ageMs = nowMs - Number(timestamp) * 1000
  if (ageMs >= TOLERANCE_MS + 1000 || -ageMs > TOLERANCE_MS) throw new BadSignature('too old or too far ahead')
}

/** The encrypted part of a notification (AEAD_AES_256_GCM). `ciphertext`: base64, with the tag of 16 bytes at its end. */
export type SealedResource = {
  algorithm: 'AEAD_AES_256_GCM'
  original_type: string
  ciphertext: string
  nonce: string
  associated_data: string
}

const TAG_BYTES = 16
const NONCE_BYTES = 12

/** `key`: the APIv3 key of 32 bytes. For WeChat Pay's side. */
export function seal(key: Buffer, originalType: string, text: string): SealedResource {
  const once = randomBytes(NONCE_BYTES / 2).toString('hex')
  const cipher = createCipheriv('aes-256-gcm', key, Buffer.from(once), { authTagLength: TAG_BYTES })
  cipher.setAAD(Buffer.from(originalType))
  const sealed = Buffer.concat([cipher.update(text), cipher.final(), cipher.getAuthTag()])
  return {
    algorithm: 'AEAD_AES_256_GCM',
    original_type: originalType,
    ciphertext: sealed.toString('base64'),
    nonce: once,
    associated_data: originalType,
  }
}

/** Throws {@link BadSignature} unless the text was sealed with this APIv3 key. */
export function unseal(key: Buffer, { ciphertext, nonce: once, associated_data: associated }: SealedResource): string {
  const sealed = Buffer.from(ciphertext, 'base64')
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(once), { authTagLength: TAG_BYTES })
    decipher.setAAD(Buffer.from(associated)).setAuthTag(sealed.subarray(-TAG_BYTES))
    return Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()]).toString()
  } catch {
    throw new BadSignature('sealed with another key')
  }
}
