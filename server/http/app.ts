import { randomUUID } from 'node:crypto'
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { isIP } from 'node:net'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import formbody from '@fastify/formbody'
import multipart from '@fastify/multipart'
import {
  BROWSER_HEADER,
  GRANT_HEADER,
  isStaffWho,
  ROWS_HEADER,
  type Call,
  type Envelope,
  type EventsAnswer,
  type FileAnswer,
} from '#contract/core/call.ts'
import { sayCheck } from '#contract/core/checks.ts'
import {
  httpStatusOf,
  refuse,
  Refusal,
  reasonOf,
  refusals,
  wordsOf,
  type RefusalName,
} from '#contract/core/refusals.ts'
import { availability, elementKeys, type ElementKey } from '#contract/core/permissions.ts'
import { staffKeyNames, type StaffKey } from '#contract/core/staffRoles.ts'
import type { Actor, Caller, Staff, Stranger } from '../core/actor.ts'
import { closeStreams } from '../changes/changes.ts'
import { plainAddress } from '../core/addresses.ts'
import { provided, type AnyAnswer } from '../core/composition.ts'
import { allRoles, type Config, type Role } from '../core/settings/config.ts'
import { isClockWrong, now } from '../core/clock.ts'
import { isBusy } from '../core/db.ts'
import { authenticate, smsRoutes } from '../identity/identity.ts'
import { logSettings } from '../core/log.ts'
import { measureCalls } from '../core/metrics/callMetrics.ts'
import { once } from '../core/once.ts'
import { authenticateStaff } from '../staff/staff.ts'
import type { ReadinessProbe } from '../core/health/readiness.ts'
import { simulatedClockRoute } from '../simulatedClock.ts'
import { paymentRoutes } from '../funding/funding.ts'
import { networkRoutes, networkServer } from '../trades/trades.ts'
import { boundedServer, limitsOf, UNLIMITED } from './boundedServer.ts'
import { callSpans, type CallSpan } from './callSpans.ts'
import { probeRoutes, serveEdge } from './edge.ts'
import { issuerFrames } from './issuerFrames.ts'
import { openApi } from './openapi.ts'
import { rateLimitOf } from './rateLimit.ts'
import { readAhead } from './readAhead.ts'
import { streamFile } from './streamFile.ts'
import { securityHeadersWithoutHooks, setSecurityHeaders } from './securityHeaders.ts'
import { serveConsoles } from './staticFiles.ts'
import { readUpload } from './uploads.ts'

/** The console's own id, sent with the sign-in calls: identification, not a secret. */
const CLIENT = `Basic ${Buffer.from('kaika-web:kaika').toString('base64')}`

const DATED = /^\/(api|frames|issuer|payments|sms)\//

/** None of our routes has a schema of the framework's. */
const uncompiled = () => () => {
  throw new Error('a route has a schema of its own: rows of the contract check what comes')
}

/** Builds the server: every contract row with its handler, and no other route under /api but the reference. */
export async function buildApp(
  config: Pick<Config, 'checkAnswers' | 'port'> &
    Partial<
      Pick<
        Config,
        'chatScript' | 'uploadUrl' | 'origin' | 'simulated' | 'secrets' | 'trustedProxies' | 'maxConnections' | 'edge'
      >
    > & {
      /** Sources of pages that the console shows in frames: origins of issuers that show numbers themselves, and our own where their script does. */
      frames?: readonly string[]
    },
  {
    logs = false,
    does = allRoles,
    readiness,
  }: { logs?: boolean; does?: ReadonlySet<Role>; readiness?: ReadinessProbe } = {},
): Promise<FastifyInstance> {
  let closing = false
  // From the signal on, not only once the port is closed: a connection that ends with its answer is opened again elsewhere, and none is cut off while a request is on its way.
  const leaving = (): boolean => closing || readiness?.isLeaving === true
  const limits = config.maxConnections ? limitsOf(config.maxConnections, config.trustedProxies) : UNLIMITED
  const { entrance, access, isOurHost, secure, stop } = serveEdge(config, does)
  const app = Fastify({
    logger: logs && logSettings,
    genReqId: () => randomUUID(),
    bodyLimit: 1_000_000,
    // Anyone can write X-Forwarded-For: only values from our own proxies are trusted.
    trustProxy: config.trustedProxies?.length ? [...config.trustedProxies] : false,
    // Requests on kept connections are still answered during shutdown; the framework's own 503 has no envelope.
    return503OnClosing: false,
    // A malformed URL, `%zz`, reaches none of our routes or handlers.
    frameworkErrors: (_, request, reply) =>
      void refuseWith(reply.headers(securityHeadersWithoutHooks), request, refuse('bad_request')),
    routerOptions: { caseSensitive: true },
    // Contract rows validate input and output; the framework's own two compilers would only use memory.
    schemaController: { compilersFactory: { buildValidator: uncompiled, buildSerializer: uncompiled } },
    // The decision path does not pay for what the console needs (docs/flows/a-card-is-charged.md).
    serverFactory: (handle) =>
      does.has('decide')
        ? networkServer(handle, { leaving, limits, entrance, access })
        : boundedServer(handle, limits, { leaving, entrance }),
  })
  app.addHook('preClose', async () => {
    closing = true
    stop()
    if (!app.server.listening) return // it would wait for an end that never comes
    // A kept connection would delay the shutdown as long as its caller sends requests, so each is closed after its answer.
    // Streams first: their callers find another server.
    const hangUp = setInterval(() => {
      closeStreams()
      app.server.closeIdleConnections()
    }, 50)
    app.server.once('close', () => clearInterval(hangUp))
  })
  // Before the routes: routes mounted earlier would keep the framework's own messages.
  app.setNotFoundHandler((request, reply) => refuseWith(reply, request, refuse('no_such_address')))
  app.setErrorHandler((error, request, reply) => {
    const { code, statusCode } = error as { code?: string; statusCode?: number }
    if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return refuseWith(reply, request, refuse('too_large'))
    if (statusCode && statusCode < 500) return refuseWith(reply, request, refuse('bad_request'))
    return refuseWith(reply, request, error)
  })
  await setSecurityHeaders(app, { ...config, secure })
  measureCalls(app)
  app.addHook('onRequest', async (request, reply) =>
    isOurHost(request) ? undefined : refuseWith(reply, request, refuse('wrong_host')),
  )
  // Sessions, codes and prices expire by the clock: while it is wrong, only health probes are answered. Before the server has started, it knows neither the
  // right time nor its tables.
  app.addHook('onRequest', async (request, reply) => {
    if ((isClockWrong() || readiness?.started === false) && DATED.test(request.url))
      return refuseWith(reply, request, refuse('busy', { reference: request.id }))
    return undefined
  })
  probeRoutes(app, readiness)
  if (does.has('decide')) await app.register(networkRoutes, { access })
  if (does.has('console')) await mountConsole(app, config)
  return app
}

/** Everything but the network's requests and events. */
async function mountConsole(
  app: FastifyInstance,
  config: Pick<Config, 'checkAnswers'> & Partial<Pick<Config, 'simulated' | 'secrets' | 'trustedProxies'>>,
): Promise<void> {
  await app.register(formbody)
  await app.register(multipart)
  const calls = provided('calls')
  const spanOf = callSpans(config.trustedProxies)
  for (const { contract, answers } of calls) {
    for (const [name, row] of contract) mount(app, [name, row], answers[name], config, spanOf)
  }
  openApi(
    app,
    calls.flatMap(({ contract }) => contract),
  )
  await app.register(paymentRoutes)
  await app.register(smsRoutes)
  await app.register(issuerFrames)
  if (config.simulated && config.secrets)
    simulatedClockRoute(app, config.secrets.issuerSecret, Object.keys(provided('sweeps')))
  await serveConsoles(app, { gallery: config.simulated === true })
}

/** A row without a handler, or with an unknown `who`, prevents the server from starting. */
function mount(
  app: FastifyInstance,
  [name, row]: readonly [name: string, row: Call],
  answer: AnyAnswer | undefined,
  { checkAnswers }: Pick<Config, 'checkAnswers'>,
  spanOf: CallSpan,
): void {
  if (!answer) throw new Error(`${row.on} has no answer`)
  const known = ['public', 'client', 'member', 'parent', 'sub', 'staff', ...elementKeys, ...staffKeyNames]
  if (!known.includes(row.who)) throw new Error(`${row.on} does not say who may call it`)
  const limitRate = rateLimitOf(row)

  app.route({
    method: row.method,
    url: row.path,
    config: { call: name, lasts: row.events === true },
    handler: (request, reply) =>
      spanOf(name, request, reply, async () => {
        try {
          const from = callerOf(request)
          if (row.changes) refusePrefetch(request)
          const work = async (actor: Actor | Staff | Stranger): Promise<unknown> => {
            await limitRate(actor)
            const input = await check(row, request, actor)
            return actor.kind !== 'stranger' && row.once
              ? once(requesterOf(actor), row.path, input as Record<string, unknown>, (tx) => answer(actor, input, tx))
              : answer(actor, input)
          }
          const ahead = readAhead(row, tokenOf(row, request), from, async (actor) => {
            requireRights(row, actor)
            return work(actor)
          })
          const actor = await admit(row, request, from, reply).catch((error: unknown) => {
            ahead?.refused()
            throw error
          })
          const data = await (ahead?.answerFor(actor) ?? work(actor))
          if (row.file) return sendFile(reply, data as FileAnswer)
          if (row.events) return sendEvents(reply, data as EventsAnswer<ServerResponse>)
          if (checkAnswers) checkAnswer(row, data)
          return send(reply, { code: 200, msg: 'success', data, path: row.path, status: 200 }, row)
        } catch (error) {
          return refuseWith(reply, request, error, row)
        }
      }),
  })
}

/** The identity that a request key is stored under. */
const requesterOf = (actor: Actor | Staff): { accountId: string; loginId: string } =>
  actor.kind === 'staff' ? { accountId: actor.staffId, loginId: actor.staffId } : actor

/** Identifies and authorizes the caller, before the input is validated and before any handler runs. */
async function admit(
  row: Call,
  request: FastifyRequest,
  from: Caller,
  reply: FastifyReply,
): Promise<Actor | Staff | Stranger> {
  const { authorization = '' } = request.headers
  if (row.who === 'public') return { kind: 'stranger', from }
  if (row.who === 'client') {
    if (authorization !== CLIENT) throw refuse('not_a_client')
    return { kind: 'stranger', from }
  }
  const token = tokenOf(row, request)
  if (!token) throw refuse('signed_out')
  if (isStaffWho(row.who)) {
    const staff = await authenticateStaff(token, from)
    if (row.who !== 'staff' && !staff.may.has(row.who as StaffKey)) throw refuse('not_permitted')
    return staff
  }
  const actor = await authenticate(token, from)
  if (actor.grant !== undefined) void reply.header(GRANT_HEADER, actor.grant)
  requireRights(row, actor)
  return actor
}

function tokenOf(row: Call, { headers: { authorization = '' }, query }: FastifyRequest): string | undefined {
  const inQuery = row.file && row.method === 'GET' ? (query as Record<string, unknown>)['access_token'] : undefined
  return /^Bearer (\S+)$/.exec(authorization)?.[1] ?? (typeof inQuery === 'string' ? inQuery : undefined)
}

function requireRights(row: Call, actor: Actor): void {
  if (row.who === 'parent' || row.who === 'sub') {
    if (actor.kind !== row.who) throw refuse('kind_not_allowed')
  } else if (row.who !== 'member' && !actor.may.has(row.who as ElementKey)) {
    throw refuse('not_permitted')
  }
  if (!availability[row.action ?? 'view'][actor.standing]) throw refuse(standingRefusal[actor.standing])
}

const standingRefusal = {
  ACTIVE: 'conflict',
  RESTRICTED: 'account_restricted',
  HELD: 'account_held',
  SHUTDOWN: 'account_shutdown',
  SUB_EXPIRED: 'sub_expired',
  CLOSING: 'account_closing',
  FROZEN: 'funds_frozen',
} as const satisfies Record<Actor['standing'], RefusalName>

/** A link preview or another site's page must not be able to trigger an action that is a GET (docs/reference/threats.md#t17). */
function refusePrefetch({ headers }: FastifyRequest): void {
  const purpose = `${String(headers['purpose'] ?? '')}${String(headers['sec-purpose'] ?? '')}`
  const site = headers['sec-fetch-site']
  if (/prefetch|prerender/i.test(purpose) || (site && site !== 'same-origin' && site !== 'none'))
    throw refuse('bad_request')
}

async function check(row: Call, request: FastifyRequest, actor: Actor | Staff | Stranger): Promise<unknown> {
  const given = await inputOf(row, request, actor)
  const checked = row.input.safeParse(given)
  if (checked.success) return checked.data
  const fields = checked.error.issues.map(({ path, message }) => ({
    name: path.join('.') || '-',
    msg: sayCheck(message, langOf(request)),
  }))
  throw refuse('invalid', { fields })
}

async function inputOf(row: Call, request: FastifyRequest, actor: Actor | Staff | Stranger): Promise<unknown> {
  const query = request.query as Record<string, unknown>
  if (row.body === 'query') return withoutToken(query)
  const type = (request.headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase()
  const body = request.body as Record<string, unknown> | undefined
  if (row.body === 'multipart') {
    const whose = actor.kind === 'stranger' ? actor.from.ip : requesterOf(actor).accountId
    return readUpload(row, request, { lang: langOf(request), whose })
  }
  // Parts that no handler reads must not pass as an empty form.
  if (type.startsWith('multipart/')) throw refuse('bad_request')
  if (row.body === 'json') {
    if (type !== 'application/json') throw refuse('invalid')
    return body
  }
  // A JSON body on a form call must not pass as an empty one.
  if (body !== undefined && body !== null && type !== 'application/x-www-form-urlencoded') throw refuse('invalid')
  return row.body === 'params' ? { ...query, ...body } : (body ?? {})
}

const withoutToken = ({ access_token: _, ...rest }: Record<string, unknown>) => rest

/** In tests and the demo, an answer that violates the contract is a fault, found before a customer finds it. */
function checkAnswer(row: Call, data: unknown): void {
  const result = row.output.safeParse(data)
  if (!result.success)
    throw new Error(`${row.on} answers against the contract: ${JSON.stringify(result.error.issues.slice(0, 5))}`)
}

/** The fields that an upload widget without support for the envelope reads. */
const bareOf = ({ code, msg, data }: Envelope) =>
  code === 200 ? { ...(data as object), errcode: 0, errmsg: '' } : { errcode: 500, errmsg: msg }

function send(reply: FastifyReply, envelope: Envelope, row?: Call): FastifyReply {
  if (envelope.status === 503) void reply.header('retry-after', RETRY_AFTER_S)
  return reply
    .code(envelope.status)
    .header('cache-control', 'no-store')
    .header('content-type', 'application/json; charset=utf-8')
    .header('date', now().toUTCString()) // the browser relies on it (web/parts/client/serverClock.ts)
    .send(JSON.stringify(row?.bare ? { ...bareOf(envelope), ...envelope } : envelope))
}

function sendFile(reply: FastifyReply, { name, type, body, inline, rows }: FileAnswer): FastifyReply {
  if (rows !== undefined) void reply.header(ROWS_HEADER, rows)
  void reply
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .header('x-content-type-options', 'nosniff')
    .header('content-type', type)
    .header('content-disposition', `${inline ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(name)}`)
  if (body instanceof Uint8Array) return reply.send(Buffer.from(body))
  const { raw, log } = reply.hijack()
  raw.writeHead(200, reply.getHeaders() as OutgoingHttpHeaders).flushHeaders()
  streamFile(raw, body).catch((err: unknown) => log.error({ err }, 'a file was broken off'))
  return reply
}

function sendEvents(reply: FastifyReply, { start }: EventsAnswer<ServerResponse>): FastifyReply {
  void reply
    .header('cache-control', 'no-store')
    .header('content-type', 'text/event-stream; charset=utf-8')
    .header('x-accel-buffering', 'no') // a proxy that gathers would keep what has changed to itself
    .header('date', now().toUTCString())
  const { raw } = reply.hijack()
  raw.writeHead(200, reply.getHeaders() as OutgoingHttpHeaders).flushHeaders()
  start(raw)
  return reply
}

/** A temporary condition: the same request, with the same number, is answered once it is over. */
const RETRY_AFTER_S = '1'

function refuseWith(reply: FastifyReply, request: FastifyRequest, error: unknown, row?: Call): FastifyReply {
  const refusal = error instanceof Refusal ? error : refuse(faultOf(error), { reference: request.id })
  if (refusal !== error) request.log.error({ reference: request.id, err: error }, 'fault')
  const { code } = refusals[refusal.refusal]
  reply.refused = true
  const words =
    typeof refusal.data['msg'] === 'string' ? refusal.data['msg'] : wordsOf(refusal.refusal, langOf(request))
  const { msg: _, field, ...more } = refusal.data
  const fields = typeof field === 'string' ? [{ name: field, msg: words }] : undefined
  const envelope = {
    code,
    msg: words,
    data: { reason: reasonOf(refusal.refusal), ...(fields && { fields }), ...more },
    path: pathOf(request.url),
    status: httpStatusOf(code),
  }
  return send(reply, envelope, row)
}

/** Distinguishes only what a caller can act on: retry, or report the reference. */
const faultOf = (error: unknown): 'busy' | 'fault' => (isBusy(error) ? 'busy' : 'fault')

const pathOf = (url: string): string => url.split('?', 1)[0]!
const langOf = (request: FastifyRequest): 'cn' | 'en' =>
  /^en/i.test(request.headers['accept-language'] ?? '') ? 'en' : 'cn'
/** The caller's address, not our proxy's. A forwarded value that is no address counts as the proxy's own. */
const addressOf = (request: FastifyRequest): string =>
  plainAddress(isIP(request.ip) ? request.ip : (request.socket.remoteAddress ?? ''))
const callerOf = (request: FastifyRequest): Caller => ({
  lang: langOf(request),
  ip: addressOf(request),
  device: (request.headers['user-agent'] ?? '').slice(0, 200),
  browser: /^kb_[\w-]{43}$/.exec(String(request.headers[BROWSER_HEADER]))?.[0],
})
