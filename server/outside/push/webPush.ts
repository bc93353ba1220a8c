/** Messages to browsers through the push service of each: RFC 8030 (delivery), 8291 (encryption) and 8292 (who we are). docs/decisions/0104-web-push-by-node-crypto.md. */
import { createCipheriv, createECDH, createPrivateKey, hkdfSync, randomBytes, sign, type KeyObject } from 'node:crypto'
import { lookup as resolve } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { inRanges } from '#server/core/addresses.ts'
import { HOUR, nowMs } from '#server/core/clock.ts'
import type { Settings } from '#server/core/settings/settings.ts'
import { exchange, OutsideRefused, OutsideUnknown } from '../ask.ts'

/** Where a browser takes its messages, and the keys that it opens them with. */
export type PushTarget = { endpoint: string; p256dh: string; auth: string }
export type PushMessage = {
  body: string
  /** How long the push service keeps it for a device that is off. */
  ttlS: number
  urgency: 'normal' | 'high'
  /** Takes the place of a message of this topic that has not arrived: at most 32 characters of base64url. */
  topic: string
}

export interface Push {
  /** Base64url, for the browser. */
  readonly publicKey: string
  /** Whether this is the address of a browser's push service. */
  takes(endpoint: string): boolean
  /** Throws `OutsideRefused('GONE')` for a device that has unsubscribed, {@link PushBusy}, or `OutsideUnknown` (it may still arrive). */
  send(target: PushTarget, message: PushMessage): Promise<void>
}

/** The push service asks us to come back later. Nothing was sent. */
export class PushBusy extends OutsideUnknown {
  override name = 'PushBusy'
  readonly afterMs: number
  constructor(afterMs: number) {
    super('the push service is busy')
    this.afterMs = afterMs
  }
}

/** Chrome and browsers made of it, Firefox, Safari, Edge. Browsers name the host themselves, so any other could make us send requests anywhere. */
const services = ['fcm.googleapis.com', '.push.services.mozilla.com', '.push.apple.com', '.notify.windows.com']

/** What no push service has: this machine and networks of one's own. A name of theirs must not lead there either. */
const isPrivate = inRanges([
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.168.0.0/16', '198.18.0.0/15', '224.0.0.0/3', '::/128', '::1/128', '64:ff9b::/96', 'fc00::/7', 'fe80::/10'],
  ...['ff00::/8'],
])

export type PushSettings = {
  /** P-256, 32 bytes, base64url. */
  privateKey: string
  /** Whom a push service writes to about our messages: `mailto:` or `https:`. */
  contact: string
  /** Host names besides those of known browsers; one that begins with a dot has all names below it. */
  more?: readonly string[]
  /** In tests: push services on this machine, without encryption. */
  loopback?: boolean
  timeoutMs?: number
}

/** `KAIKA_PUSH_KEY`, `KAIKA_PUSH_CONTACT`, `KAIKA_PUSH_SERVICES`. Without a key: `undefined`. What is wrong is noted. */
export function pushFrom(settings: Settings): PushSettings | undefined {
  const privateKey = settings.text('KAIKA_PUSH_KEY')
  const contact = settings.text('KAIKA_PUSH_CONTACT')
  const more = (settings.text('KAIKA_PUSH_SERVICES') ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter(Boolean)
  if (more.some((name) => !/^\.?[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(name) || /^[\d.]+$/.test(name)))
    settings.wrong('KAIKA_PUSH_SERVICES has host names, separated by commas')
  if (privateKey === undefined) {
    if (contact !== undefined)
      settings.wrong('KAIKA_PUSH_KEY is missing: KAIKA_PUSH_CONTACT is set (bin/kaika push-key)')
    return undefined
  }
  if (!isKey(privateKey)) settings.wrong('KAIKA_PUSH_KEY is not a key that bin/kaika push-key has printed')
  if (!/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/.test(contact ?? ''))
    settings.wrong('KAIKA_PUSH_CONTACT is not mailto:… or https://…, which push services require with KAIKA_PUSH_KEY')
  return { privateKey, contact: contact ?? '', more }
}

function isKey(text: string): boolean {
  try {
    return /^[\w-]{43}$/.test(text) && publicKeyOf(text).length === 65
  } catch {
    return false
  }
}

function publicKeyOf(privateKey: string): Buffer {
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(privateKey, 'base64url')
  return pair.getPublicKey()
}

export function newPushKey(): string {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  // Leading zeros are left out.
  return Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()])
    .subarray(-32)
    .toString('base64url')
}

/** For the demo world, from a secret that is kept. */
export const derivedPushKey = (secret: string): string =>
  Buffer.from(hkdfSync('sha256', Buffer.from(secret, 'base64'), '', 'web push', 32)).toString('base64url')

export function webPush({ privateKey, contact, more = [], loopback = false, timeoutMs = 10_000 }: PushSettings): Push {
  const publicKey = publicKeyOf(privateKey)
  const signer = createPrivateKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: publicKey.subarray(1, 33).toString('base64url'),
      y: publicKey.subarray(33).toString('base64url'),
      d: privateKey,
    },
  })
  const known = [...services, ...more]
  const takes = (endpoint: string): boolean => {
    const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined
    if (!url || url.username || url.password || url.hash) return false
    if (loopback && url.hostname === '127.0.0.1') return true
    if (url.protocol !== 'https:' || url.port !== '' || isIP(url.hostname.replace(/^\[|\]$/g, ''))) return false
    return known.some((name) => (name.startsWith('.') ? url.hostname.endsWith(name) : url.hostname === name))
  }
  return {
    publicKey: publicKey.toString('base64url'),
    takes,
    async send({ endpoint, p256dh, auth }, { body, ttlS, urgency, topic }) {
      // Settings may have changed since the device was added.
      if (!takes(endpoint)) throw new OutsideRefused('NO_PUSH_SERVICE')
      const token = tokenFor(new URL(endpoint).origin, contact, signer)
      const { status, headers } = await exchange(endpoint, {
        method: 'POST',
        body: sealedFor({ p256dh, auth }, body),
        headers: {
          'content-type': 'application/octet-stream',
          'content-encoding': 'aes128gcm',
          authorization: `vapid t=${token}, k=${publicKey.toString('base64url')}`,
          ttl: String(ttlS),
          urgency,
          topic,
        },
        timeoutMs,
        ...(!loopback && { lookup: publicOnly }),
      })
      if (status >= 200 && status < 300) return
      if (status === 404 || status === 410) throw new OutsideRefused('GONE')
      if (status === 429 || status >= 500) throw new PushBusy(waitOf(headers['retry-after']))
      if (status === 401 || status === 403 || status === 408)
        throw new OutsideUnknown(`the push service answered ${status}`)
      throw new OutsideRefused(`PUSH_${status}`)
    },
  }
}

/** Seconds or a date; at least a few seconds, at most an hour. */
function waitOf(header: string | undefined): number {
  const seconds = Number(header)
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header ?? '') - nowMs()
  return Math.min(HOUR, Math.max(5_000, Number.isFinite(ms) ? ms : 0))
}

/** RFC 8292. Push services accept tokens of up to a day. */
function tokenFor(audience: string, contact: string, key: KeyObject): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  const exp = Math.floor((nowMs() + 12 * HOUR) / 1000)
  const text = `${part({ typ: 'JWT', alg: 'ES256' })}.${part({ aud: audience, exp, sub: contact })}`
  return `${text}.${sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`
}

const derive = (key: Uint8Array, salt: Uint8Array, info: Uint8Array | string, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, info, length))

/** RFC 8291: only the browser with these keys can read it. `made`: what is random otherwise, for the example of the standard. */
export function sealedFor(
  { p256dh, auth }: Pick<PushTarget, 'p256dh' | 'auth'>,
  text: string,
  made: { salt?: Buffer; privateKey?: Buffer } = {},
): Buffer {
  const theirs = Buffer.from(p256dh, 'base64url')
  const pair = createECDH('prime256v1')
  if (made.privateKey) pair.setPrivateKey(made.privateKey)
  else pair.generateKeys()
  const ours = pair.getPublicKey()
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), theirs, ours])
  const key = derive(pair.computeSecret(theirs), Buffer.from(auth, 'base64url'), info, 32)
  const salt = made.salt ?? randomBytes(16)
  const cipher = createCipheriv(
    'aes-128-gcm',
    derive(key, salt, 'Content-Encoding: aes128gcm\0', 16),
    derive(key, salt, 'Content-Encoding: nonce\0', 12),
  )
  const head = Buffer.alloc(5)
  head.writeUInt32BE(4096)
  head[4] = ours.length
  // The last record ends with a 2.
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.update(Buffer.of(2)), cipher.final()])
  return Buffer.concat([salt, head, ours, sealed, cipher.getAuthTag()])
}

/** Refuses names that lead into networks of our own. What is checked is what is connected to. */
export const publicOnly: LookupFunction = (host, options, done) => {
  resolve(host, { ...options, all: true }, (error, found) => {
    if (error) return done(error, '')
    const inside = found.find(({ address }) => isPrivate(address))
    if (inside) return done(new Error(`${host} is at a private address`), '')
    if (options.all) done(null, found)
    else done(null, found[0]!.address, found[0]!.family)
  })
}
