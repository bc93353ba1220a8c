import { randomInt } from 'node:crypto'
import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/scrypt'
import * as z from 'zod'
import { workChallenge as row } from '#contract/identity/captcha.ts'
import { rangeOf } from '#server/core/addresses.ts'
import type { Answer } from '#server/core/answer.ts'
import { MINUTE, nowMs } from '#server/core/clock.ts'
import { db } from '#server/core/db.ts'
import { derivedKey } from '#server/core/secrets.ts'
import { useChallenge } from '../codes/queries.ts'
import { mobileOf } from '../logins/mobiles.ts'
import { workTarget, type Scene } from '../codes/tickets.ts'
import { settings } from '../settings.ts'
import { countOf } from '../attempts/tallies.ts'

/** Long enough for an old phone, and for someone who looks for the phone before requesting the code. */
const LIFE_MS = 5 * MINUTE

/** scrypt's block size: 8 × 128 bytes, so a key with cost 8192 is made over 8 MiB. */
const BLOCKS = 8

/** A message costs its sender the full price; a sign-in bothers nobody and has a limit of its own. */
const shares = { signup: 1, forget: 1, sms: 1, login: 1 / 2 } satisfies Record<Scene, number>

/** The price of each further message of this address range, from this many messages in a day. */
const prices = [
  { messages: 120, times: 8 },
  { messages: 80, times: 4 },
  { messages: 40, times: 2 },
  { messages: 0, times: 1 },
] as const
/** Where captchas are off, the console takes the same path. */
const TRIFLE = { cost: 16, tries: 4 }

const priceOf = async (ip: string): Promise<number> => {
  const messages = await countOf('sms.range', rangeOf(ip))
  return prices.find((price) => messages >= price.messages)!.times
}

const secrets = () => ({
  hmacSignatureSecret: derivedKey('challenges of work').toString('base64'),
  hmacKeySignatureSecret: derivedKey('solutions of work').toString('base64'),
})

/**
 * Work for the caller's processor. The key to be found is computed once on the server, and only its signature is sent: checking a solution costs one hash,
 * however large the work was. The counter is drawn from the whole range, so half of it is tried on average, wherever one starts.
 */
export const workChallenge: Answer<typeof row> = async ({ from }, { scene, mobile = '', area }) => {
  const times = await priceOf(from.ip)
  const expireTime = nowMs() + LIFE_MS
  const { cost, tries } = settings.captcha ? settings.work : TRIFLE
  const challenge = await createChallenge({
    algorithm: 'SCRYPT',
    cost,
    memoryCost: BLOCKS,
    parallelism: 1,
    keyLength: 32,
    counter: randomInt(Math.ceil(tries * times * shares[scene])),
    deriveKey,
    // By our own clock: the library's `expiresAt` uses the machine's.
    data: { scene, target: workTarget(scene, mobileOf(mobile, area)), times, expireTime },
    ...secrets(),
  })
  return { challenge: Challenge.parse(challenge), expireTime }
}

const { challenge: Challenge } = row.output.shape
const Payload = z.object({
  challenge: z.object({
    ...Challenge.shape,
    parameters: z.object({
      ...Challenge.shape.parameters.shape,
      data: z.object({
        scene: z.enum(['login', 'signup', 'forget', 'sms']),
        target: z.string(),
        times: z.number(),
        expireTime: z.number(),
      }),
    }),
  }),
  solution: z.object({ counter: z.number(), derivedKey: z.string() }),
})

/**
 * Returns the scene that finished work is valid for, or nothing. Work requested in advance, before the price rose, counts while the price is at most one step
 * above it.
 */
export async function finishedWork(payload: string, ip: string): Promise<{ scene: Scene; target: string } | undefined> {
  const sent = Payload.safeParse(fromBase64(payload)).data
  if (!sent) return undefined
  const { verified } = await verifySolution({ ...sent, deriveKey, ...secrets() })
  if (!verified) return undefined
  const { nonce, data } = sent.challenge.parameters
  if (data.expireTime <= nowMs() || (await priceOf(ip)) > data.times * 2) return undefined
  return (await useChallenge(db, nonce, new Date(data.expireTime))) ? data : undefined
}

function fromBase64(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64').toString('utf8'))
  } catch {
    return undefined
  }
}
