/** Card statuses and the actions that each allows: the server refuses by these tables, and the console disables buttons by them. */
import type { Words } from '../core/fields.ts'

/** The status shown to people: the card's own status and its blocks in one word. */
export const cardStatuses = {
  PENDING: { cn: '开卡中', en: 'Opening' },
  ACTIVE: { cn: '已激活', en: 'Active' },
  FROZEN: { cn: '已冻结', en: 'Frozen' },
  RISK_FROZEN: { cn: '风控冻结', en: 'Stopped by risk control' },
  CLOSING: { cn: '注销中', en: 'Closing' },
  CLOSED: { cn: '已删除', en: 'Deleted' },
  EXPIRED: { cn: '已过期', en: 'Expired' },
  FAILED: { cn: '开卡失败', en: 'Failed' },
} as const satisfies Record<string, Words>
export type ShownStatus = keyof typeof cardStatuses
export const shownStatuses = Object.keys(cardStatuses) as [ShownStatus, ...ShownStatus[]]

/** Who blocked the card, as bits. Each block is lifted separately. */
export const cardBlocks = {
  USER: { bit: 1, name: { cn: '用户冻结', en: 'Frozen by you' } },
  RISK: { bit: 2, name: { cn: '风控冻结', en: 'Stopped by risk control' } },
  STAFF: { bit: 4, name: { cn: '客服冻结', en: 'Stopped by customer service' } },
  ISSUER: { bit: 8, name: { cn: '发卡行冻结', en: 'Stopped by the issuer' } },
  ACCOUNT: { bit: 16, name: { cn: '账户冻结', en: 'Stopped with the account' } },
  SUB: { bit: 32, name: { cn: '子账户冻结', en: 'Stopped with the sub-account' } },
  /** The card's own controls: the purchases that it is for are made. */
  CONTROL: { bit: 64, name: { cn: '已用完', en: 'Used up' } },
} as const satisfies Record<string, { bit: number; name: Words }>
export type CardBlock = keyof typeof cardBlocks
export const blockNames = Object.keys(cardBlocks) as [CardBlock, ...CardBlock[]]
export const blocksOf = (bits: number): CardBlock[] => blockNames.filter((name) => bits & cardBlocks[name].bit)

export type CardMove = 'load' | 'withdraw' | 'freeze' | 'unfreeze' | 'delete' | 'reveal' | 'address' | 'replace'

/** Status × action. A frozen card can be loaded, emptied and deleted by its owner; a risk-frozen card waits for staff. */
export const cardMoves = {
  load: ['ACTIVE', 'FROZEN'],
  withdraw: ['ACTIVE', 'FROZEN', 'EXPIRED'],
  freeze: ['ACTIVE', 'FROZEN', 'RISK_FROZEN'],
  unfreeze: ['ACTIVE', 'FROZEN', 'RISK_FROZEN'],
  delete: ['ACTIVE', 'FROZEN', 'EXPIRED'],
  reveal: ['ACTIVE', 'FROZEN'],
  address: ['ACTIVE', 'FROZEN'],
  replace: ['ACTIVE', 'FROZEN', 'EXPIRED'],
} as const satisfies Record<CardMove, readonly ShownStatus[]>

/** Actions allowed only under the owner's own blocks; blocks by staff or by the account are theirs to lift. */
const byOwnBlockOnly = {
  load: true,
  withdraw: true,
  freeze: false,
  unfreeze: false,
  delete: true,
  reveal: true,
  address: true,
  replace: true,
} as const satisfies Record<CardMove, boolean>

export function mayMove(move: CardMove, card: { status: ShownStatus; blocks: readonly CardBlock[] }): boolean {
  if (!(cardMoves[move] as readonly ShownStatus[]).includes(card.status)) return false
  return !byOwnBlockOnly[move] || card.blocks.every((block) => OWNERS.has(block))
}
const OWNERS: ReadonlySet<CardBlock> = new Set(['USER', 'SUB', 'CONTROL'])

export const cardLogTypes = {
  OPEN: { cn: '申请开卡', en: 'Opening requested' },
  OPENED: { cn: '开卡成功', en: 'Opened' },
  OPEN_FAILED: { cn: '开卡失败', en: 'Opening failed' },
  LOAD: { cn: '卡充值', en: 'Loaded' },
  WITHDRAW: { cn: '卡提现', en: 'Withdrawn' },
  FREEZE: { cn: '冻结', en: 'Frozen' },
  UNFREEZE: { cn: '解冻', en: 'Unfrozen' },
  BLOCK: { cn: '系统冻结', en: 'Stopped by the system' },
  UNBLOCK: { cn: '解除系统冻结', en: 'Released by the system' },
  REVEAL: { cn: '查看卡号', en: 'Number revealed' },
  ADDRESS: { cn: '申请修改持卡人与地址', en: 'Cardholder and address change requested' },
  ADDRESS_DONE: { cn: '持卡人与地址已修改', en: 'Cardholder and address changed' },
  ADDRESS_FAILED: { cn: '持卡人与地址修改失败', en: 'Cardholder and address change failed' },
  COVER: { cn: '补足欠款', en: 'Debt repaid' },
  DEBT: { cn: '抵扣账户欠款', en: 'Applied to account debt' },
  FREEZE_FUNDS: { cn: '资金冻结', en: 'Funds frozen' },
  UNFREEZE_FUNDS: { cn: '资金解冻', en: 'Funds released' },
  REMARK: { cn: '修改备注', en: 'Remark changed' },
  GROUP: { cn: '移动分组', en: 'Moved to a group' },
  HANDED: { cn: '移交卡片', en: 'Assigned to a sub-account' },
  REPLACED: { cn: '已换卡', en: 'Replaced' },
  REPLACES: { cn: '换卡开立', en: 'Opened as a replacement' },
  DELETE: { cn: '申请销卡', en: 'Deletion requested' },
  CLOSED: { cn: '销卡完成', en: 'Deleted' },
  EXPIRED: { cn: '卡片过期', en: 'Expired' },
} as const satisfies Record<string, Words>
export type CardLogType = keyof typeof cardLogTypes

/** Why the system or the issuer acted on a card, by the code in the card's log. */
export const cardReasons = {
  DECLINE_RATE: { cn: '账户拒付率过高', en: 'The decline rate of the account is too high' },
  SUB_FROZEN: { cn: '子账户已冻结', en: 'The sub-account is frozen' },
  SUB_RESTORED: { cn: '子账户已解冻', en: 'The sub-account is unfrozen' },
  USED_UP: { cn: '管控的次数已用完', en: 'The uses of its controls are used up' },
  USES_LEFT: { cn: '管控的次数未用完', en: 'Its controls leave a use again' },
  RESTORED: { cn: '账户已恢复', en: 'The account was restored' },
  SHORT_OF_MONEY: { cn: '24 小时内 3 次余额不足', en: 'Short of money three times in 24 hours' },
  WRONG_CODES: { cn: '24 小时内 3 次安全码错误', en: 'Three wrong security codes in 24 hours' },
  WRONG_CODES_OVER: { cn: '安全码冻结满 24 小时', en: '24 hours after the wrong security codes are over' },
  MONTH_FEE_UNPAID: { cn: '月费未付', en: 'The monthly fee is unpaid' },
  MONTH_FEE_PAID: { cn: '月费已付', en: 'The monthly fee is paid' },
  CONTROL_CLOSE: { cn: '卡片管控设定的销卡日期已到', en: 'The end date in the card’s controls was reached' },
  CONTROL_FREEZE: { cn: '卡片管控设定的冻结日期已到', en: 'The freeze date in the card’s controls was reached' },
  CONTROL_IDLE: { cn: '超过卡片管控设定的天数未使用', en: 'Unused for the number of days set in the card’s controls' },
  CONTROL_THAW: { cn: '卡片管控设定的解冻日期已到', en: 'The unfreeze date in the card’s controls was reached' },
  HOLDER_REFUSED: { cn: '发卡行不接受该持卡人', en: 'The issuer doesn’t accept this cardholder' },
  ADDRESS_REFUSED: { cn: '发卡行不接受该账单地址', en: 'The issuer doesn’t accept this billing address' },
  PROGRAM_UNKNOWN: { cn: '发卡行已停用该卡段', en: 'The issuer no longer makes cards of this segment' },
  ISSUER_FAILED: { cn: '发卡行制卡失败', en: 'The issuer could not make the card' },
  CARD_CLOSED: { cn: '卡片已在发卡行关闭', en: 'The card is closed at the issuer' },
  CARD_NOT_FOUND: { cn: '发卡行没有这张卡', en: 'The issuer doesn’t recognize the card' },
} as const satisfies Record<string, Words>
export type CardReason = keyof typeof cardReasons

/** Returns the reason in words, or the code itself, because the issuer may send codes that we don't know. */
export const reasonWords = (reason: string): Words =>
  Object.hasOwn(cardReasons, reason) ? cardReasons[reason as CardReason] : { cn: reason, en: reason }

export const cardNetworks = {
  VISA: { cn: 'VISA', en: 'VISA' },
  MASTERCARD: { cn: 'MASTERCARD', en: 'MASTERCARD' },
} as const satisfies Record<string, Words>
export type CardNetwork = keyof typeof cardNetworks

/** How a payment with 3-D Secure is confirmed. */
export const threeDsWays = {
  CODE: { cn: '控制台显示验证码', en: 'Code in the console' },
  ANSWER: { cn: '在控制台确认付款', en: 'Confirmed in the console' },
  ISSUER: { cn: '由发卡行向持卡人验证', en: 'The issuer asks the cardholder' },
  NONE: { cn: '无 3D 验证', en: 'No 3-D Secure' },
} as const satisfies Record<string, Words>
export type ThreeDsBy = keyof typeof threeDsWays
