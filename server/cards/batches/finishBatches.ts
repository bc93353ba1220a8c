import type { Tx } from '#server/core/db.ts'
import { notify } from '#server/core/news.ts'
import type { OrderRow } from '../orderQueries.ts'
import { finishDone } from './batchQueries.ts'

/**
 * Rows of batches have ended, in this transaction: a batch without open rows is finished, and whoever asked for it is
 * told. Under the wallet's lock, so that of two last rows the second sees the first.
 */
export async function finishBatches(
  tx: Tx,
  accountId: string,
  ended: readonly { order: Pick<OrderRow, 'batch_no'> }[],
): Promise<void> {
  const batchNos = [...new Set(ended.flatMap(({ order }) => order.batch_no ?? []))]
  if (!batchNos.length) return
  for (const { batch_no: batchNo, login_id: loginId, success, failed } of await finishDone(tx, accountId, batchNos))
    await notify(tx, { accountId, loginId }, 'batch_done', { batchNo, success, failed }, { type: 'batch', id: batchNo })
}
