/**
 * Objects in S3-compatible storage: `PUT` and `GET` of one object, path-style, signed with Signature Version 4 (service `s3`). Objects are written once: with
 * `If-None-Match: *` the storage answers 412 for a name that it has.
 */
import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { nowMs } from '../core/clock.ts'
import type { Settings } from '../core/settings/settings.ts'
import { OutsideRefused, OutsideUnknown, responseTo, bytesOf } from './ask.ts'
import { AWS_REGION, sha256Hex, signForAws, strictlyEncoded } from './requestSignatures.ts'

export type S3Account = { url: string; region: string; bucket: string; keyId: string; secret: string }

/** Where archives of dropped months are. */
export type FilesSettings = { kind: 'disk' } | ({ kind: 's3' } & S3Account)

/** By `KAIKA_FILES`; what is missing or wrong is noted in the settings. */
export function filesFrom(settings: Settings): FilesSettings {
  const kind = settings.oneOf('KAIKA_FILES', ['disk', 's3'], 'disk')
  if (kind === 'disk') return { kind }
  const because = 'KAIKA_FILES=s3 needs it'
  const region = settings.required('KAIKA_S3_REGION', because, AWS_REGION)
  return {
    kind,
    url: settings.address('KAIKA_S3_URL') ?? `https://s3.${region}.amazonaws.com`,
    region,
    bucket: settings.required('KAIKA_S3_BUCKET', because, {
      like: /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
      says: 'the name of a bucket',
    }),
    keyId: settings.required('KAIKA_S3_KEY_ID', because),
    secret: settings.required('KAIKA_S3_KEY_SECRET', because),
  }
}

export interface S3 {
  /**
   * Stores an object. Returns false, and changes nothing, if there is one of this name. `sha256`, hex, is signed, so the storage refuses other bytes. Throws
   * `OutsideRefused` for a definite no (permissions, bucket, size) and `OutsideUnknown` otherwise.
   */
  put(
    key: string,
    body: Readable | string,
    content: { bytes: number; sha256: string; timeoutMs?: number },
  ): Promise<boolean>
  /** The bytes of an object; undefined if there is none. Throws like {@link put}. */
  get(key: string): Promise<AsyncIterable<Buffer> | undefined>
}

/** Without parts, the most that S3 takes. */
const MOST_BYTES = 5 * 1024 ** 3
/** A large archive takes a while; it is nobody's request. */
const TIMEOUT_MS = 3_600_000
const ERROR_BYTES = 64 * 1024

/** The storage knows the request, and its answer will be the same next time. */
const refusals = new Set([
  ...['AccessDenied', 'InvalidAccessKeyId', 'SignatureDoesNotMatch', 'NoSuchBucket', 'InvalidBucketName'],
  ...['EntityTooLarge', 'XAmzContentSHA256Mismatch', 'InvalidRequest', 'NotImplemented', 'PermanentRedirect'],
  ...['AuthorizationHeaderMalformed'],
])

export function s3({ url, region, bucket, keyId, secret }: S3Account): S3 {
  const signed = (method: 'GET' | 'PUT', key: string, bodyHash: string, headers: Record<string, string> = {}) => {
    const address = `${url}/${[bucket, ...key.split('/')].map(strictlyEncoded).join('/')}`
    const request = { method, url: address, headers: { ...headers, 'x-amz-content-sha256': bodyHash }, bodyHash }
    return { address, headers: signForAws(request, { keyId, secret, region, service: 's3' }, nowMs()) }
  }

  const respond = (address: string, question: Parameters<typeof responseTo>[1]): Promise<IncomingMessage> =>
    responseTo(address, { timeoutMs: TIMEOUT_MS, ...question }).catch((cause: unknown) => {
      throw new OutsideUnknown('no answer: storage', { cause })
    })

  return {
    async put(key, body, { bytes, sha256, timeoutMs = TIMEOUT_MS }) {
      if (bytes > MOST_BYTES) throw new OutsideRefused('EntityTooLarge', `${key} has more than 5 GB`)
      const { address, headers } = signed('PUT', key, sha256, {
        ...{ 'content-length': String(bytes), 'content-type': 'application/octet-stream', 'if-none-match': '*' },
      })
      const response = await respond(address, { method: 'PUT', headers, body, timeoutMs })
      const code = await codeOf(response)
      if (response.statusCode === 200 || response.statusCode === 412) return response.statusCode === 200
      throw errorOf(response, code, `PUT ${key}`)
    },
    async get(key) {
      const { address, headers } = signed('GET', key, sha256Hex(''))
      const response = await respond(address, { method: 'GET', headers })
      if (response.statusCode === 200) return response as AsyncIterable<Buffer>
      const code = await codeOf(response)
      if (response.statusCode === 404 && code === 'NoSuchKey') return undefined
      throw errorOf(response, code, `GET ${key}`)
    },
  }
}

/** Reads the response to its end, so that the connection is free. Returns the code of an error. */
const codeOf = async (response: IncomingMessage): Promise<string> =>
  /<Code>(\w+)<\/Code>/.exec(String(await bytesOf(response, ERROR_BYTES).catch(() => '')))?.[1] ?? ''

const errorOf = ({ statusCode }: IncomingMessage, code: string, what: string): OutsideRefused | OutsideUnknown =>
  refusals.has(code)
    ? new OutsideRefused(code, `the storage refuses ${what}: ${code}`)
    : new OutsideUnknown(`answered ${statusCode} (${code}): ${what}`)
