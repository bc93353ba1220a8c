import type { CaseRow } from '#contract/identity/desk/cases.ts'
import { StatusTag, Tag, type Tone } from '#web/ui/tags/Tag.tsx'
import { langNow } from '#web/text.ts'

const tones = {
  NONE: 'quiet',
  PENDING: 'warn',
  REVIEWING: 'info',
  NEED_INFO: 'warn',
  PASSED: 'ok',
  REJECTED: 'bad',
  EXPIRED: 'quiet',
} as const satisfies Record<CaseRow['status'], Tone>

export const statusTag = ({ status, statusText }: Pick<CaseRow, 'status' | 'statusText'>) => (
  <StatusTag tone={tones[status]} text={statusText} />
)
export const typeTag = ({ type, typeText }: Pick<CaseRow, 'type' | 'typeText'>) => (
  <Tag tone={type === 'BUSINESS' ? 'brand' : 'quiet'}>{typeText}</Tag>
)

/** `CN` is a code; reviewers see the country's name. */
export const countryName = (code: string): string =>
  code
    ? `${new Intl.DisplayNames(langNow() === 'cn' ? 'zh-CN' : 'en', { type: 'region', fallback: 'code' }).of(code)} ${code}`
    : '–'
