/**
 * The network's question over HTTP. In front of the framework, because half of what a decision costs is the way to it:
 * the body is read once as bytes, its signature is checked over them, and the answer is a string.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { panHash } from '../../cards/cards.ts'
import { BadSignature, outside, type AuthorizationRequest } from '../../outside/outside.ts'
import { BadRequest, declined, isCardNumber, readRequest, written } from './asked.ts'
import { decideIncrement } from './decideIncrement.ts'
import { knownMerchant, merchantNumber } from './merchants.ts'
import { enqueue, type Answer } from './queue.ts'

const PATH = '/issuer/authorizations'
const BODY_MAX = 16_384

/** True where the request was the network's question, and is answered here. */
export function decideOverHttp(req: IncomingMessage, res: ServerResponse): boolean {
  if (req.url !== PATH || req.method !== 'POST') return false
  res.sendDate = false
  let first: Buffer | undefined
  let more: Buffer[] | undefined
  let size = 0
  req.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size > BODY_MAX) return void (refuse(res, 413, 'too large'), req.destroy())
    if (!first) first = chunk
    else (more ??= [first]).push(chunk)
  })
  req.on('end', () => {
    if (size <= BODY_MAX) answerTo(req, res, more ? Buffer.concat(more) : (first ?? EMPTY))
  })
  req.on('error', () => {})
  return true
}
const EMPTY = Buffer.alloc(0)

function answerTo(req: IncomingMessage, res: ServerResponse, body: Buffer): void {
  try {
    outside.issuer.verifySignature(req.headers, body)
    const request = readRequest(body)
    if (!isCardNumber(request.cardNumber)) return give(res, declined('CARD_NOT_FOUND'))
    if (request.kind === 'increment')
      void decideIncrement(request).then(
        (answer) => give(res, answer),
        () => give(res, undefined),
      )
    else ask(request, (answer) => give(res, answer))
  } catch (error) {
    if (error instanceof BadSignature) refuse(res, 401, 'signature')
    else if (error instanceof BadRequest) refuse(res, 400, error.message)
    else give(res, undefined)
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

function give(res: ServerResponse, answer: Answer): void {
  // Not a decline: it may have been approved. The network takes it for no answer, and gives back what it may have held.
  if (!answer) return refuse(res, 503, 'not known in time')
  const body = written(answer)
  res.writeHead(200, ['content-type', 'application/json', 'content-length', String(body.length)])
  res.end(body, 'latin1') // nothing in it needs more, and it is half the work of UTF-8
}

function refuse(res: ServerResponse, status: number, error: string): void {
  const body = JSON.stringify({ error })
  res.writeHead(status, ['content-type', 'application/json', 'content-length', String(Buffer.byteLength(body))])
  res.end(body)
}
