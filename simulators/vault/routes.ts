/** The transit engine of HashiCorp Vault: `encrypt` and `decrypt` with one key, for the holder of one token. */
import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import type { VaultAccount } from '#server/outside/keys/keyWrapping.ts'
import { decrypt, encrypt, masterKey } from '../kms/routes.ts'

const Input = z.object({
  plaintext: z.base64().optional(),
  ciphertext: z.string().optional(),
  associated_data: z.base64().default(''),
})
const PREFIX = 'vault:v1:'
type Params = { mount: string; action: string; key: string }

export function vaultRoutes(scope: FastifyInstance, account: VaultAccount | undefined): void {
  scope.post<{ Params: Params }>('/v1/:mount/:action/:key', (request, reply) => {
    const refuse = (status: number, error: string) => reply.code(status).send({ errors: [error] })
    const { mount, action, key } = request.params
    const given = Buffer.from(String(request.headers['x-vault-token'] ?? ''))
    const token = Buffer.from(account?.token ?? '')
    if (!account || given.length !== token.length || !timingSafeEqual(given, token))
      return refuse(403, 'permission denied')
    if (mount !== account.mount) return refuse(404, `no handler for route "${mount}/${action}/${key}"`)
    if (key !== account.key) return refuse(400, 'encryption key not found')
    const input = Input.safeParse(request.body)
    if (!input.success) return refuse(400, 'failed to base64-decode')
    const { plaintext, ciphertext, associated_data: bound } = input.data
    const master = masterKey(account.token)
    if (action === 'encrypt') {
      if (plaintext === undefined) return refuse(400, 'missing plaintext to encrypt')
      const sealed = encrypt(master, Buffer.from(plaintext, 'base64'), bound)
      return { data: { ciphertext: PREFIX + sealed.toString('base64'), key_version: 1 } }
    }
    if (action !== 'decrypt') return refuse(404, 'unsupported path')
    if (!ciphertext?.startsWith(PREFIX)) return refuse(400, 'invalid ciphertext: no prefix')
    const plain = decrypt(master, Buffer.from(ciphertext.slice(PREFIX.length), 'base64'), bound)
    return plain
      ? { data: { plaintext: plain.toString('base64') } }
      : refuse(400, 'cipher: message authentication failed')
  })
}
