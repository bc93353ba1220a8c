/**
 * How requests to AWS (and to storage and key services that speak its language) and to Alibaba Cloud are signed: "Signature Version 4" and "ACS3-HMAC-SHA256".
 * Both sign one canonical text of the request. Tests compare them with the vendors' published examples. The simulators verify with the same functions.
 */
import { createHash, createHmac } from 'node:crypto'

export type RequestToSign = {
  method: string
  /** Complete, with its query. The path is signed as it is written here. */
  url: string
  /** Names in small letters. All of them are signed, and `host`. */
  headers: Readonly<Record<string, string>>
  /** SHA-256 of the body, hex. */
  bodyHash: string
}

/** How AWS writes its regions, for settings. */
export const AWS_REGION = { like: /^[a-z0-9-]+$/, says: 'a region like eu-central-1' }

export type AwsKey = { keyId: string; secret: string; region: string; service: 'kms' | 's3' | 'service' }
export type AliyunKey = { keyId: string; secret: string }

export const sha256Hex = (body: Buffer | string): string => createHash('sha256').update(body).digest('hex')
const hmac = (key: Buffer | string, text: string): Buffer => createHmac('sha256', key).update(text).digest()

/** RFC 3986: encodeURIComponent leaves five characters that the signatures do not. */
export const strictlyEncoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

const signedNames = (headers: object): string => Object.keys(headers).sort().join(';')

function canonicalText({ method, url, headers, bodyHash }: RequestToSign): string {
  const { pathname, searchParams } = new URL(url)
  const query = [...searchParams].map((pair) => pair.map(strictlyEncoded).join('=')).sort()
  const lines = Object.keys(headers)
    .sort()
    .map((name) => `${name}:${headers[name]!.trim().replace(/\s+/g, ' ')}\n`)
  return [method, pathname, query.join('&'), lines.join(''), signedNames(headers), bodyHash].join('\n')
}

/** `20261126T131645Z` */
const awsTime = (ms: number): string => new Date(ms).toISOString().replace(/[-:]|\.\d{3}/g, '')

/** Returns the value of `authorization`. `headers` must have `host` and `x-amz-date`. */
export function awsAuthorization(request: RequestToSign, { keyId, secret, region, service }: AwsKey): string {
  const time = request.headers['x-amz-date']!
  const day = time.slice(0, 8)
  const scope = `${day}/${region}/${service}/aws4_request`
  const text = `AWS4-HMAC-SHA256\n${time}\n${scope}\n${sha256Hex(canonicalText(request))}`
  const key = [day, region, service, 'aws4_request'].reduce<Buffer | string>(hmac, `AWS4${secret}`)
  const signature = hmac(key, text).toString('hex')
  return `AWS4-HMAC-SHA256 Credential=${keyId}/${scope}, SignedHeaders=${signedNames(request.headers)}, Signature=${signature}`
}

/** Returns the value of `authorization`. `headers` must have `host` and all that begin with `x-acs-`. */
export function aliyunAuthorization(request: RequestToSign, { keyId, secret }: AliyunKey): string {
  const text = `ACS3-HMAC-SHA256\n${sha256Hex(canonicalText(request))}`
  const signature = hmac(secret, text).toString('hex')
  return `ACS3-HMAC-SHA256 Credential=${keyId},SignedHeaders=${signedNames(request.headers)},Signature=${signature}`
}

/** The headers that sign a request to AWS. `nowMs`: AWS refuses a time that differs by more than 15 minutes from its own. */
export function signForAws(request: RequestToSign, key: AwsKey, nowMs: number): Record<string, string> {
  const headers = { ...request.headers, host: new URL(request.url).host, 'x-amz-date': awsTime(nowMs) }
  return { ...headers, authorization: awsAuthorization({ ...request, headers }, key) }
}

/** The headers that sign one action of Alibaba Cloud. `nonce`: fresh for every request, because a repeated one is refused. */
export function signForAliyun(
  request: RequestToSign,
  key: AliyunKey,
  { action, version, nonce, nowMs }: { action: string; version: string; nonce: string; nowMs: number },
): Record<string, string> {
  const headers = {
    ...request.headers,
    host: new URL(request.url).host,
    'x-acs-action': action,
    'x-acs-content-sha256': request.bodyHash,
    'x-acs-date': `${new Date(nowMs).toISOString().slice(0, 19)}Z`,
    'x-acs-signature-nonce': nonce,
    'x-acs-version': version,
  }
  return { ...headers, authorization: aliyunAuthorization({ ...request, headers }, key) }
}
