/**
 * Why an authorization is declined: the response code for the network (ISO 8583, field 39), whether it counts towards the decline rate, and the text for
 * people: what happened and what to do.
 */
import type { Words, Lang } from '../core/fields.ts'

type Decline = { readonly iso: string; readonly counted: boolean; readonly words: Words; readonly advice: Words }

export const declineReasons = {
  CARD_NOT_FOUND: {
    iso: '14',
    counted: false,
    words: { cn: '卡号不存在', en: 'Card doesn’t exist' },
    advice: { cn: '请核对卡号', en: 'Check the card number' },
  },
  CARD_CLOSED: {
    iso: '46',
    counted: true,
    words: { cn: '卡片已删除', en: 'Card deleted' },
    advice: { cn: '请在商户解绑该卡，并更换其他卡片', en: 'Remove this card from the merchant and use another one' },
  },
  CARD_EXPIRED: {
    iso: '54',
    counted: true,
    words: { cn: '卡片已过期', en: 'Card expired' },
    advice: { cn: '请开新卡并在商户更新', en: 'Open a new card and update it at the merchant' },
  },
  CARD_PAUSED: {
    iso: '62',
    counted: true,
    words: { cn: '卡片已冻结', en: 'Card frozen' },
    advice: { cn: '请先解冻卡片再重试', en: 'Unfreeze the card and try again' },
  },
  CARD_RISK_BLOCKED: {
    iso: '62',
    counted: false,
    words: { cn: '卡片已被风控冻结', en: 'Card stopped by risk control' },
    advice: {
      cn: '请联系客服；安全码连续输错的卡片 24 小时后自动恢复',
      en: 'Contact customer service. Blocks caused by wrong security codes end automatically after 24 hours',
    },
  },
  ACCOUNT_SHUTDOWN: {
    iso: '57',
    counted: false,
    words: { cn: '账户已停用', en: 'Account stopped' },
    advice: { cn: '请联系客服申请恢复', en: 'Contact customer service to restore it' },
  },
  FUNDS_FROZEN: {
    iso: '57',
    counted: false,
    words: { cn: '账户资金已冻结', en: 'Funds frozen' },
    advice: { cn: '请联系客服', en: 'Contact customer service' },
  },
  ACCOUNT_RESTRICTED: {
    iso: '57',
    counted: false,
    words: { cn: '账户存在欠款', en: 'Account owes money' },
    advice: { cn: '请充值补足欠款后重试', en: 'Top up to pay the amount owed, then try again' },
  },
  EXPIRY_MISMATCH: {
    iso: '54',
    counted: true,
    words: { cn: '有效期错误', en: 'Wrong expiry date' },
    advice: { cn: '请核对卡片有效期', en: 'Check the card’s expiry date' },
  },
  CVC_MISMATCH: {
    iso: '82',
    counted: true,
    words: { cn: '安全码错误', en: 'Wrong security code' },
    advice: {
      cn: '请核对 CVC；24 小时内输错 3 次将冻结卡片',
      en: 'Check the CVC. Three wrong attempts in 24 hours block the card',
    },
  },
  AVS_MISMATCH: {
    iso: '05',
    counted: true,
    words: { cn: '账单地址不符', en: 'Billing address doesn’t match' },
    advice: {
      cn: '请在商户填写与卡片一致的账单地址和邮编',
      en: 'Enter the card’s billing address and ZIP code at the merchant',
    },
  },
  THREEDS_REQUIRED: {
    iso: '1A',
    counted: false,
    words: { cn: '需3D验证', en: '3-D Secure required' },
    advice: {
      cn: '请在商户页面完成 3D 验证，验证码见 3D 验证池',
      en: 'Complete 3-D Secure at the merchant. Codes are under 3-D Secure codes',
    },
  },
  THREEDS_FAILED: {
    iso: '59',
    counted: true,
    words: { cn: '3D验证失败', en: '3-D Secure failed' },
    advice: { cn: '请重新支付并输入正确的 3D 验证码', en: 'Pay again and enter the correct 3-D Secure code' },
  },
  MCC_BLOCKED: {
    iso: '57',
    counted: true,
    words: { cn: '商户类型不支持', en: 'Merchant category not supported' },
    advice: {
      cn: '赌博、取现、汇款、加密货币等商户不支持',
      en: 'Gambling, cash, money transfer and crypto merchants aren’t supported',
    },
  },
  COUNTRY_BLOCKED: {
    iso: '57',
    counted: true,
    words: { cn: '国家受限', en: 'Country restricted' },
    advice: { cn: '请更换其他国家的商户', en: 'Use a merchant in another country' },
  },
  MERCHANT_BLOCKED: {
    iso: '57',
    counted: true,
    words: { cn: '商户受限', en: 'Merchant restricted' },
    advice: { cn: '请更换商户，或检查卡片的商户限制', en: "Use another merchant, or check the card's merchant limits" },
  },
  CONTROL_BRAND: {
    iso: '57',
    counted: true,
    words: { cn: '管控：商户不允许', en: 'Merchant not allowed by your controls' },
    advice: { cn: '请在卡片管控中修改允许的商户', en: 'Change the merchants in the card’s controls' },
  },
  CONTROL_KIND: {
    iso: '57',
    counted: true,
    words: { cn: '管控：商户类型不允许', en: 'Merchant category not allowed by your controls' },
    advice: {
      cn: '请在卡片管控中修改允许的商户类型或仅限线上',
      en: 'Change the categories, or online only, in the card’s controls',
    },
  },
  CONTROL_COUNTRY: {
    iso: '57',
    counted: true,
    words: { cn: '管控：国家不允许', en: 'Country not allowed by your controls' },
    advice: { cn: '请在卡片管控中修改允许的国家', en: 'Change the countries in the card’s controls' },
  },
  CONTROL_CURRENCY: {
    iso: '58',
    counted: true,
    words: { cn: '管控：币种不允许', en: 'Currency not allowed by your controls' },
    advice: { cn: '请在卡片管控中修改允许的币种', en: 'Change the currencies in the card’s controls' },
  },
  CONTROL_HOURS: {
    iso: '57',
    counted: true,
    words: { cn: '管控：不在允许时段', en: 'Outside the hours of your controls' },
    advice: { cn: '请在允许时段内付款，或修改卡片管控', en: 'Pay within the hours, or change the card’s controls' },
  },
  CONTROL_AMOUNT: {
    iso: '61',
    counted: true,
    words: { cn: '管控：超过单笔上限', en: 'Above the maximum of your controls' },
    advice: { cn: '请在卡片管控中提高单笔上限', en: 'Raise the maximum purchase in the card’s controls' },
  },
  CONTROL_LIMIT: {
    iso: '61',
    counted: true,
    words: { cn: '管控：额度已用完', en: 'Limit of your controls reached' },
    advice: {
      cn: '请等待额度恢复，或在卡片管控中提高限额',
      en: 'Wait until the limit renews, or raise it in the card’s controls',
    },
  },
  CONTROL_LOCK: {
    iso: '57',
    counted: true,
    words: { cn: '管控：已锁定到其他商户', en: 'Card locked to another merchant by your controls' },
    advice: {
      cn: '请在卡片管控中解除锁定或重新锁定，或更换卡片',
      en: 'Unlock or re-arm the card in its controls, or use another card',
    },
  },
  CONTROL_USED_UP: {
    iso: '62',
    counted: true,
    words: { cn: '管控：次数已用完', en: 'Uses of your controls used up' },
    advice: {
      cn: '请在卡片管控中再允许一次，或使用其他卡片',
      en: 'Allow one more use in the card’s controls, or use another card',
    },
  },
  CURRENCY_BLOCKED: {
    iso: '58',
    counted: true,
    words: { cn: '币种不支持', en: 'Currency not supported' },
    advice: { cn: '请使用支持的币种支付', en: 'Pay in a supported currency' },
  },
  SINGLE_LIMIT: {
    iso: '61',
    counted: true,
    words: { cn: '超过单笔限额', en: 'Above the transaction limit' },
    advice: {
      cn: '请拆分付款，或联系客服提高限额',
      en: 'Split the payment, or ask customer service for a higher limit',
    },
  },
  VELOCITY_LIMIT: {
    iso: '65',
    counted: true,
    words: { cn: '交易频率超限', en: 'Too many transactions' },
    advice: { cn: '请稍后再试，或更换卡片', en: 'Try again later, or use another card' },
  },
  DUPLICATE: {
    iso: '94',
    counted: false,
    words: { cn: '重复交易', en: 'Duplicate transaction' },
    advice: {
      cn: '终端重复提交了同一笔付款，请间隔 60 秒再试，或请商户重新发起付款',
      en: 'The merchant sent the same payment twice. Wait 60 seconds, or ask the merchant to start a new payment',
    },
  },
  SUSPECTED_FRAUD: {
    iso: '59',
    counted: true,
    words: { cn: '疑似风险', en: 'Suspected fraud' },
    advice: { cn: '如为本人交易，请联系客服', en: 'If this was you, contact customer service' },
  },
  INSUFFICIENT_FUNDS: {
    iso: '51',
    counted: true,
    words: { cn: '余额不足', en: 'Insufficient funds' },
    advice: { cn: '余额不足，建议多充 1–2 美元', en: 'Load $1 to $2 more than the price' },
  },
  ISSUER_DECLINED: {
    iso: '05',
    counted: true,
    words: { cn: '发卡行拒绝', en: 'Declined by the issuer' },
    advice: { cn: '请更换卡片或卡段重试', en: 'Try another card or card segment' },
  },
  SYSTEM_ERROR: {
    iso: '96',
    counted: false,
    words: { cn: '系统异常', en: 'System error' },
    advice: { cn: '请稍后重试', en: 'Try again later' },
  },
  TIMEOUT: {
    iso: '91',
    counted: false,
    words: { cn: '处理超时', en: 'Timed out' },
    advice: { cn: '请稍后重试', en: 'Try again later' },
  },
} as const satisfies Record<string, Decline>
export type DeclineReason = keyof typeof declineReasons

/** Approval codes of the network: full, partial, and a verification without an amount. */
export const approvalCodes = { full: '00', partial: '10', verified: '85' } as const

/**
 * The rate above which all cards of an account are stopped, the minimum sample for the rate to mean anything, and the thresholds for warnings. Rates in basis
 * points. `warnDeclines`: fewer declines trigger no warning.
 */
export const declineRisk = {
  stopAboveBps: 500,
  urgentAtBps: 400,
  warnAtBps: 300,
  windowDays: 30,
  minAttempts: 40,
  minDeclines: 5,
  warnDeclines: 3,
  /** After a restoration; the warnings keep their usual distance below the stop. */
  probation: { days: 14, stopAboveBps: 400, urgentAtBps: 300, warnAtBps: 200, minAttempts: 20 },
  /** After a second shutdown within this many days, cards work again after `againAfterDays` at the earliest. */
  soonDays: 90,
  againAfterDays: 7,
} as const

export const reasonText = (reason: string | null, lang: Lang): string =>
  reason === null
    ? { cn: '已批准', en: 'Approved' }[lang]
    : (declineReasons[reason as DeclineReason]?.words[lang] ?? reason)
