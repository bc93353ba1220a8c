/** The words of statuses and areas. */
import type { Words } from '../core/fields.ts'

/** Account, risk and sub-account statuses as shown to people. */
export const accountStatuses = {
  ACTIVE: { cn: '正常', en: 'Active' },
  CLOSING: { cn: '注销中', en: 'Closing' },
  CLOSED: { cn: '已注销', en: 'Closed' },
  DEACTIVATED: { cn: '已停用', en: 'Deactivated' },
} as const satisfies Record<string, Words>
export type AccountStatus = keyof typeof accountStatuses

export const riskStates = {
  NORMAL: { cn: '正常', en: 'Normal' },
  WARN: { cn: '预警', en: 'Warning' },
  SHUTDOWN: { cn: '已停用', en: 'Stopped' },
} as const satisfies Record<string, Words>
export type RiskState = keyof typeof riskStates

export const subStatuses = {
  NORMAL: { cn: '正常', en: 'Active' },
  FROZEN: { cn: '冻结', en: 'Frozen' },
  EXPIRED: { cn: '已过期', en: 'Expired' },
} as const satisfies Record<string, Words>
export type SubStatus = keyof typeof subStatuses

export const identityTypes = {
  PERSON: { cn: '个人认证', en: 'Individual' },
  BUSINESS: { cn: '企业认证', en: 'Business' },
} as const satisfies Record<string, Words>

export const identityStatuses = {
  NONE: { cn: '未认证', en: 'Not verified' },
  PENDING: { cn: '待审核', en: 'Submitted' },
  REVIEWING: { cn: '审核中', en: 'In review' },
  NEED_INFO: { cn: '待补充', en: 'More information needed' },
  PASSED: { cn: '已认证', en: 'Verified' },
  REJECTED: { cn: '未通过', en: 'Rejected' },
  EXPIRED: { cn: '已过期', en: 'Expired' },
} as const satisfies Record<string, Words>

export const budgetPeriods = {
  DAY: { cn: '每日', en: 'Per day' },
  MONTH: { cn: '每月', en: 'Per month' },
  TOTAL: { cn: '累计', en: 'Total' },
} as const satisfies Record<string, Words>

/** Calling codes offered at sign-up. A mobile is stored as `+` area number. */
export const areas = {
  '86': { cn: '+86 中国大陆', en: '+86 Mainland China' },
  '852': { cn: '+852 中国香港', en: '+852 Hong Kong' },
  '853': { cn: '+853 中国澳门', en: '+853 Macao' },
  '886': { cn: '+886 中国台湾', en: '+886 Taiwan' },
  '65': { cn: '+65 新加坡', en: '+65 Singapore' },
  '60': { cn: '+60 马来西亚', en: '+60 Malaysia' },
  '66': { cn: '+66 泰国', en: '+66 Thailand' },
  '84': { cn: '+84 越南', en: '+84 Vietnam' },
  '81': { cn: '+81 日本', en: '+81 Japan' },
  '82': { cn: '+82 韩国', en: '+82 South Korea' },
  '1': { cn: '+1 美国 / 加拿大', en: '+1 United States / Canada' },
  '44': { cn: '+44 英国', en: '+44 United Kingdom' },
  '61': { cn: '+61 澳大利亚', en: '+61 Australia' },
} as const satisfies Record<string, Words>

/** The display order, because numeric object keys are iterated in numeric order. */
export const areaOrder = [
  '86',
  '852',
  '853',
  '886',
  '65',
  '60',
  '66',
  '84',
  '81',
  '82',
  '1',
  '44',
  '61',
] as const satisfies readonly (keyof typeof areas)[]
