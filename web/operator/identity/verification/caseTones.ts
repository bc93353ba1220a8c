import type { CaseRow } from '#contract/identity/desk/cases.ts'
import type { Tone } from '#web/ui/tags/Tag.tsx'
import { langNow } from '#web/text.ts'

export const caseTone = {
  NONE: 'quiet',
  PENDING: 'warn',
  REVIEWING: 'info',
  NEED_INFO: 'warn',
  PASSED: 'ok',
  REJECTED: 'bad',
  EXPIRED: 'quiet',
} as const satisfies Record<CaseRow['status'], Tone>

/** `CN` is a code; reviewers see the country's name. */
export const countryName = (code: string): string =>
  code
    ? `${new Intl.DisplayNames(langNow() === 'cn' ? 'zh-CN' : 'en', { type: 'region', fallback: 'code' }).of(code)} ${code}`
    : '–'
