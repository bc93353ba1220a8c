/** What requests to Stripe's API have in common: parameters of lists, metadata, and keys. */
import type { FastifyReply } from 'fastify'
import * as z from 'zod'
import { pageOfList } from '../pages.ts'
import { Refused, type World } from '../world.ts'

export const Text = z.string().min(1).max(200)
export const Metadata = z.record(z.string().max(40), z.string().max(500)).default({})
const Created = z
  .strictObject({ gte: z.coerce.number().int().optional(), lt: z.coerce.number().int().optional() })
  .optional()
export const List = z.strictObject({
  limit: z.coerce.number().int().min(1).max(100).default(10),
  starting_after: z.string().optional(),
  ending_before: z.string().optional(),
  created: Created,
})

export const queryOf = (url: string): string => url.split('?')[1] ?? ''

/**
 * Carries out a request once for its key, and gives every repetition the same answer. A key with other parameters is refused.
 * @throws Refused 400
 */
export function once<T>(world: World, reply: FastifyReply, path: string, create: (body: unknown, key: string) => T): T {
  const { headers, body, id } = reply.request
  const given = headers['idempotency-key']
  const key = typeof given === 'string' ? given : undefined
  if (key === undefined) return create(body, String(id))
  const request = JSON.stringify([path, body])
  const before = world.store.maybeOne<{ request: string; answer: string }>(
    'SELECT request, answer FROM stripe_requests WHERE idempotency_key = :key',
    { key },
  )
  if (before && before.request !== request)
    throw new Refused(
      400,
      'idempotency_error',
      'Keys for idempotent requests can only be used with the same parameters they were first used with.',
    )
  if (before) {
    void reply.header('idempotent-replayed', 'true')
    return JSON.parse(before.answer) as T
  }
  const answer = create(body, key)
  world.store.run('INSERT INTO stripe_requests (idempotency_key, request, answer) VALUES (:key, :request, :answer)', {
    ...{ key, request, answer: JSON.stringify(answer) },
  })
  return answer
}

export function listOf<T, V>(
  url: string,
  items: readonly T[],
  page: z.infer<typeof List>,
  nameOf: (item: T) => string,
  show: (item: T) => V,
) {
  const { data, has_more } = pageOfList(items, { ...page, size: page.limit }, nameOf)
  return { object: 'list' as const, data: data.map(show), has_more, url }
}
