import type { CaseRow } from '../../../contract/identityDesk.ts'
import type { Tone } from '../../ui/Tag.tsx'

export const caseTone = {
  NONE: 'quiet',
  PENDING: 'warn',
  REVIEWING: 'info',
  NEED_INFO: 'warn',
  PASSED: 'ok',
  REJECTED: 'bad',
  EXPIRED: 'quiet',
} as const satisfies Record<CaseRow['status'], Tone>
