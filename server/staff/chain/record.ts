import type { Words } from '#contract/core/fields.ts'
import type { StaffAction } from '#contract/staff/staff.ts'
import type { Caller, Staff } from '#server/core/actor.ts'
import { now } from '#server/core/clock.ts'
import { transaction, type Tx } from '#server/core/db.ts'
import { newId } from '#server/core/ids.ts'
import { signLink } from '#server/core/secrets.ts'
import { appendRow, hashOf, lockChain, type Chain } from './queries.ts'

export type StaffDeed = {
  /** Not to reveal: only `reveal` (server/staff/reveals/reveal.ts) does, which counts it. */
  action: Exclude<StaffAction, 'REVEAL'>
  /** The object as people know it: an order number, a user number, a login name. */
  target: string
  /** The account concerned, if any. */
  accountId?: string | undefined
  content: Words
  reason?: string | undefined
  /** Never personal data in the clear, never a secret: this is kept forever. */
  before?: unknown
  after?: unknown
}

/**
 * Records a staff action in the transaction that performs it, chained to the previous row. Holds the end of the chain until the transaction ends, so call it
 * last, after every other lock.
 */
export const recordStaff = (tx: Tx, staff: Staff, deed: StaffDeed): Promise<void> =>
  append(tx, 'desk', { staffId: staff.staffId, name: staff.name, from: staff.from }, deed)

export type Revealed = Omit<StaffDeed, 'action'>

/** The same for data revealed to a member of staff. */
export const recordReveal = (tx: Tx, staff: Staff, revealed: Revealed): Promise<void> =>
  append(tx, 'desk', { staffId: staff.staffId, name: staff.name, from: staff.from }, { ...revealed, action: 'REVEAL' })

/** The service itself, on the staff desk: a deadline passed, a sweep. */
export const recordDesk = (tx: Tx, deed: StaffDeed): Promise<void> =>
  append(tx, 'desk', { staffId: null, name: '系统 System', from: { ip: '', device: '' } }, deed)

/** A failed sign-in. */
export const recordAtDoor = (
  person: { staff_id: string } | undefined,
  name: string,
  from: Caller,
  why: keyof typeof failures,
): Promise<void> =>
  transaction((tx) =>
    append(
      tx,
      'door',
      { staffId: person?.staff_id ?? null, name, from },
      { action: 'SIGN_IN_FAILED', target: name, content: failures[why] },
    ),
  )

const failures = {
  password: { cn: '密码错误', en: 'Wrong password' },
  code: { cn: '谷歌验证码错误或已使用', en: 'Wrong or reused authenticator code' },
  passkey: { cn: '通行密钥验证未通过', en: 'Passkey not verified' },
  disabled: { cn: '账号已停用', en: 'Login disabled' },
} as const satisfies Record<string, Words>

async function append(
  tx: Tx,
  chain: Chain,
  by: { staffId: string | null; name: string; from: Pick<Caller, 'ip' | 'device'> },
  { action, target, accountId, content, reason = '', before, after }: Revealed & { action: StaffAction },
): Promise<void> {
  const end = await lockChain(tx, chain)
  const row = {
    chain,
    seq: end.seq + 1,
    id: newId('sau'),
    staff_id: by.staffId,
    staff_name: by.name,
    action,
    target,
    account_id: accountId ?? null,
    content_cn: content.cn,
    content_en: content.en,
    reason,
    before,
    after,
    ip: by.from.ip,
    device: by.from.device,
    created_at: now(),
  }
  const hash = await hashOf(tx, row, end.hash)
  await appendRow(tx, row, { previous: end.hash, hash, signature: signLink({ chain, seq: row.seq, hash }) })
}
