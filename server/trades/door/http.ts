/**
 * Authorization requests over HTTP: the signature is checked over the raw bytes, and the answer is a string. Plain requests arrive through networkServer.ts;
 * unusual ones arrive through node:http and are handled the same way.
 */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { cardHashOf } from '#server/cards/cards.ts'
import { isClockWrong } from '#server/core/clock.ts'
import type { IssuerAccess } from '#server/core/edge/issuerAccess.ts'
import {
  BadQuestion,
  BadSignature,
  declined,
  isCardNumber,
  outside,
  type AuthorizationRequest,
  type Issuer,
} from '#server/outside/outside.ts'
import { decideIncrement } from '../decide/decideIncrement.ts'
import { knownMerchant, merchantNumber } from '../decide/merchants.ts'
import { enqueue, type Answer } from '../decide/queue.ts'

const [BEGINS, ENDS] = ['/issuer/', '/authorizations']
/** Who asks at `/issuer/:issuerId/authorizations`. */
export const issuerAt = (path: string): Issuer | undefined =>
  path.startsWith(BEGINS) && path.endsWith(ENDS)
    ? outside.issuers.get(path.slice(BEGINS.length, -ENDS.length))
    : undefined
export const BODY_MAX = 16_384

/** The lines of an issuer's own headers of answers, or none. */
export function headLinesOf(issuer: Issuer): string {
  if (issuer.answerHeaders === undefined) return ''
  let lines = headLines.get(issuer)
  if (lines === undefined) {
    lines = Object.entries(issuer.answerHeaders)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('')
    headLines.set(issuer, lines)
  }
  return lines
}
const headLines = new WeakMap<Issuer, string>()

/** Receives the answer, once. */
export type Give = (status: number, body: string) => void

/** `body` is not retained. */
export function answerTo(issuer: Issuer, headers: IncomingHttpHeaders, body: Buffer, give: Give): void {
  // Neither the age of the signature nor the card's expiry can be checked.
  if (isClockWrong()) return unknown(give)
  const say = (answer: Answer): void => (answer ? give(200, issuer.writeAnswer(answer)) : unknown(give))
  try {
    const request = issuer.readQuestion(headers, body)
    const { cardNumber } = request
    if (cardNumber !== undefined && !isCardNumber(cardNumber)) return say(declined('CARD_NOT_FOUND'))
    if (request.kind === 'increment') void decideIncrement(issuer.id, request).then(say, () => unknown(give))
    else ask(issuer.id, request, say)
  } catch (error) {
    if (error instanceof BadSignature) refuse(give, 401, 'signature')
    else if (error instanceof BadQuestion) refuse(give, 400, error.message)
    else unknown(give)
  }
}

export function ask(issuerId: string, request: AuthorizationRequest, answer: (answer: Answer) => void): void {
  const cardHash = cardHashOf(issuerId, request).toString('hex')
  const merchantNo = knownMerchant(request.merchant)
  if (merchantNo !== undefined) enqueue({ issuerId, request, cardHash, merchantNo }, answer)
  else
    void merchantNumber(request.merchant).then(
      (merchantNo) => enqueue({ issuerId, request, cardHash, merchantNo }, answer),
      () => answer(undefined),
    )
}

/** Not a decline: it may have been approved. The network treats it as no answer and reverses any hold. */
const unknown = (give: Give): void => refuse(give, 503, 'not known in time')

const refuse = (give: Give, status: number, error: string): void => give(status, JSON.stringify({ error }))

/** Returns true if the request was an authorization request, which is answered here. */
export function decideOverHttp(req: IncomingMessage, res: ServerResponse, access?: IssuerAccess): boolean {
  const issuer = req.method === 'POST' ? issuerAt(req.url ?? '') : undefined
  if (!issuer) return false
  res.sendDate = false
  const give: Give = (status, body) => {
    const own = Object.entries(issuer.answerHeaders ?? {}).flat()
    res.writeHead(status, ['content-type', 'application/json', 'content-length', String(body.length), ...own])
    res.end(body, 'latin1') // names and numbers only, so latin1 suffices
  }
  if (access && !access.admits(issuer.id, req.socket, req.headers['x-forwarded-for'])) {
    res.shouldKeepAlive = false // what follows is not read
    refuse(give, 403, 'caller')
    return true
  }
  const chunks: Buffer[] = []
  let size = 0
  req.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size > BODY_MAX) return void (refuse(give, 413, 'too large'), req.destroy())
    chunks.push(chunk)
  })
  req.on('end', () => {
    if (size <= BODY_MAX) answerTo(issuer, req.headers, Buffer.concat(chunks), give)
  })
  req.on('error', () => {})
  return true
}
