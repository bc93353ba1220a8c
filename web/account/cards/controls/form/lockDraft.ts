/** The lock of a document while it is edited. */
import type { LockBy } from '#contract/controls/locks.ts'

/** `TO`: to the brand that is chosen. */
export type LockWay = '' | LockBy | 'TO'
export type LockDraft = { way: LockWay; to: string }
type Lock = { by: LockBy; to?: string | undefined }

export const lockDraftOf = (lock: Lock | undefined): LockDraft =>
  lock?.to === undefined ? { way: lock?.by ?? '', to: '' } : { way: 'TO', to: lock.to }

export const lockOf = ({ way, to }: LockDraft): Lock | undefined =>
  way === '' ? undefined : way === 'TO' ? { by: 'BRAND', to } : { by: way }
