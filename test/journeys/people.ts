/** The users of journeys: people of the demo world, and newcomers who sign up for one journey. */
import { randomInt } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { APIRequestContext } from '@playwright/test'
import { expect } from '@playwright/test'
import { alone } from './alone.ts'
import { codeOn, sendUsdt } from './outside.ts'

export const DEMO_PASSWORD = 'Kaika-demo-1'
/** All people of the demo world that journeys use. */
export const demo = {
  buyer: '13800000001',
  agency: '13800000002',
  subAccount: '13800000003',
  newcomer: '13800000004',
  stopped: '13800000005',
} as const
/** The invite code of the account holder with cards. */
export const INVITE = '88000001'

export const PASSWORD = 'Kaika-walk-7'
/** From a number range that the demo world does not use. */
export const newMobile = (): string => `177${String(randomInt(0, 100_000_000)).padStart(8, '0')}`

type Tokens = { access_token: string; access_overtime: number; refresh_token: string }
export type Person = { mobile: string; password: string; tokens: Tokens }

type Envelope<D> = { code: number; msg: string; data: D }

/** Skips the guided tour, unless the journey is about it. */
export async function signsUp(request: APIRequestContext, { guided = true } = {}): Promise<Person> {
  const mobile = newMobile()
  await open(await request.get('/api/user/signup/code', { params: { mobile, area: '86' } }))
  const form = {
    mobile,
    area: '86',
    code: await codeOn(mobile),
    password: PASSWORD,
    confirmPassword: PASSWORD,
    agree: '1',
  }
  const tokens = await open<Tokens>(await request.post('/api/user/signup', { form }))
  const person = { mobile, password: PASSWORD, tokens }
  if (guided) await asks(request, person, 'POST /api/user/guideSeen')
  return person
}

export async function signsIn(request: APIRequestContext, mobile: string, password = DEMO_PASSWORD): Promise<Person> {
  const answer = await request.post('/api/user/loginPwd', {
    headers: { Authorization: `Basic ${btoa('kaika-web:kaika')}` },
    form: { username: mobile, password },
  })
  return { mobile, password, tokens: await open<Tokens>(answer) }
}

/**
 * Signed in once for all journeys of a run. A login has three sessions, and a fourth ends the oldest, so those who walk as one person of
 * the demo world share one; nobody signs out of it, and the other two are for what is done by hand.
 */
export async function signedInOnce(request: APIRequestContext, mobile: string): Promise<Person> {
  const file = path.join(process.env.KAIKA_DATA ?? '.kaika', `signed-in-${mobile}.json`)
  return alone(`signing in as ${mobile}`, async () => {
    const kept = await readFile(file, 'utf8').then(
      (text) => JSON.parse(text) as Person,
      () => undefined,
    )
    if (kept && (await isSignedIn(request, kept))) return kept
    const person = await signsIn(request, mobile)
    await writeFile(file, JSON.stringify(person), { mode: 0o600 })
    return person
  })
}

/** Signed in again if another journey has ended the session: signing in by hand a third time does. */
export async function renewed(request: APIRequestContext, person: Person): Promise<Person> {
  if (!(await isSignedIn(request, person)))
    person.tokens = (await signsIn(request, person.mobile, person.password)).tokens
  return person
}

async function isSignedIn(request: APIRequestContext, { tokens }: Person): Promise<boolean> {
  const headers = { Authorization: `Bearer ${tokens.access_token}` }
  const answer = await request.get('/api/user/info', { headers })
  return ((await answer.json()) as Envelope<unknown>).code === 200
}

/** A call to the console's own server, as that person. */
export async function asks<D>(
  request: APIRequestContext,
  { tokens }: Person,
  call: `${'GET' | 'POST'} ${string}`,
  input: Record<string, string | number> = {},
): Promise<D> {
  const [method, path] = call.split(' ') as ['GET' | 'POST', string]
  const headers = { Authorization: `Bearer ${tokens.access_token}` }
  const send = () =>
    method === 'GET' ? request.get(path, { headers, params: input }) : request.post(path, { headers, form: input })
  const answer = await send()
  // Everybody who walks as one person shares the calls that a login may make in a minute.
  const { code, data } = (await answer.json()) as Envelope<{ reason?: string; retryAfterMs?: number } | undefined>
  if (code === 200 || data?.reason !== 'TOO_FAST' || !data.retryAfterMs) return open<D>(answer)
  await new Promise((resolve) => setTimeout(resolve, data.retryAfterMs))
  return open<D>(await send())
}

/** Tops up this many USDT, and waits for the credit. */
export async function topsUp(request: APIRequestContext, person: Person, usdt: number): Promise<void> {
  const amountStr = `${usdt}.000000`
  const { quote } = await asks<{ quote: { quoteId: string } }>(request, person, 'POST /api/account/rechargeInfo', {
    rail: 'USDT_TRC20',
    amountStr,
  })
  const { orderNo, address } = await asks<{ orderNo: string; address: string }>(
    request,
    person,
    'POST /api/account/recharge/qrCreate',
    { rail: 'USDT_TRC20', quoteId: quote.quoteId },
  )
  await sendUsdt({ toAddress: address, units: amountStr, confirmations: 30 })
  const status = async () =>
    (await asks<{ status: string }>(request, person, 'GET /api/account/recharge/status', { orderNo })).status
  await expect.poll(status, { message: `${usdt} USDT credited`, timeout: 60_000 }).toBe('SUCCESS')
}

async function open<D>(response: { json(): Promise<unknown>; url(): string }): Promise<D> {
  const { code, msg, data } = (await response.json()) as Envelope<D>
  if (code !== 200) throw new Error(`${response.url()}: ${code} ${msg} ${JSON.stringify(data)}`)
  return data
}
