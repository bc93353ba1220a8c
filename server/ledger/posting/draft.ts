/**
 * What a ledger call is about to write, computed in memory on locked rows. Pure: no database access, and a refusal half way leaves nothing behind, because
 * nothing has been written.
 */
import { kindRule } from '#contract/ledger/ledger.ts'
import { add, type Cents } from '#contract/core/money.ts'
import { cellOf } from '#server/core/database/cells.ts'
import { now } from '#server/core/clock.ts'
import { newId } from '#server/core/ids.ts'
import type { AccountRow } from '../queries.ts'
import { isRow, placeKey, refKey, signed, type Line, type Ref } from '../refs.ts'
import {
  type Biz,
  type Hold,
  type HoldInput,
  type KeptHold,
  type Posted,
  type Resolve,
  type Transfer,
  LedgerFault,
  NotEnough,
} from '../words.ts'

type DraftAccount = AccountRow & { moved: { posted: Cents; held: Cents; version: number } }
/** `changed`: to be written. Of a hold that its owner keeps there is no row. */
type DraftHold = { -readonly [K in keyof Hold]: Hold[K] } & { changed: boolean; kept: boolean }

/** A row to be inserted, by the names of its columns. */
type Row = { readonly cell: number } & Record<string, unknown>

export type Draft = {
  accounts: Map<string, DraftAccount>
  byLaId: Map<number, DraftAccount>
  holds: Map<string, DraftHold>
  transfers: Row[]
  entries: Row[]
  newHolds: Row[]
}

export function draftOn(accounts: readonly AccountRow[], holds: readonly Hold[] = []): Draft {
  const rows = accounts.map((account) => ({ ...account, moved: { posted: 0, held: 0, version: 0 } }))
  return {
    accounts: new Map(rows.map((row) => [placeKey(row.cell, row.ref), row])),
    byLaId: new Map(rows.map((row) => [row.laId, row])),
    holds: new Map(holds.map((hold) => [hold.holdId, { ...hold, changed: false, kept: false }])),
    transfers: [],
    entries: [],
    newHolds: [],
  }
}

const postedOf = (account: DraftAccount): Cents => add(account.posted, account.moved.posted)
const availableOf = (account: DraftAccount): Cents => add(postedOf(account), -account.held, -account.moved.held)

/** Posts a transfer: consumes its holds, moves the balances, and then checks for overdrafts. */
export function draftTransfer(draft: Draft, transfer: Transfer, index: number): Posted {
  const lines = wholeAndBalanced(transfer)
  const cell = cellOf(transfer.accountId)
  const touched = new Map(lines.filter((line) => isRow(line.to)).map((line) => [accountIn(draft, cell, line.to), 0]))
  for (const account of touched.keys()) touched.set(account, availableOf(account))
  for (const resolve of transfer.resolves ?? []) useUp(draft, resolve, cell, lines)

  const transferId = newId('trf')
  const postedAt = now()
  lines.forEach((line, at) =>
    draft.entries.push(entryOf(draft, transfer, line, { cell, transferId, postedAt, n: at + 1 })),
  )
  for (const [account, before] of touched) guard(account, before, kindRule(transfer.kind).forced === true, index)

  draft.transfers.push({
    cell,
    transfer_id: transferId,
    account_id: transfer.accountId,
    kind: transfer.kind,
    biz_type: transfer.biz.type,
    biz_id: transfer.biz.id,
    leg: transfer.leg ?? '',
    effective_at: transfer.effectiveAt ?? postedAt,
    posted_at: postedAt,
    actor: transfer.actor,
    memo: transfer.memo,
    meta: transfer.meta,
    resolves: transfer.resolves?.map(({ hold, amount }) => ({
      hold: typeof hold === 'string' ? hold : hold.id,
      amount,
    })),
    reverses_transfer_id: transfer.reverses,
  })
  return { transferId, postedAt, replayed: false }
}

function entryOf(
  draft: Draft,
  transfer: Transfer,
  line: Line,
  { cell, transferId, postedAt, n }: { cell: number; transferId: string; postedAt: Date; n: number },
) {
  const account = accountIn(draft, cell, line.to)
  const entry = {
    cell,
    transfer_id: transferId,
    n,
    account_id: transfer.accountId,
    la_id: account.laId,
    side: line.side,
    amount: line.amount,
    currency: line.to.currency,
    posted_at: postedAt,
  }
  if (!isRow(line.to)) return entry
  account.moved.posted = add(account.moved.posted, signed(line))
  account.moved.version++
  return { ...entry, balance_after: postedOf(account), account_version: account.version + account.moved.version }
}

/** Set money aside. */
export function draftHold(draft: Draft, input: HoldInput, index: number): Hold {
  positive(input.amount, 'a hold')
  const account = accountOf(draft, input.on)
  const before = availableOf(account)
  account.moved.held = add(account.moved.held, input.amount)
  guard(account, before, false, index)
  const at = now()
  const hold: Hold = {
    holdId: newId('hld'),
    accountId: input.on.accountId,
    laId: account.laId,
    amount: input.amount,
    posted: 0,
    remaining: input.amount,
    state: 'OPEN',
    biz: input.biz,
    meta: input.meta ?? {},
    expiresAt: input.expiresAt,
    createdAt: at,
  }
  draft.newHolds.push({
    cell: account.cell,
    hold_id: hold.holdId,
    account_id: hold.accountId,
    la_id: hold.laId,
    amount: hold.amount,
    biz_type: input.biz.type,
    biz_id: input.biz.id,
    meta: input.meta,
    expires_at: input.expiresAt,
    created_at: at,
  })
  return hold
}

/** Changes what is held by a hold that its owner keeps. */
export function draftKept(draft: Draft, on: Ref, by: Cents): void {
  positive(Math.abs(by), 'a change of a hold')
  const account = accountOf(draft, on)
  const before = availableOf(account)
  account.moved.held = add(account.moved.held, by)
  if (account.held + account.moved.held < 0) throw new LedgerFault(`${refKey(on)} holds ${account.held}, not ${-by}`)
  guard(account, before, false, 0)
}

/** Releases some or all of the remainder. Earlier releases stand: `all` twice has the effect of once. */
export function draftRelease(draft: Draft, holdId: string, amount: Cents | 'all'): Cents {
  const hold = holdOf(draft, holdId)
  const freed = amount === 'all' ? hold.remaining : amount
  if (freed === 0) return 0
  positive(freed, 'a release')
  if (freed > hold.remaining) throw new LedgerFault(`hold ${holdId} has ${hold.remaining} left, not ${freed}`)
  reduce(draft, hold, freed)
  return freed
}

/** Turns part of a hold into the transfer, and voids or keeps the rest. */
function useUp(draft: Draft, { hold: of, amount, rest }: Resolve, cell: number, lines: readonly Line[]): void {
  const hold = typeof of === 'string' ? holdOf(draft, of) : keptIn(draft, of)
  const { holdId } = hold
  if (amount < 0 || amount > hold.remaining)
    throw new LedgerFault(`hold ${holdId} has ${hold.remaining} left, not ${amount}`)
  const taken = lines
    .filter((line) => accountIn(draft, cell, line.to).laId === hold.laId)
    .reduce((sum, line) => sum - signed(line), 0)
  if (amount > taken) throw new LedgerFault(`the transfer takes ${taken} where it resolves ${amount} of hold ${holdId}`)
  hold.posted = add(hold.posted, amount)
  reduce(draft, hold, rest === 'void' ? hold.remaining : amount)
}

function reduce(draft: Draft, hold: DraftHold, by: Cents): void {
  const account = draft.byLaId.get(hold.laId)!
  account.moved.held = add(account.moved.held, -by)
  hold.remaining = add(hold.remaining, -by)
  hold.state = hold.remaining > 0 ? (hold.posted > 0 ? 'PARTIAL' : 'OPEN') : hold.posted > 0 ? 'POSTED' : 'VOIDED'
  hold.changed = true
}

/**
 * Prevents overdrafts. Only steps that lower the available balance are stopped, so that a card in debt can be paid up in parts; only forced kinds may overdraw
 * cards, and none may overdraw wallets.
 */
function guard(account: DraftAccount, before: Cents, forced: boolean, index: number): void {
  if (account.floor === null || (forced && account.ref.code === '2020')) return
  const after = availableOf(account)
  if (after < before && after < account.floor) throw new NotEnough(account.ref, before, account.floor - after, index)
}

function wholeAndBalanced(transfer: Transfer): Line[] {
  const lines = transfer.lines.filter((line) => line.amount !== 0)
  const what = `${transfer.kind} ${transfer.biz.type} ${transfer.biz.id}`
  const difference = new Map<string, Cents>()
  for (const { side, to, amount } of lines) {
    positive(amount, what)
    if (isRow(to) && to.accountId !== transfer.accountId)
      throw new LedgerFault(`${what} is of ${transfer.accountId} and touches ${refKey(to)}`)
    difference.set(to.currency, add(difference.get(to.currency) ?? 0, side === 'D' ? amount : -amount))
  }
  if (lines.length < 2) throw new LedgerFault(`${what} has fewer than two lines`)
  for (const [currency, amount] of difference)
    if (amount !== 0) throw new LedgerFault(`${what} is off balance by ${amount} ${currency}`)
  return lines
}

function positive(amount: Cents, what: string): void {
  if (!Number.isSafeInteger(amount) || amount <= 0) throw new LedgerFault(`${what} of ${amount}`)
}

const accountOf = (draft: Draft, ref: Ref): DraftAccount => accountIn(draft, cellOf(ref.accountId), ref)

function accountIn(draft: Draft, cell: number, ref: Ref): DraftAccount {
  const account = draft.accounts.get(placeKey(cell, ref))
  if (!account) throw new LedgerFault(`no account ${refKey(ref)}`)
  return account
}

function holdOf(draft: Draft, holdId: string): DraftHold {
  const hold = draft.holds.get(holdId)
  if (!hold) throw new LedgerFault(`no hold ${holdId}`)
  return hold
}

/** Its owner says what remains of it; two transfers of one call see it one after the other. */
function keptIn(draft: Draft, { id, on, remaining }: KeptHold): DraftHold {
  const known = draft.holds.get(id)
  if (known) return known
  const { laId } = accountOf(draft, on)
  const hold: DraftHold = {
    holdId: id,
    accountId: on.accountId,
    laId,
    amount: remaining,
    posted: 0,
    remaining,
    state: 'OPEN',
    biz: { type: 'kept', id },
    meta: {},
    expiresAt: undefined,
    createdAt: now(),
    changed: false,
    kept: true,
  }
  draft.holds.set(id, hold)
  return hold
}

export const holdKey = (accountId: string, biz: Biz): string => [accountId, biz.type, biz.id].join('\n')
