import type * as contract from '#contract/funding/desk/topUps.ts'
import { breakKinds, providers, type RailBreak, runStates } from '#contract/funding/desk/topUps.ts'
import type { Lang, Words } from '#contract/core/fields.ts'
import { show } from '#contract/core/money.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Staff } from '#server/core/actor.ts'
import { endAlarm } from '#server/core/alarms.ts'
import type { Answer } from '#server/core/answer.ts'
import { db, type Tx } from '#server/core/db.ts'
import { recordStaff, staffNames } from '#server/staff/staff.ts'
import { railText } from './suspense/shown.ts'
import { breakById, breaksPage, lockBreak, mendBreak, type BreakRow, openRun, runsPage } from '../rails/reconQueries.ts'
import { DAY, nowMs, dayBegan, startOfDate } from '#server/core/clock.ts'
import { later } from '#server/core/jobs.ts'
import { outside, type ProviderId } from '#server/outside/outside.ts'

export const listBreaks: Answer<typeof contract.listBreaks> = async (
  { from: { lang } },
  { scope, pageSize, cursor },
) => {
  if (cursor !== undefined && !/^rbk_\w{26}$/.test(cursor)) throw refuse('invalid', { field: 'cursor' })
  const found = await breaksPage(db, scope === 'open', cursor, pageSize + 1)
  const rows = found.slice(0, pageSize)
  return { data: await shown(rows, lang), cursor: found.length > rows.length ? rows.at(-1)!.breakId : null }
}

/** Returns a break by its number, however old it is. */
export const showBreak: Answer<typeof contract.showBreak> = async ({ from: { lang } }, { breakId }) => {
  const row = await breakById(db, breakId)
  if (!row) throw refuse('not_found')
  return (await shown([row], lang))[0]!
}

async function shown(rows: readonly BreakRow[], lang: Lang): Promise<RailBreak[]> {
  const names = await staffNames(
    db,
    rows.flatMap(({ mendedBy }) => mendedBy ?? []),
  )
  return rows.map(({ detail, foundAt, mendedAt, ...row }) => ({
    ...row,
    kind: row.kind as RailBreak['kind'],
    kindText: (breakKinds as Record<string, Words>)[row.kind]?.[lang] ?? row.kind,
    railText: row.rail === 'CARDS' ? providers.ISSUER[lang] : railText(row.rail, lang),
    facts: factsOf(detail, row.rail === 'CARDS' ? 'USD' : 'CNY', lang),
    mendedBy:
      row.mendedBy === 'system'
        ? { cn: '系统', en: 'System' }[lang]
        : row.mendedBy && (names.get(row.mendedBy) ?? row.mendedBy),
    foundTime: foundAt.getTime(),
    mendTime: mendedAt?.getTime() ?? null,
  }))
}

const factNames: Record<string, Words> = {
  amount: { cn: '通道金额', en: 'Provider' },
  ours: { cn: '我方金额', en: 'Our records' },
  told: { cn: '通知金额', en: 'Notified' },
  answered: { cn: '查询金额', en: 'Query result' },
  merchant: { cn: '商户', en: 'Merchant' },
  card: { cn: '发卡行卡编号', en: 'The issuer’s card' },
  atIssuer: { cn: '发卡行状态', en: 'Status at the issuer' },
  last4: { cn: '卡号后四位', en: 'Last four digits' },
  cardNo: { cn: '我方卡编号', en: 'Our card' },
  userNo: { cn: '用户编号', en: 'User number' },
  paymentRef: { cn: '付款编号', en: 'Payment' },
  currency: { cn: '通道币种', en: 'Provider’s currency' },
  units: { cn: '金额（最小单位）', en: 'Amount in minor units' },
  from: { cn: '原汇率', en: 'Previous rate' },
  to: { cn: '新汇率', en: 'New rate' },
  movedBps: { cn: '变动（基点）', en: 'Change (bps)' },
}
const cardsAtIssuer: Record<string, Words> = {
  PENDING: { cn: '制卡中', en: 'Opening' },
  ACTIVE: { cn: '正常', en: 'Active' },
  PAUSED: { cn: '已暂停', en: 'Paused' },
  CLOSED: { cn: '已关闭', en: 'Closed' },
  FAILED: { cn: '制卡失败', en: 'Failed' },
  NONE: { cn: '没有这张卡', en: 'No such card' },
}
const AMOUNTS = new Set(['amount', 'ours', 'told', 'answered'])
const factsOf = (detail: BreakRow['detail'], unit: 'USD' | 'CNY', lang: Lang) =>
  Object.entries(detail).flatMap(([name, value]) =>
    factNames[name] && (typeof value === 'string' || typeof value === 'number')
      ? [{ name: factNames[name][lang], text: factText(name, value, unit, lang) }]
      : [],
  )
function factText(name: string, value: string | number, unit: 'USD' | 'CNY', lang: Lang): string {
  if (AMOUNTS.has(name)) return show(Number(value), unit)
  return (name === 'atIssuer' && cardsAtIssuer[value]?.[lang]) || String(value)
}

/** Resolves a break that a person has dealt with, with a comment. */
export const resolveBreak: Answer<typeof contract.resolveBreak> = async (staff, { breakId, reason }, tx) => {
  const found = await lockBreak(tx, breakId)
  if (!found) throw refuse('not_found')
  if (found.state !== 'OPEN') throw refuse('conflict')
  await mendBreak(tx, breakId, staff.staffId, reason)
  await endAlarm(tx, 'CARD_DIFFERS', found.ref)
  await endAlarm(tx, 'PAYMENT_CURRENCY', found.ref)
  await recordStaff(tx, staff, {
    action: 'BOOKS',
    target: found.orderNo ?? found.ref,
    reason,
    content: {
      cn: `处理对账差异：${(breakKinds as Record<string, Words>)[found.kind]?.cn ?? found.kind}`,
      en: `Resolved a break: ${(breakKinds as Record<string, Words>)[found.kind]?.en ?? found.kind}`,
    },
    before: { state: 'OPEN' },
    after: { state: 'MENDED', breakId },
  })
  return { breakId }
}

declare module '#server/core/jobs.ts' {
  interface Jobs {
    /** Reads the provider's list of this day, which begins at `fromMs`. */
    'funding.readDay': { provider: ProviderId; fromMs: number }
    /** Reads the issuer's settlement file of this day, which begins at `fromMs`. */
    'trades.readSettlement': { issuerId: string; fromMs: number }
  }
}

/** Providers keep their lists this long. */
const MOST_MS = 90 * DAY

export const listRuns: Answer<typeof contract.listRuns> = async ({ from: { lang } }, { pageSize, cursor }) => {
  if (cursor !== undefined && !/^rrn_\w{26}$/.test(cursor)) throw refuse('invalid', { field: 'cursor' })
  const found = await runsPage(db, cursor, pageSize + 1)
  const rows = found.slice(0, pageSize)
  const names = await staffNames(
    db,
    rows.flatMap(({ staffId }) => staffId ?? []),
  )
  return {
    data: rows.map(({ staffId, units, createdAt, ...row }) => ({
      ...row,
      providerText: providers[row.provider][lang],
      stateText: runStates[row.state][lang],
      by: staffId && (names.get(staffId) ?? staffId),
      amount: units,
      unit: row.provider === 'ISSUER' ? ('USD' as const) : ('CNY' as const),
      createTime: createdAt.getTime(),
    })),
    cursor: found.length > rows.length ? rows.at(-1)!.runId : null,
  }
}

const readIssuer = async (tx: Tx, staff: Staff, issuerId: string, day: string): Promise<string | null> => {
  const runId = await openRun(tx, { provider: 'ISSUER', issuerId }, day, staff.staffId)
  if (runId)
    await later(
      tx,
      'trades.readSettlement',
      { issuerId, fromMs: startOfDate(day) },
      { key: `trades.readSettlement ${issuerId} ${day}`, tries: 3 },
    )
  return runId
}

const readRail = async (tx: Tx, staff: Staff, provider: ProviderId, day: string): Promise<string | null> => {
  const runId = await openRun(tx, { provider }, day, staff.staffId)
  if (runId)
    await later(
      tx,
      'funding.readDay',
      { provider, fromMs: startOfDate(day) },
      { key: `funding.readDay ${provider} ${day}`, tries: 3 },
    )
  return runId
}

/** Repeats a provider's day now, as a job; that of every issuer. */
export const runRecon: Answer<typeof contract.runRecon> = async (staff, { provider, day }, tx) => {
  const fromMs = startOfDate(day)
  if (Number.isNaN(fromMs) || fromMs > dayBegan().getTime() || fromMs < nowMs() - MOST_MS)
    throw refuse('invalid', { field: 'day' })
  let runId = provider === 'ISSUER' ? null : await readRail(tx, staff, provider, day)
  if (provider === 'ISSUER')
    for (const issuerId of outside.issuers.keys()) runId = (await readIssuer(tx, staff, issuerId, day)) ?? runId
  if (!runId) throw refuse('conflict', { field: 'day' })
  await recordStaff(tx, staff, {
    action: 'BOOKS',
    target: `${provider} ${day}`,
    content: { cn: '立即对账', en: 'Reconciliation requested' },
    after: { runId },
  })
  return { runId }
}
