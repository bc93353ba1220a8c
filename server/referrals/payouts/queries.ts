/** All SQL on rebate_withdrawal with its steps, and on payout_card. */
import type { PayoutTarget, WithdrawalStatus, BankCode } from '#contract/referrals/referrals.ts'
import type { Cents } from '#contract/core/money.ts'
import { touch } from '#server/core/changes/touch.ts'
import { now } from '#server/core/clock.ts'
import { cellOf, inAnyCell, ofAccount, takeName } from '#server/core/database/cells.ts'
import { many, maybeOne, one, run, sql, type Database, type Tx } from '#server/core/db.ts'
import { serial } from '#server/core/ids.ts'

type Reader = Tx | Database

export type WithdrawalRow = {
  withdrawal_no: string
  account_id: string
  login_id: string
  target: PayoutTarget
  amount_cents: Cents
  fee_cents: Cents
  receive_cents: Cents
  receive_unit: 'USD' | 'CNY'
  rate_fen: number | null
  mid_micros: number | null
  bank_card_id: string | null
  status: WithdrawalStatus
  reason: string
  bank: string | null
  bank_ref: string | null
  created_at: Date
  paid_at: Date | null
}
export type ShownRow = WithdrawalRow & { bank_name: string | null; tail: string | null; steps: Step[] }
type Step = { status: WithdrawalStatus; at: string }

export const insertWithdrawal = async (
  tx: Tx,
  row: Omit<WithdrawalRow, 'reason' | 'bank' | 'bank_ref' | 'created_at' | 'paid_at'>,
): Promise<void> => {
  await run(
    tx,
    sql`
    INSERT INTO rebate_withdrawal (cell, withdrawal_no, account_id, login_id, target, amount_cents, fee_cents, receive_cents, receive_unit, rate_fen,
                                   mid_micros, bank_card_id, status, created_at, updated_at, paid_at)
    VALUES (${cellOf(row.account_id)}, ${row.withdrawal_no}, ${row.account_id}, ${row.login_id}, ${row.target}, ${row.amount_cents}, ${row.fee_cents},
            ${row.receive_cents}, ${row.receive_unit}, ${row.rate_fen}, ${row.mid_micros}, ${row.bank_card_id}, ${row.status}, ${now()}, ${now()},
            ${row.status === 'DONE' ? now() : null})`,
  )
  await insertStep(tx, row.account_id, row.withdrawal_no, row.status)
  touch(tx, row.account_id, 'money')
}

const insertStep = (tx: Tx, accountId: string, withdrawalNo: string, status: WithdrawalStatus) =>
  run(
    tx,
    sql`
    INSERT INTO rebate_withdrawal_step (cell, account_id, withdrawal_no, status, created_at)
    VALUES (${cellOf(accountId)}, ${accountId}, ${withdrawalNo}, ${status}, ${now()})`,
  )

export const lockWithdrawal = (tx: Tx, accountId: string, withdrawalNo: string) =>
  one(
    tx,
    sql<WithdrawalRow>`
    SELECT * FROM rebate_withdrawal WHERE ${ofAccount(accountId)} AND withdrawal_no = ${withdrawalNo} FOR UPDATE`,
  )

const withdrawalNamed = (on: Reader, withdrawalNo: string) =>
  maybeOne(
    on,
    sql<Pick<WithdrawalRow, 'account_id' | 'target'>>`
    SELECT account_id, target FROM rebate_withdrawal WHERE ${inAnyCell()} AND withdrawal_no = ${withdrawalNo}`,
  )

/** The owner of a bank withdrawal. */
export async function ownerOfWithdrawal(on: Reader, withdrawalNo: string): Promise<string | undefined> {
  const found = await withdrawalNamed(on, withdrawalNo)
  return found?.target === 'BANK' ? found.account_id : undefined
}

/** A number that no withdrawal of any account has: staff open one by its number alone. */
export async function freeWithdrawalNo(tx: Tx): Promise<string> {
  for (;;) {
    const drawn = `W${serial(11)}`
    await takeName(tx, `withdrawal ${drawn}`)
    if (!(await withdrawalNamed(tx, drawn))) return drawn
  }
}

/** Checks whether this bank payment has paid another withdrawal. If not, its reference is this transaction's. */
export async function bankRefTaken(tx: Tx, bank: string, bankRef: string): Promise<boolean> {
  await takeName(tx, `payout ${bank} ${bankRef}`)
  const paid = await maybeOne(
    tx,
    sql`SELECT FROM rebate_withdrawal WHERE ${inAnyCell()} AND bank = ${bank} AND bank_ref = ${bankRef}`,
  )
  return paid !== undefined
}

export async function changeWithdrawal(
  tx: Tx,
  accountId: string,
  withdrawalNo: string,
  change: { status: WithdrawalStatus; reason?: string; bank?: string; bankRef?: string; paid?: true },
): Promise<void> {
  await run(
    tx,
    sql`
    UPDATE rebate_withdrawal
       SET status = ${change.status}, reason = ${change.reason ?? ''}, bank = coalesce(${change.bank ?? null}, bank),
           bank_ref = coalesce(${change.bankRef ?? null}, bank_ref),
           paid_at = CASE WHEN ${change.paid ?? false} THEN ${now()}::timestamptz ELSE paid_at END, updated_at = ${now()}
     WHERE ${ofAccount(accountId)} AND withdrawal_no = ${withdrawalNo}`,
  )
  await insertStep(tx, accountId, withdrawalNo, change.status)
  touch(tx, accountId, 'money')
}

/** The total requested since a given time, without returned withdrawals. */
export const withdrawnSince = (on: Reader, accountId: string, target: PayoutTarget, since: Date) =>
  one(
    on,
    sql<{ times: number; cents: Cents }>`
    SELECT count(*)::int AS times, coalesce(sum(amount_cents) FILTER (WHERE status NOT IN ('REJECTED', 'FAILED')), 0)::bigint AS cents
      FROM rebate_withdrawal
     WHERE ${ofAccount(accountId)} AND target = ${target} AND created_at >= ${since}`,
  )

/** What has been paid out, and what is pending. */
export const withdrawnBy = (on: Reader, accountId: string) =>
  one(
    on,
    sql<{ withdrawn: Cents; paying: Cents }>`
    SELECT coalesce(sum(amount_cents) FILTER (WHERE status IN ('DONE', 'PAID')), 0)::bigint AS withdrawn,
           coalesce(sum(amount_cents) FILTER (WHERE status IN ('REVIEWING', 'APPROVED', 'PAYING')), 0)::bigint AS paying
      FROM rebate_withdrawal
     WHERE ${ofAccount(accountId)}`,
  )

export const openOnCard = async (tx: Tx, accountId: string, bankCardId: string): Promise<number> =>
  (
    await one(
      tx,
      sql<{ n: number }>`
      SELECT count(*) AS n FROM rebate_withdrawal
       WHERE ${ofAccount(accountId)} AND bank_card_id = ${bankCardId} AND status IN ('REVIEWING', 'APPROVED', 'PAYING')`,
    )
  ).n

export type Filter = {
  accountId?: string | undefined
  status?: WithdrawalStatus | undefined
  target?: PayoutTarget | undefined
  open?: boolean | undefined
  withdrawalNo?: string
}
const matching = ({ accountId, status, target, open, withdrawalNo }: Filter) => sql`
      FROM rebate_withdrawal AS withdrawal
      LEFT JOIN payout_card AS card USING (cell, account_id, bank_card_id)
     WHERE true
       ${accountId === undefined ? sql`` : sql`AND ${ofAccount(accountId, 'withdrawal')}`}
       ${status ? sql`AND status = ${status}` : sql``}
       ${target ? sql`AND target = ${target}` : sql``}
       ${open ? sql`AND status IN ('REVIEWING', 'APPROVED', 'PAYING')` : sql``}
       ${withdrawalNo === undefined ? sql`` : sql`AND withdrawal_no = ${withdrawalNo}`}`

/** Newest first; open ones oldest first, because they are a work queue. */
export const withdrawalPage = (
  on: Reader,
  filter: Filter,
  { pageNo, pageSize }: { pageNo: number; pageSize: number },
) =>
  many(
    on,
    sql<ShownRow>`
    SELECT withdrawal.*, bank_name, tail,
           (SELECT json_agg(json_build_object('status', step.status, 'at', step.created_at) ORDER BY step.created_at)
              FROM rebate_withdrawal_step AS step
             WHERE step.cell = withdrawal.cell AND step.account_id = withdrawal.account_id AND step.withdrawal_no = withdrawal.withdrawal_no) AS steps
    ${matching(filter)}
     ORDER BY withdrawal.created_at ${filter.open ? sql`` : sql`DESC`}, withdrawal_no DESC
     LIMIT ${pageSize} OFFSET ${(pageNo - 1) * pageSize}`,
  )
export const countWithdrawals = async (on: Reader, filter: Filter): Promise<number> =>
  (await one(on, sql<{ n: number }>`SELECT count(*) AS n ${matching(filter)}`)).n

export type CardRow = {
  bank_card_id: string
  account_id: string
  bank_code: BankCode
  bank_name: string
  no_hash: Buffer
  sealed: Buffer
  tail: string
  branch: string
  is_default: boolean
  usable_at: Date
  created_at: Date
}

export const cardsOf = (on: Reader, accountId: string) =>
  many(
    on,
    sql<CardRow>`
    SELECT * FROM payout_card WHERE ${ofAccount(accountId)} AND removed_at IS NULL ORDER BY created_at DESC, bank_card_id DESC`,
  )

/** Locked: a card cannot be removed during a payout to it. */
export const lockCard = (tx: Tx, accountId: string, bankCardId: string) =>
  maybeOne(
    tx,
    sql<CardRow>`
    SELECT * FROM payout_card
     WHERE ${ofAccount(accountId)} AND bank_card_id = ${bankCardId} AND removed_at IS NULL
       FOR UPDATE`,
  )

/** Including removed cards: for history. */
export const cardById = (on: Reader, accountId: string, bankCardId: string) =>
  one(on, sql<CardRow>`SELECT * FROM payout_card WHERE ${ofAccount(accountId)} AND bank_card_id = ${bankCardId}`)

export const insertCard = (tx: Tx, card: Omit<CardRow, 'created_at'>) =>
  run(
    tx,
    sql`
    INSERT INTO payout_card (cell, bank_card_id, account_id, bank_code, bank_name, no_hash, sealed, tail, branch, is_default, usable_at, created_at)
    VALUES (${cellOf(card.account_id)}, ${card.bank_card_id}, ${card.account_id}, ${card.bank_code}, ${card.bank_name}, ${card.no_hash}, ${card.sealed}, ${card.tail},
            ${card.branch}, ${card.is_default}, ${card.usable_at}, ${now()})`,
  )

/** Erases its number except the hash, which still detects self-referrals. If it was the default, another becomes the default. */
export async function removeCard(tx: Tx, accountId: string, bankCardId: string): Promise<void> {
  await run(
    tx,
    sql`
    UPDATE payout_card SET removed_at = ${now()}, is_default = false
     WHERE ${ofAccount(accountId)} AND bank_card_id = ${bankCardId}`,
  )
  await run(
    tx,
    sql`
    UPDATE payout_card SET is_default = true
     WHERE ${ofAccount(accountId)}
       AND bank_card_id = (SELECT bank_card_id FROM payout_card
                            WHERE ${ofAccount(accountId)} AND removed_at IS NULL
                            ORDER BY is_default DESC, created_at LIMIT 1)`,
  )
}
