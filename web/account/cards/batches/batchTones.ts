/** Labels and colours of batches and rows: one legend for the list, the progress and the rows. */
import {
  batchRowStates,
  batchStatuses,
  type BatchKind,
  type BatchRowState,
  type BatchStatus,
} from '#contract/cards/batchStates.ts'
import type { Tone } from '#web/ui/tags/Tag.tsx'
import type { IconName } from '#web/ui/Icon.tsx'
import { langNow } from '#web/text.ts'

export const batchTone = { RUNNING: 'info', DONE: 'ok', PARTIAL: 'warn', FAILED: 'bad' } as const satisfies Record<
  BatchStatus,
  Tone
>

export const rowTone = {
  QUEUED: 'quiet',
  SENT: 'info',
  UNKNOWN: 'warn',
  SUCCESS: 'ok',
  FAILED: 'bad',
  CANCELLED: 'quiet',
} as const satisfies Record<BatchRowState, Tone>

export const batchWord = (status: BatchStatus): string => batchStatuses[status][langNow()]
export const rowWord = (state: BatchRowState): string => batchRowStates[state][langNow()]

export const kindIcon = { OPEN: 'open', LOAD: 'topup', DELETE: 'trash' } as const satisfies Record<BatchKind, IconName>
