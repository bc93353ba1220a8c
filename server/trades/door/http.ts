/**
 * Authorization requests over HTTP: the signature is checked over the raw bytes, and the answer is a string. Plain requests arrive through networkServer.ts;
 * unusual ones arrive through node:http and are handled the same way.
 */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { panHash } from '#server/cards/cards.ts'
import { isClockWrong } from '#server/core/clock.ts'
import { BadSignature, outside, type AuthorizationRequest } from '#server/outside/outside.ts'
import { BadRequest, declined, isCardNumber, parseRequest, written } from '../decide/parseRequest.ts'
import { decideIncrement } from '../decide/decideIncrement.ts'
import { knownMerchant, merchantNumber } from '../decide/merchants.ts'
import { enqueue, type Answer } from '../decide/queue.ts'

export const PATH = '/issuer/authorizations'
export const BODY_MAX = 16_384

/** Receives the answer, once. */
export type Give = (status: number, body: string) => void

/** `body` is not retained. */
export function answerTo(headers: IncomingHttpHeaders, body: Buffer, give: Give): void {
  // Neither the age of the signature nor the card's expiry can be checked.
  if (isClockWrong()) return say(give, undefined)
  try {
    outside.issuer.verifySignature(headers, body)
    const request = parseRequest(body)
    if (!isCardNumber(request.cardNumber)) return say(give, declined('CARD_NOT_FOUND'))
    if (request.kind === 'increment')
      void decideIncrement(request).then(
        (answer) => say(give, answer),
        () => say(give, undefined),
      )
    else ask(request, (answer) => say(give, answer))
  } catch (error) {
    if (error instanceof BadSignature) refuse(give, 401, 'signature')
    else if (error instanceof BadRequest) refuse(give, 400, error.message)
    else say(give, undefined)
  }
}

export function ask(request: AuthorizationRequest, answer: (answer: Answer) => void): void {
  const hash = panHash(request.cardNumber).toString('hex')
  const merchantNo = knownMerchant(request.merchant)
  if (merchantNo !== undefined) enqueue({ request, panHash: hash, merchantNo }, answer)
  else
    void merchantNumber(request.merchant).then(
      (merchantNo) => enqueue({ request, panHash: hash, merchantNo }, answer),
      () => answer(undefined),
    )
}

function say(give: Give, answer: Answer): void {
  // Not a decline: it may have been approved. The network treats it as no answer and reverses any hold.
  if (!answer) refuse(give, 503, 'not known in time')
  else give(200, written(answer))
}

const refuse = (give: Give, status: number, error: string): void => give(status, JSON.stringify({ error }))

/** Returns true if the request was an authorization request, which is answered here. */
export function decideOverHttp(req: IncomingMessage, res: ServerResponse): boolean {
  if (req.url !== PATH || req.method !== 'POST') return false
  res.sendDate = false
  const give: Give = (status, body) => {
    res.writeHead(status, ['content-type', 'application/json', 'content-length', String(body.length)])
    res.end(body, 'latin1') // names and numbers only, so latin1 suffices
  }
  const chunks: Buffer[] = []
  let size = 0
  req.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size > BODY_MAX) return void (refuse(give, 413, 'too large'), req.destroy())
    chunks.push(chunk)
  })
  req.on('end', () => {
    if (size <= BODY_MAX) answerTo(req.headers, Buffer.concat(chunks), give)
  })
  req.on('error', () => {})
  return true
}
