/** Turns drafts into requests: the people who send them, the things they refer to, and the checks on the answers. */
import fc from 'fast-check'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Call } from '#contract/core/call.ts'
import * as cards from '#contract/cards/cards.ts'
import * as funding from '#contract/funding/funding.ts'
import { db, sql } from '#server/core/db.ts'
import { userInfo } from '#contract/identity/identity.ts'
import { addRole } from '#contract/roles/editing.ts'
import { personalNotices } from '#contract/notices/notices.ts'
import { saveView } from '#contract/views/views.ts'
import { ask, CLIENT, granted, send, workOff, type Reply, type Sent, type Served } from './app.ts'
import { aCardInput, aHolder, aSub, enter, opened, plasticOf, someRequestNo, type Member } from './inputs/actors.ts'
import { draftsOf, type Draft, type Operation } from './drafts.ts'
import type { Value } from './attacks.ts'
import { fileNamed } from './files.ts'
import type { Judge } from './responseRules.ts'
import { cardGroup, tag } from './inputs/fixtures.ts'
import { makesTemplate, productMaker, userNoOf } from '../fixtures/products.ts'
import { drafts, riskMaker } from '../fixtures/risk.ts'
import { aBreak } from './inputs/moneyInputs.ts'
import { newStaff, someApproval, staffToken, type Colleague } from '../fixtures/staff.ts'
import { FileOf, multipartOf } from './multipart.ts'

/** Everyone that a draft may be sent as, and everything it may refer to. Grows as answers arrive. */
export type Stage = {
  parent: Member
  sub: Member
  /** A person whose name and password the drafts know, and who is not one of the senders. */
  door: Member
  /** A member of staff with every role. */
  staff: { token: string; colleague: Colleague }
  /** Signed out before the run. */
  ended: Member
  things: Record<
    | 'card'
    | 'subCard'
    | 'foreignCard'
    | 'quote'
    | 'order'
    | 'subUid'
    | 'group'
    | 'tag'
    | 'approval'
    | 'staff'
    | 'account'
    | 'view'
    | 'role'
    | 'rules'
    | 'template'
    | 'userNo'
    | 'break'
    | 'login'
    | 'notice',
    string[]
  >
  secrets: Set<string>
}

export async function setStage(served: Served): Promise<Stage> {
  const [parent, stranger, door, gone] = [await aHolder(), await aHolder(), await aHolder(1000), await aHolder(0)]
  const sub = await aSub(parent)
  const stage: Stage = {
    parent,
    sub,
    door,
    staff: { token: '', colleague: await newStaff() },
    ended: { ...gone, token: 'A'.repeat(43) },
    things: {
      card: [],
      subCard: [],
      foreignCard: await opened(served, stranger, 1),
      quote: [],
      order: [],
      subUid: [sub.person.subUid!],
      group: [await cardGroup(served, parent), await cardGroup(served, parent), await cardGroup(served, parent)],
      tag: [await tag(served, parent), await tag(served, parent)],
      approval: [],
      staff: [],
      account: [door.person.accountId], // staff may block it, because no draft is sent as it
      view: [],
      role: [await ownRole(served, parent), await ownRole(served, parent)],
      rules: [await drafts(await riskMaker())],
      template: [await makesTemplate(await productMaker())],
      userNo: [await userNoOf(door.person)],
      break: [(await aBreak()).breakId],
      login: [door.person.loginId],
      notice: [],
    },
    secrets: new Set([parent.token, sub.token, stranger.token, parent.refreshToken, sub.refreshToken]),
  }
  await refill(served, stage)
  for (const amountStr of ['110.000000', '220.000000']) {
    const { quote } = await granted<{ quote: { quoteId: string } }>(
      served.url,
      funding.rechargeInfo,
      { rail: 'USDT_TRC20', amountStr },
      parent.token,
    )
    const input = { quoteId: quote.quoteId, rail: 'USDT_TRC20', requestNo: someRequestNo() }
    stage.things.order.push(
      (await granted<{ orderNo: string }>(served.url, funding.createRecharge, input, parent.token)).orderNo,
    )
  }
  return stage
}

const ownRole = async ({ url }: Served, { token }: Member): Promise<string> =>
  (
    await granted<{ roleId: string }>(
      url,
      addRole,
      { name: someRequestNo().slice(-12), requestNo: someRequestNo() },
      token,
    )
  ).roleId

/** Drafts delete cards and sign people out, so both are replaced. */
export async function refill(served: Served, stage: Stage): Promise<void> {
  // Its parent may have frozen it, changed its role, or given it a budget.
  const { rows } = await sql<{ able: boolean }>`
    SELECT status = 'NORMAL' AND 'card:open' = ANY (granted_keys) AND budget_cents IS NULL AS able
      FROM sub_account WHERE sub_uid = ${stage.sub.person.subUid}`.execute(db)
  if (!rows[0]?.able) {
    stage.sub = await aSub(stage.parent)
    stage.things.subUid.push(stage.sub.person.subUid!)
    stage.things.subCard = []
  }
  for (const who of ['parent', 'sub'] as const) {
    const { code } = await ask(served.url, userInfo, {}, stage[who].token)
    if (code !== 200) stage[who] = await enter(stage[who].person)
    stage.secrets.add(stage[who].token).add(stage[who].refreshToken)
  }
  stage.staff.token = await staffToken(stage.staff.colleague)
  stage.secrets.add(stage.staff.token)
  stage.things.approval = [await someApproval(), await someApproval()]
  stage.things.staff = [(await newStaff(['SUPPORT'])).staffId]
  const view = { list: 'cards', name: someRequestNo().slice(-12), query: '' }
  // A person may save twenty views, and drafts use some of them.
  const saved = await ask<{ viewId: string }>(served.url, saveView, view, stage.parent.token)
  if (saved.code === 200) stage.things.view = [saved.data.viewId]
  await workOff()
  const { list } = await granted<{ list: { id: string }[] }>(
    served.url,
    personalNotices,
    { unread: false, limit: 1 },
    stage.parent.token,
  )
  stage.things.notice = list.map(({ id }) => id)
  const want = { card: 5, subCard: 2 }
  for (const [kind, count] of Object.entries(want) as ['card' | 'subCard', number][]) {
    const { token } = kind === 'card' ? stage.parent : stage.sub
    const { data } = await granted<{ data: { cardId: string }[] }>(
      served.url,
      cards.listCards,
      { status: 'ACTIVE', pageSize: 50 },
      token,
    )
    const live = data.map(({ cardId }) => cardId).slice(0, count)
    for (; live.length < count;) {
      live.push((await granted<{ cardId: string }>(served.url, cards.openCard as Call, aCardInput(), token)).cardId)
      await workOff()
    }
    for (const cardId of live)
      if (!stage.things[kind].includes(cardId)) stage.secrets.add((await plasticOf(cardId)).cardNumber)
    stage.things[kind] = live
  }
}

/** Returns the actual request for a draft. */
function sentBy({ operation, method, pathTwist, as, fields, encoding, headers, raw }: Draft, stage: Stage): Sent {
  const token = as === 'nobody' ? undefined : stage[as as 'parent' | 'sub' | 'staff' | 'ended'].token
  const needsClient = /login|oauth|refreshToken/.test(operation.path)
  const authorization = needsClient ? CLIENT : token && `Bearer ${token}`
  const pairs = fields.map(([name, value]): [string, Value] => [name, filled(value, stage)])
  const inQuery = encoding === 'query' && raw === undefined
  const path = pathTwist.startsWith('/api') ? pathTwist : operation.path + pathTwist
  const query = inQuery && pairs.length ? `${path.includes('?') ? '&' : '?'}${urlEncoded(pairs)}` : ''
  const parts = encoding === 'multipart/form-data' && raw === undefined ? multipartOf(partsOf(pairs)) : undefined
  const body = parts
    ? parts.body
    : raw === undefined
      ? inQuery
        ? undefined
        : encoding.includes('json')
          ? jsonOf(pairs)
          : urlEncoded(pairs)
      : bytesOf(raw)
  const named = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, value.replaceAll('@token', token ?? 'x')]),
  )
  return {
    method,
    path: path + query,
    headers: {
      ...(authorization && { authorization }),
      ...(!inQuery && { 'content-type': parts?.type ?? encoding }),
      ...named,
    },
    body: method === 'GET' && inQuery ? undefined : body,
  }
}

/** A value that names a file becomes that file; hostile values become text, and sometimes a file. */
const partsOf = (pairs: [string, Value][]): [string, string | FileOf][] =>
  pairs.flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one): [string, string | FileOf] => {
      const text = typeof one === 'string' ? one : (JSON.stringify(one) ?? 'null')
      const file = /^@file:(\w+)$/.exec(text)?.[1]
      return [name, file ? fileNamed(file) : name === 'file' ? new FileOf(Buffer.from(text)) : text]
    }),
  )

const filled = (value: Value, stage: Stage): Value => {
  if (Array.isArray(value)) return value.map((one) => filled(one, stage))
  if (typeof value !== 'string') return value
  return value
    .replace(/@door:(\w+)/, (_, what: string) => ofDoor[what]?.(stage.door) ?? '')
    .replace(/^@(\w+):(\d)$/, (whole, kind: string, at: string) =>
      kind === 'fresh'
        ? someRequestNo()
        : kind in stage.things
          ? (stage.things[kind as keyof Stage['things']].at(Number(at)) ?? whole)
          : whole,
    )
}
const ofDoor: Record<string, (door: Member) => string> = {
  mobile: ({ person }) => person.mobile,
  password: ({ person }) => person.password,
  refresh: ({ refreshToken }) => refreshToken,
}

const escaped = (text: string): string => encodeURIComponent(text.toWellFormed())
const urlEncoded = (pairs: [string, Value][]): string =>
  pairs
    .flatMap(([name, value]) =>
      (Array.isArray(value) ? value : [value]).map((one) => `${escaped(name)}=${asSent(one)}`),
    )
    .join('&')
/** Percent signs that are broken on purpose stay broken. */
const asSent = (value: Value): string =>
  typeof value === 'string'
    ? /^%(zz|ff|00)?$/.test(value)
      ? value
      : escaped(value)
    : escaped(typeof value === 'object' ? JSON.stringify(value) : String(value))
/** Built by hand, so that it can contain `__proto__` and duplicate keys. */
const jsonOf = (pairs: [string, Value][]): string =>
  `{${pairs.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value) ?? 'null'}`).join(',')}}`
const bytesOf = (raw: string): string => {
  const [, what, size] = /^@(big|keys):(\d+)$/.exec(raw) ?? []
  if (what === 'big') return `a=${'x'.repeat(Number(size))}`
  return what ? Array.from({ length: Number(size) }, (_, i) => `k${i}=${i}`).join('&') : raw
}

export type Tally = {
  requests: number
  busy: number
  byCode: Map<number, number>
  happy: Set<string>
  tried: Set<string>
}
export const newTally = (): Tally => ({ requests: 0, busy: 0, byCode: new Map(), happy: new Set(), tried: new Set() })

/** Sends one draft and checks the answer: returns a readable problem, or nothing. */
export async function tried(
  url: string,
  draft: Draft,
  stage: Stage,
  judge: Judge,
  tally: Tally,
): Promise<string | undefined> {
  const sent = sentBy(draft, stage)
  let reply: Reply
  try {
    reply = await send(url, sent)
    // A valid answer of a busy machine, as long as a retry soon gets a different one.
    for (let tries = 1; tries < 4 && reply.status === 503 && reply.text.includes('"BUSY"'); tries++) {
      tally.busy++
      await sleep(500 * tries)
      reply = await send(url, sent)
    }
  } catch (error) {
    // The server hung up: the HTTP was malformed, or the body too large to be read completely.
    if (
      ['EPIPE', 'ECONNRESET', 'HPE_INVALID_CONSTANT'].includes((error as { code: string }).code) &&
      (sent.body?.length ?? 0) > 900_000
    )
      return undefined
    return `${told(sent, draft)}\n  no answer: ${String(error)}`
  }
  // A fragment never leaves a browser, and the server ignores it; a bare ? is an empty query.
  const spelled =
    /^(?:$|[#?])/.test(draft.pathTwist) && sent.method === draft.operation.method
      ? `${sent.method} ${draft.operation.path}`
      : undefined
  const wrong = judge(sent, spelled, reply)
  remember(reply, spelled, stage, tally)
  if (reply.text.startsWith('{"code":600')) await comeBack(stage, draft.as, sent)
  return wrong.length ? `${told(sent, draft)}\n  ${wrong.join('\n  ')}` : undefined
}

/** Some drafts sign their sender out. The first sender to be told so signs in again. */
async function comeBack(stage: Stage, as: string, { headers }: Sent): Promise<void> {
  if (as === 'staff') stage.staff.token = await staffToken(stage.staff.colleague)
  if ((as !== 'parent' && as !== 'sub') || headers['authorization'] !== `Bearer ${stage[as].token}`) return
  stage[as].token = 'on the way'
  stage[as] = await enter(stage[as].person)
  stage.secrets.add(stage[as].token).add(stage[as].refreshToken)
}

function remember(reply: Reply, spelled: string | undefined, { things }: Stage, tally: Tally): void {
  tally.requests++
  let code = reply.status
  if (reply.text.startsWith('{"code"')) {
    const answer = JSON.parse(reply.text) as {
      code: number
      data: { quoteId?: string; quote?: { quoteId: string } } | null
    }
    code = answer.code
    const quoteId = answer.data?.quoteId ?? answer.data?.quote?.quoteId
    if (quoteId) things.quote = [quoteId, ...things.quote].slice(0, 3)
  }
  tally.byCode.set(code, (tally.byCode.get(code) ?? 0) + 1)
  if (!spelled) return
  tally.tried.add(spelled)
  if (code === 200) tally.happy.add(spelled)
}

const told = ({ method, path, headers, body }: Sent, { as }: Draft): string =>
  `as ${as}: ${method} ${path.slice(0, 800)}\n  ${JSON.stringify({ ...headers, authorization: undefined })}\n  ${body ? JSON.stringify(String(body).slice(0, 800)) : 'no body'}`

/** Pictures are drawn at a hundred times the cost of other answers, and a sender who signed out must sign in again. */
const seldom = /captcha|logout/
export const someDrafts = (operations: Operation[]): fc.Arbitrary<Draft[]> =>
  fc.array(
    fc.oneof(
      ...operations.map((operation) => ({
        weight: seldom.test(operation.path) ? 2 : 12,
        arbitrary: draftsOf(operation),
      })),
    ),
    { minLength: 1, maxLength: 32, size: 'max' },
  )

export type Found = { report: string; seed: number; path: string | null }

/** Sends batches, the drafts of each in parallel, until the first wrong answer, and shrinks that draft. */
export async function search(
  drafts: fc.Arbitrary<Draft[]>,
  send: (draft: Draft) => Promise<string | undefined>,
  options: { seed: number; runs: number; between?: (run: number) => Promise<void> },
): Promise<Found | undefined> {
  let run = 0
  const property = fc.asyncProperty(drafts, async (batch) => {
    await options.between?.(run++)
    const wrong = (await Promise.all(batch.map(send))).filter((report) => report !== undefined)
    if (wrong.length) throw new Error(wrong.join('\n'))
  })
  const result = await fc.check(property, {
    seed: options.seed,
    numRuns: options.runs,
    includeErrorInReport: false,
  } as fc.Parameters<[Draft[]]>)
  if (!result.failed) return undefined
  const error = (result as unknown as { errorInstance?: Error }).errorInstance
  return { report: error?.message ?? 'no report', seed: result.seed, path: result.counterexamplePath }
}
