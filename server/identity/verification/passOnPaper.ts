import { ahead, DAY } from '#server/core/clock.ts'
import type { Tx } from '#server/core/db.ts'
import { newId } from '#server/core/ids.ts'
import { seal } from '#server/core/secrets.ts'
import { updateAccount } from '../queries.ts'
import type { Papers } from './submitIdentity.ts'
import { updateOrder, writeOrder } from './verificationQueries.ts'

/**
 * An account whose papers were looked at before there was a page for them: the demo world's people, and those of tests.
 * Whoever names a company is a business.
 */
export async function passOnPaper(
  tx: Tx,
  accountId: string,
  { realName, idNo, company }: { realName: string; idNo: string; company?: Papers['company'] },
): Promise<void> {
  const orderNo = newId('idv')
  const type = company ? 'BUSINESS' : 'PERSON'
  const papers: Papers = {
    type,
    realName,
    idType: company ? 'BIZ_LICENSE' : 'PASSPORT',
    idNo,
    ...(company && { company }),
    country: 'CN',
    files: { other: [] },
    contact: '—',
  }
  const payloadEnc = seal(orderNo, JSON.stringify(papers))
  await writeOrder(tx, { orderNo, accountId, type, payloadEnc, fileIds: [] })
  await updateOrder(tx, orderNo, { status: 'PASSED', expiresAt: ahead(730 * DAY), decided: true })
  await updateAccount(tx, accountId, { identity: 'PASSED', identityType: type, ...(company && { business: true }) })
}
