/** AWS KMS: `Encrypt` and `Decrypt` with one key, and the context that a ciphertext is bound to. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import * as z from 'zod'
import type { KmsAccount } from '#server/outside/keys/keyWrapping.ts'
import { awsFault } from '../awsSignature.ts'

const Input = z.object({
  KeyId: z.string(),
  EncryptionContext: z.record(z.string(), z.string()).default({}),
  Plaintext: z.base64().optional(),
  CiphertextBlob: z.base64().optional(),
})

/** The service's own key never leaves it. Here it comes from the account, so that it is the same after a restart. */
export const masterKey = (secret: string): Buffer => Buffer.from(hkdfSync('sha256', secret, '', 'master key', 32))

export function encrypt(key: Buffer, plain: Buffer, bound: string): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(bound))
  const body = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body])
}

/** Returns undefined if the key, the bound text or a bit differs. */
export function decrypt(key: Buffer, sealed: Buffer, bound: string): Buffer | undefined {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12)).setAAD(Buffer.from(bound))
    decipher.setAuthTag(sealed.subarray(12, 28))
    return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()])
  } catch {
    return undefined
  }
}

export function kmsRoutes(scope: FastifyInstance, account: KmsAccount | undefined, now: () => number): void {
  scope.addContentTypeParser('application/x-amz-json-1.1', { parseAs: 'string' }, (_, body, done) => done(null, body))
  const refuse = (reply: FastifyReply, type: string): FastifyReply =>
    reply.code(400).send({ __type: type, message: type })

  scope.post('/', (request, reply) => {
    const body = typeof request.body === 'string' ? request.body : ''
    const fault = awsFault(request, body, account && { ...account, service: 'kms' }, now())
    if (fault === 'InvalidAccessKeyId' || !account) return refuse(reply, 'UnrecognizedClientException')
    if (fault) return refuse(reply, 'InvalidSignatureException')
    const input = Input.safeParse(JSON.parse(body))
    if (!input.success) return refuse(reply, 'SerializationException')
    const { KeyId, EncryptionContext, Plaintext, CiphertextBlob } = input.data
    if (KeyId !== account.key) return refuse(reply, 'NotFoundException')
    const bound = JSON.stringify(Object.entries(EncryptionContext).sort(([a], [b]) => (a < b ? -1 : 1)))
    const key = masterKey(account.secret)
    switch (request.headers['x-amz-target']) {
      case 'TrentService.Encrypt': {
        if (!Plaintext) return refuse(reply, 'ValidationException')
        const sealed = encrypt(key, Buffer.from(Plaintext, 'base64'), bound)
        return { CiphertextBlob: sealed.toString('base64'), KeyId, EncryptionAlgorithm: 'SYMMETRIC_DEFAULT' }
      }
      case 'TrentService.Decrypt': {
        const plain = decrypt(key, Buffer.from(CiphertextBlob ?? '', 'base64'), bound)
        if (!plain) return refuse(reply, 'InvalidCiphertextException')
        return { Plaintext: plain.toString('base64'), KeyId, EncryptionAlgorithm: 'SYMMETRIC_DEFAULT' }
      }
      default:
        return refuse(reply, 'UnknownOperationException')
    }
  })
}
