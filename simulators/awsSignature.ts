/** The check of Signature Version 4, as AWS makes it: who asks, for which service, when, and whether anything was changed. */
import type { FastifyRequest } from 'fastify'
import { awsAuthorization, sha256Hex, type AwsKey } from '#server/outside/requestSignatures.ts'

const SKEW_MS = 15 * 60_000

/** Returns the code of the fault of a request, or undefined if it comes from this key. */
export function awsFault(
  { headers, method, url }: Pick<FastifyRequest, 'headers' | 'method' | 'url'>,
  body: Buffer | string,
  key: AwsKey | undefined,
  nowMs: number,
): string | undefined {
  const given = /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(.+), SignedHeaders=([^,]+), Signature=/.exec(
    headers.authorization ?? '',
  )
  if (!given) return 'AccessDenied'
  const [, keyId, scope, signedHeaders] = given
  if (!key || keyId !== key.keyId) return 'InvalidAccessKeyId'
  const time = String(headers['x-amz-date'])
  const [, date = '', clock = ''] = /^(\d{8})T(\d{6})Z$/.exec(time) ?? []
  const at = Date.parse(`${date.replace(/(....)(..)(..)/, '$1-$2-$3')}T${clock.replace(/(..)(..)(..)/, '$1:$2:$3')}Z`)
  if (!(Math.abs(nowMs - at) <= SKEW_MS)) return 'RequestTimeTooSkewed'
  if (scope !== `${date}/${key.region}/${key.service}/aws4_request`) return 'AuthorizationHeaderMalformed'
  const names = signedHeaders!.split(';')
  const unsigned = Object.keys(headers).filter((name) => /^(host|x-amz-.*)$/.test(name) && !names.includes(name))
  if (unsigned.length) return 'AccessDenied'
  const bodyHash = sha256Hex(body)
  if ((headers['x-amz-content-sha256'] ?? bodyHash) !== bodyHash) return 'XAmzContentSHA256Mismatch'
  const signed = Object.fromEntries(names.map((name) => [name, String(headers[name])]))
  const expected = awsAuthorization({ method, url: `http://${headers.host}${url}`, headers: signed, bodyHash }, key)
  return headers.authorization === expected ? undefined : 'SignatureDoesNotMatch'
}
