/** Certificates for tests, written as DER (RFC 5280) and signed with node:crypto. */
import { createPublicKey, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'

const tlv = (tag: number, ...parts: Buffer[]): Buffer => {
  const content = Buffer.concat(parts)
  const { length } = content
  const head = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...head]), content])
}
const sequence = (...parts: Buffer[]): Buffer => tlv(0x30, ...parts)
const oid = (hex: string): Buffer => tlv(0x06, Buffer.from(hex, 'hex'))
const ECDSA_SHA256 = sequence(oid('2a8648ce3d040302'))
const COMMON_NAME = oid('550403')
const BASIC_CONSTRAINTS = oid('551d13')
const ALTERNATIVE_NAMES = oid('551d11')
const TRUE = tlv(0x01, Buffer.from([255]))

const nameOf = (text: string): Buffer => sequence(tlv(0x31, sequence(COMMON_NAME, tlv(0x0c, Buffer.from(text)))))
const time = (year: number): Buffer => tlv(0x18, Buffer.from(`${year}0101000000Z`))
const extension = (id: Buffer, value: Buffer): Buffer => sequence(id, TRUE, tlv(0x04, value))

export type Certified = { name: string; cert: string; key: string; privateKey: KeyObject }

/** A certificate for a name, by `issuer`, or an authority that signs itself. */
export function certificateOf(name: string, issuer?: Certified): Certified {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const body = sequence(
    tlv(0xa0, tlv(0x02, Buffer.from([2]))),
    tlv(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ECDSA_SHA256,
    nameOf(issuer?.name ?? name),
    sequence(time(2020), time(2120)),
    nameOf(name),
    createPublicKey(privateKey).export({ type: 'spki', format: 'der' }),
    tlv(
      0xa3,
      sequence(
        issuer
          ? extension(ALTERNATIVE_NAMES, sequence(tlv(0x82, Buffer.from(name))))
          : extension(BASIC_CONSTRAINTS, sequence(TRUE)),
      ),
    ),
  )
  const signature = sign('sha256', body, issuer?.privateKey ?? privateKey)
  const der = sequence(body, ECDSA_SHA256, tlv(0x03, Buffer.from([0]), signature))
  return {
    name,
    cert: `-----BEGIN CERTIFICATE-----\n${der.toString('base64').replace(/.{64}(?=.)/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    privateKey,
  }
}
