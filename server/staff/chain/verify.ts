import type * as contract from '#contract/staff/staff.ts'
import { staffActions } from '#contract/staff/staff.ts'
import type { Answer } from '#server/core/answer.ts'
import { nowMs } from '#server/core/clock.ts'
import { db, withoutTimeout, type Database, type Tx } from '#server/core/db.ts'
import type { Check } from '#server/ledger/ledger.ts'
import { isSigned } from '#server/core/secrets.ts'
import { auditPage, brokenRows, chainSizes, linksAfter } from './queries.ts'

/** Recomputes every hash of every chain. On a separate connection: a chain of years takes longer than a request may. */
export const verifyStaffAudit: Answer<typeof contract.verifyStaffAudit> = async () => {
  const [breaks, sizes] = await withoutTimeout(async (on) => [await breaksIn(on, 100), await chainSizes(on)] as const)
  return { rows: sizes.reduce((sum, { rows }) => sum + rows, 0), chains: sizes.length, checkTime: nowMs(), breaks }
}

type ChainBreak = Awaited<ReturnType<typeof brokenRows>>[number]
/** Rows checked at a time, so that memory stays small however long the chain is. */
const LOT = 10_000

/** Breaks of the hashes, and rows with right hashes that were not signed with our key. */
async function breaksIn(on: Tx | Database, atMost: number): Promise<ChainBreak[]> {
  const breaks = await brokenRows(on, atMost)
  const known = new Set(breaks.map(({ id }) => id))
  let last: Pick<ChainBreak, 'chain' | 'seq'> | undefined
  for (;;) {
    const links = await linksAfter(on, last?.chain ?? '', last?.seq ?? 0, LOT)
    for (const { id, chain, seq, ...link } of links)
      if (!known.has(id) && !isSigned({ chain, seq, ...link })) breaks.push({ chain, seq, id, why: 'FORGED' })
    last = links.at(-1)
    if (!last || breaks.length >= atMost) return breaks.slice(0, atMost)
  }
}

const COUNT_CAP = 10_000

export const listStaffAudit: Answer<typeof contract.listStaffAudit> = async ({ from: { lang } }, input) => {
  const { rows, count } = await auditPage(db, input, COUNT_CAP)
  return {
    data: rows.map((row) => ({
      id: row.id,
      chain: row.chain,
      seq: row.seq,
      createTime: row.created_at.getTime(),
      staffName: row.staff_name,
      action: row.action,
      actionText: staffActions[row.action][lang],
      target: row.target,
      accountId: row.account_id,
      content: lang === 'cn' ? row.content_cn : row.content_en,
      reason: row.reason,
      before: row.before === null ? null : JSON.stringify(row.before),
      after: row.after === null ? null : JSON.stringify(row.after),
      ip: row.ip,
      hash: row.hash.toString('hex'),
    })),
    total: Math.min(count, COUNT_CAP),
    ...(count > COUNT_CAP && { totalCapped: true }),
    pageNo: input.pageNo,
    pageSize: input.pageSize,
    haveNext: count > input.pageNo * input.pageSize,
    summary: undefined,
  }
}

/** The proof of the books checks the staff's chain as well. */
export const chainProof: Check = {
  name: 'staff-audit-chain-broken',
  says: 'every row of the staff’s audit is there, in its place, and says what it said when it was written',
  judge: async (tx, atMost) =>
    (await breaksIn(tx, atMost)).map(({ chain, seq, id, why }) => ({
      subject: `${chain}:${seq}`,
      found: { row: id, why },
    })),
}
