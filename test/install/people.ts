/** The people of an installation, over HTTPS as their browsers: staff who enrol, an account holder who signs up and is verified. */
import https from 'node:https'
import { randomUUID } from 'node:crypto'
import { solveChallenge, type Challenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/scrypt'
import sharp from 'sharp'
import type { Call, Envelope } from '#contract/core/call.ts'
import { verifyCaptcha, workChallenge } from '#contract/identity/captcha.ts'
import { decideCase, revealCase, saveCardholder, takeCase } from '#contract/identity/desk/cases.ts'
import { signUp, signUpCode } from '#contract/identity/identity.ts'
import { submitIdentity, uploadPaper } from '#contract/identity/verification.ts'
import { enrolStaff, showEnrolment } from '#contract/staff/enrolment.ts'
import { codeAt } from '#server/staff/staff.ts'
import { cardholder } from '../fixtures/identity.ts'
import { requestOf } from '../http/app.ts'
import { FileOf } from '../http/multipart.ts'
import { until } from './until.ts'
import { THERE } from './machine.ts'
import { outside, type Vendors } from './vendors.ts'

/** `ca`: the authority that browsers trust. */
export type Site = { name: string; ca: string }
export type Who = { token: string }

/** One call; a refusal is thrown. */
export async function calls<T>(site: Site, row: Call, input: Record<string, unknown> = {}, who?: Who): Promise<T> {
  const sent = requestOf(row, input, who?.token)
  const { status, text } = await sends(site, sent.path, sent)
  const envelope = text.startsWith('{') ? (JSON.parse(text) as Envelope<T>) : undefined
  if (status !== 200 || envelope?.code !== 200) throw new Error(`${row.path} answered ${status}: ${text}`)
  return envelope.data
}

type Sent = { method?: string; headers?: object; body?: string | Buffer | undefined }
export function sends(
  { name, ca }: Site,
  to: string,
  { method = 'GET', headers = {}, body }: Sent = {},
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
    const options = { host: THERE, servername: name, ca, method, path: to, agent: false as const }
    https
      .request({ ...options, headers: { host: name, ...length, ...headers } }, (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (piece) => (text += piece))
        response.on('end', () => resolve({ status: response.statusCode!, text }))
      })
      .on('error', reject)
      .end(body)
  })
}

export const requestNo = (): string => randomUUID()

/** Opens the link, chooses a password, and takes the authenticator. */
export async function enrols(site: Site, link: string): Promise<Who> {
  const { secret } = await calls<{ secret: string }>(site, showEnrolment, { link })
  const password = `${randomUUID()}-Aa1`
  const enrolled = await calls<{ access_token: string }>(site, enrolStaff, { link, password, code: codeAt(secret) })
  return { token: enrolled.access_token }
}

/** Signs up with a mobile number: the work that a message costs, and the code that arrives. */
export async function signsUp(site: Site, vendors: Vendors, mobile: string): Promise<Who> {
  const { challenge } = await calls<{ challenge: Challenge }>(site, workChallenge, { scene: 'signup', mobile })
  const solution = await solveChallenge({ challenge, deriveKey })
  const payload = Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
  const { ticket } = await calls<{ ticket: string }>(site, verifyCaptcha, { captchaType: 'work', payload })
  await calls(site, signUpCode, { mobile, ticket })
  const code = await until('the code arrives', async () => {
    const [newest] = await outside<{ code?: string }[]>(vendors, `/sms/inbox?mobile=86${mobile}`)
    return newest?.code
  })
  const [password, agree] = ['Sunny-harbour-29', true]
  const input = { mobile, code, password, confirmPassword: password, agree }
  return { token: (await calls<{ access_token: string }>(site, signUp, input)).access_token }
}

/** Verified by the desk, with the billing address that issuers ask for. */
export async function isVerified(site: Site, holder: Who, support: Who): Promise<void> {
  const picture = await sharp({ create: { width: 800, height: 500, channels: 3, background: '#456' } })
    .jpeg()
    .toBuffer()
  const { fileId } = await calls<{ fileId: string }>(
    site,
    uploadPaper,
    { file: new FileOf(picture, 'passport.jpg') },
    holder,
  )
  const papers = { type: 'PERSON', realName: '林梅', idType: 'PASSPORT', idNo: 'E12345678', country: 'CN' }
  const more = { files: { front: fileId }, contact: 'mei@cards.example', requestNo: requestNo() }
  const { orderNo } = await calls<{ orderNo: string }>(site, submitIdentity, { ...papers, ...more }, holder)
  await calls(site, takeCase, { orderNo, requestNo: requestNo() }, support)
  await calls(site, revealCase, { orderNo, reason: 'compared with the passport' }, support)
  await calls(site, decideCase, { orderNo, take: 'PASS', requestNo: requestNo() }, support)
  await calls(site, saveCardholder, { orderNo, ...cardholder, requestNo: requestNo() }, support)
}
