import type * as contract from '../../../contract/batches.ts'
import type { Answers } from '../../answer.ts'
import { batchCard, listBatches } from './batchCard.ts'
import { cancelBatch } from './cancelBatch.ts'
import { deleteBatch } from './deleteBatch.ts'
import { loadBatch, priceBatchLoad } from './loadBatch.ts'
import { openBatch, priceBatchOpening } from './openBatch.ts'
import { priceRetry, retryBatch } from './retryBatch.ts'

export const answers = {
  priceBatchOpening,
  openBatch,
  priceBatchLoad,
  loadBatch,
  deleteBatch,
  batchCard,
  listBatches,
  retryBatch,
  priceRetry,
  cancelBatch,
} satisfies Answers<typeof contract>
