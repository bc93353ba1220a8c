/** S3-compatible storage with one bucket: objects of up to 64 MB, kept with the rest of the simulated world. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { sha256Hex } from '#server/outside/requestSignatures.ts'
import { awsFault } from '../awsSignature.ts'
import type { World } from '../world.ts'

const BODY_LIMIT = 64 * 1024 * 1024
const statuses: Record<string, number> = {
  ...{ NoSuchBucket: 404, NoSuchKey: 404, PreconditionFailed: 412, MissingContentLength: 411 },
  ...{ XAmzContentSHA256Mismatch: 400, AuthorizationHeaderMalformed: 400, NotImplemented: 501 },
}
type Params = { bucket: string; '*': string }

export function s3Routes(scope: FastifyInstance, world: World): void {
  const { store } = world
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT }, (_, body, done) => done(null, body))
  const refuse = (reply: FastifyReply, code: string): FastifyReply =>
    reply
      .code(statuses[code] ?? 403)
      .type('application/xml')
      .send(`<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${code}</Message></Error>`)

  scope.route<{ Params: Params }>({
    method: ['GET', 'PUT'],
    url: '/:bucket/*',
    handler: (request, reply) => {
      const { s3 } = world.vendors
      const { bucket, '*': key } = request.params
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const fault = awsFault(request, body, s3 && { ...s3, service: 's3' }, world.now())
      if (fault) return refuse(reply, fault)
      if (bucket !== s3!.bucket) return refuse(reply, 'NoSuchBucket')
      if (request.method === 'GET') {
        const found = store.maybeOne<{ body: Uint8Array }>('SELECT body FROM s3_objects WHERE name = :key', { key })
        return found ? reply.type('application/octet-stream').send(Buffer.from(found.body)) : refuse(reply, 'NoSuchKey')
      }
      if (request.headers['content-length'] === undefined) return refuse(reply, 'MissingContentLength')
      const condition = request.headers['if-none-match']
      if (condition !== undefined && condition !== '*') return refuse(reply, 'NotImplemented')
      const put = `INSERT INTO s3_objects (name, body) VALUES (:key, :body) ON CONFLICT (name) DO `
      const changed = store.run(condition === '*' ? `${put} NOTHING` : `${put} UPDATE SET body = :body`, { key, body })
      return changed ? reply.header('etag', `"${sha256Hex(body)}"`).send() : refuse(reply, 'PreconditionFailed')
    },
  })
}
