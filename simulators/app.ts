import path from 'node:path'
import fastifyStatic from '@fastify/static'
import fastify, { type FastifyInstance } from 'fastify'
import * as z from 'zod'
import { aliyunRoutes } from './aliyun/routes.ts'
import { alipayRoutes } from './alipay/routes.ts'
import type { ChainNode } from './chain/node.ts'
import { chainRoutes } from './chain/routes.ts'
import type { WorldClock } from './clock.ts'
import { issuerRoutes } from './issuer/routes.ts'
import { lithicRoutes, lithicWorldRoutes } from './lithic/routes.ts'
import type { Post } from './network/post.ts'
import { networkRoutes } from './network/routes.ts'
import { payerRoutes } from './payments/payers.ts'
import { paymentRoutes } from './payments/routes.ts'
import { rateRoutes } from './rateFeed.ts'
import { s3Routes } from './s3/routes.ts'
import { smsRoutes, authenticatorRoutes, mailRoutes } from './phone.ts'
import { stripeRoutes, stripeScriptRoutes } from './stripe/routes.ts'
import { twilioRoutes } from './twilio/routes.ts'
import { weChatRoutes } from './weChatPay/routes.ts'
import { Refused, type World } from './world.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The raw body: signatures cover bytes, not parsed values. */
    signedText?: string
  }
}

const YEAR_MS = 366 * 86_400_000
const ForwardInput = z.object({ ms: z.int().min(1).max(YEAR_MS) })
const ClockInput = z.object({ nowMs: z.int().min(0).nullable() })

/** Every endpoint of the simulated outside world, with one error format: `{code, message}` and a 4xx. */
export async function buildApp(
  world: World,
  node: ChainNode,
  clock: WorldClock,
  {
    ratesMove,
    staffSecret,
    post,
    consoleUrl,
  }: { ratesMove: boolean; staffSecret: string | undefined; post: Post; consoleUrl: string },
): Promise<FastifyInstance> {
  const app = fastify({ forceCloseConnections: true, bodyLimit: 256 * 1024 })
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = String(body)
    request.signedText = text
    try {
      done(null, text === '' ? undefined : JSON.parse(text))
    } catch {
      done(new Refused(400, 'NOT_JSON'))
    }
  })
  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof Refused) return reply.code(error.status).send({ code: error.code, message: error.message })
    if (error instanceof z.ZodError) return reply.code(400).send({ code: 'INVALID', message: z.prettifyError(error) })
    const status = (error as { statusCode?: number }).statusCode ?? 500
    if (status >= 500) console.error(error)
    return reply
      .code(status)
      .send({ code: 'ERROR', message: status < 500 ? (error as Error).message : 'the simulated world broke' })
  })

  networkRoutes(app, world)
  chainRoutes(app, world.store, node)
  smsRoutes(app, world)
  mailRoutes(app, world)
  rateRoutes(app, world, ratesMove)
  payerRoutes(app, world)
  authenticatorRoutes(app, world, staffSecret)
  lithicWorldRoutes(app, world)
  stripeScriptRoutes(app, world)
  await app.register((scope) => issuerRoutes(scope, world), { prefix: '/issuer' })
  await app.register((scope) => lithicRoutes(scope, world), { prefix: '/lithic/v1' })
  // The SDK knows no path before this one.
  await app.register((scope) => stripeRoutes(scope, world), { prefix: '/v1' })
  await app.register((scope) => paymentRoutes(scope, world), { prefix: '/payments' })
  await app.register((scope) => twilioRoutes(scope, world, post), { prefix: '/twilio' })
  await app.register((scope) => aliyunRoutes(scope, world), { prefix: '/aliyun' })
  await app.register((scope) => s3Routes(scope, world), { prefix: '/s3' })
  await app.register((scope) => weChatRoutes(scope, world), { prefix: '/wechat' })
  await app.register((scope) => alipayRoutes(scope, world), { prefix: '/alipay' })
  app.get('/console', () => ({ consoleUrl }))
  app.get('/clock', () => ({ nowMs: world.now(), fixed: clock.fixedMs !== null, offsetMs: clock.offsetMs }))
  app.post('/clock/forward', async (request) => {
    await clock.forward(ForwardInput.parse(request.body).ms)
    return { nowMs: world.now(), offsetMs: clock.offsetMs }
  })
  app.post('/clock', (request) => {
    clock.fixedMs = ClockInput.parse(request.body).nowMs
    return { nowMs: world.now() }
  })
  await app.register(fastifyStatic, { root: path.join(import.meta.dirname, 'page') })
  return app
}
