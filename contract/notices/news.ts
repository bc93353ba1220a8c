/** Notices in words: one row per event. */
import type { Words } from '../core/fields.ts'
import { accountNews } from '../accounts/news.ts'
import { cardFeeNews, cardLifeNews, replacementNews } from '../cards/news.ts'
import { payoutNews } from '../referrals/news.ts'
import { subEvents } from '../subaccounts/news.ts'
import { disputeNews } from '../disputes/news.ts'
import { topUpNews } from '../funding/news.ts'
import { controlNews } from '../controls/news.ts'
import { declineNews } from '../trades/news.ts'

export const noticeLevels = {
  INFO: { cn: '通知', en: 'Notice' },
  WARN: { cn: '提醒', en: 'Reminder' },
  URGENT: { cn: '重要', en: 'Important' },
} as const satisfies Record<string, Words>
export type NoticeLevel = keyof typeof noticeLevels

/**
 * The texts of all notices. `{name}` is filled from the parameters, and `{days:day|days}` adds the form of the word that the number takes. Plain text, escaped
 * when it becomes a notice, so that no parameter can inject HTML.
 */
export const events = {
  welcome: {
    level: 'INFO',
    title: { cn: '欢迎使用', en: 'Welcome' },
    text: {
      cn: '账户已开通。先充值，再开第一张卡。',
      en: 'Your account is ready. Top up first, then open your first card.',
    },
  },
  login_new_device: {
    level: 'WARN',
    title: { cn: '新设备登录', en: 'Sign-in from a new device' },
    text: {
      cn: '账号在新设备上登录：{device}，IP {ip}。如非本人操作，请立即修改密码。',
      en: "New sign-in from {device}, IP {ip}. If this wasn't you, change your password now.",
    },
  },
  remember_copied: {
    level: 'URGENT',
    title: { cn: '自动登录已停用', en: 'Automatic sign-in was turned off' },
    text: {
      cn: '有人在 {device}（IP {ip}）上尝试使用您保存在 {kept} 中的自动登录，未能登录。该自动登录已停用，请用密码重新登录；如非本人操作，请立即修改密码并检查那台设备。',
      en: 'Someone on {device}, IP {ip}, tried the automatic sign-in that you keep in {kept}. They did not get in, and it was turned off. Sign in with your password; if this was not you, change it now and check that device.',
    },
  },
  password_changed: {
    level: 'WARN',
    title: { cn: '密码已修改', en: 'Password changed' },
    text: {
      cn: '登录密码已修改，其他会话已退出。',
      en: 'Your password was changed and other sessions were signed out.',
    },
  },
  mobile_changed: {
    level: 'WARN',
    title: { cn: '手机号已更换', en: 'Mobile number changed' },
    text: {
      cn: '登录手机号已更换为 {mobile}，其他会话已退出，24 小时内不能提现。如非本人操作，请立即联系客服。',
      en: "Your mobile number is now {mobile}. Other sessions were signed out and withdrawals are blocked for 24 hours. If this wasn't you, contact customer service now.",
    },
  },
  google_changed: {
    level: 'WARN',
    title: { cn: '谷歌验证已变更', en: 'Google verification changed' },
    text: {
      cn: '谷歌验证{what_cn}。如非本人操作，请立即修改密码。',
      en: "Google verification was {what_en}. If this wasn't you, change your password now.",
    },
  },
  passkey_changed: {
    level: 'WARN',
    title: { cn: '通行密钥已变更', en: 'Passkeys changed' },
    text: {
      cn: '通行密钥“{name}”{what_cn}。如非本人操作，请立即修改密码并联系客服。',
      en: "The passkey “{name}” was {what_en}. If this wasn't you, change your password now and contact customer service.",
    },
  },
  passkey_cloned: {
    level: 'URGENT',
    title: { cn: '通行密钥可能被复制', en: 'A passkey may have been copied' },
    text: {
      cn: '通行密钥“{name}”在 {device}（IP {ip}）上使用时，签名计数发生回退，说明可能存在它的副本，请求已拒绝。请在安全设置中删除该通行密钥。',
      en: 'When the passkey “{name}” was used on {device}, IP {ip}, its counter had gone back, so it may have been copied. The request was refused. Remove this passkey in your security settings.',
    },
  },
  identity_result: {
    level: 'INFO',
    title: { cn: '认证结果', en: 'Identity verification' },
    text: { cn: '实名认证结果：{result_cn}。{reason}', en: 'Identity verification: {result_en}. {reason}' },
  },
  ...payoutNews,
  ...topUpNews,
  ...disputeNews,
  ...accountNews,
  account_closing: {
    level: 'WARN',
    title: { cn: '账户注销中', en: 'Account closing' },
    text: {
      cn: '注销申请 {caseId} 已受理，待退金额 {amount}。',
      en: 'Closing request {caseId} was received. {amount} will be paid out.',
    },
  },
  topup_credited: {
    level: 'INFO',
    title: { cn: '充值到账', en: 'Top-up credited' },
    text: {
      cn: '充值 {amount} 已到账，订单号 {orderNo}。',
      en: 'Your top-up of {amount} has been credited, order {orderNo}.',
    },
  },
  topup_failed: {
    level: 'WARN',
    title: { cn: '充值未完成', en: 'Top-up not completed' },
    text: { cn: '充值订单 {orderNo} 未完成：{reason}', en: 'Top-up order {orderNo} was not completed: {reason}' },
  },
  topup_mismatch: {
    level: 'WARN',
    title: { cn: '充值金额不符', en: "Top-up amount doesn't match" },
    text: {
      cn: '充值订单 {orderNo} 收到的金额与订单不符：{reason}',
      en: 'The amount received for top-up order {orderNo} differs from the order: {reason}',
    },
  },
  topup_reversed: {
    level: 'WARN',
    title: { cn: '充值被退回', en: 'Top-up reversed' },
    text: {
      cn: '充值订单 {orderNo} 的付款已被付款方银行退回，账户扣除 {amount}。',
      en: "The payer's bank reversed the payment for top-up order {orderNo}. {amount} was deducted from your account.",
    },
  },
  forecast_result: {
    level: 'INFO',
    title: { cn: '汇款预报结果', en: 'Funding forecast' },
    text: { cn: '汇款预报 {orderNo}：{result}。{reason}', en: 'Funding forecast {orderNo}: {result}. {reason}' },
  },
  card_opened: {
    level: 'INFO',
    title: { cn: '开卡成功', en: 'Card opened' },
    text: {
      cn: '尾号 {last4} 的卡片已开通，余额 {amount}。',
      en: 'The card ending in {last4} is open with a balance of {amount}.',
    },
  },
  card_open_failed: {
    level: 'WARN',
    title: { cn: '开卡失败', en: 'Card opening failed' },
    text: {
      cn: '开卡未成功，冻结的 {amount} 已退回余额。原因：{reason}',
      en: "The card couldn't be opened. The {amount} held was returned to your balance. Reason: {reason}",
    },
  },
  batch_done: {
    level: 'INFO',
    title: { cn: '批量任务完成', en: 'Batch finished' },
    text: {
      cn: '批次 {batchNo}：成功 {success}，失败 {failed}。',
      en: 'Batch {batchNo}: {success} done, {failed} failed.',
    },
  },
  card_blocked_by_system: {
    level: 'WARN',
    title: { cn: '卡片已被风控冻结', en: 'Card stopped by risk control' },
    text: { cn: '尾号 {last4} 的卡片已被冻结：{reason}', en: 'The card ending in {last4} was stopped: {reason}' },
  },
  card_holder_changed: {
    level: 'INFO',
    title: { cn: '持卡人与地址已修改', en: 'Cardholder and address changed' },
    text: {
      cn: '尾号 {last4} 的卡片已使用新的持卡人与账单地址。',
      en: 'The card ending in {last4} now has the new cardholder and billing address.',
    },
  },
  card_holder_refused: {
    level: 'WARN',
    title: { cn: '持卡人与地址未修改', en: 'Cardholder and address not changed' },
    text: {
      cn: '尾号 {last4} 的卡片仍使用原来的持卡人与账单地址。原因：{reason}',
      en: 'The card ending in {last4} keeps its current cardholder and billing address. Reason: {reason}',
    },
  },
  card_low_balance: {
    level: 'WARN',
    title: { cn: '卡片余额不足提醒', en: 'Low card balance' },
    text: {
      cn: '{count} 张卡的可用余额低于 {limit}：尾号 {cards}。请及时充值，以免扣款被拒。',
      en: '{count:card has|cards have} less than {limit} available (ending in {cards}). Load now to avoid declines.',
    },
  },
  card_close_done: {
    level: 'INFO',
    title: { cn: '销卡完成', en: 'Card deleted' },
    text: {
      cn: '尾号 {last4} 的卡片已删除，{amount} 已退回余额。',
      en: 'The card ending in {last4} was deleted. {amount} was returned to your balance.',
    },
  },
  refund_posted: {
    level: 'INFO',
    title: { cn: '退款到账', en: 'Refund posted' },
    text: {
      cn: '{merchant} 退款 {amount}，已退至尾号 {last4} 的卡片。',
      en: '{merchant} refunded {amount} to the card ending in {last4}.',
    },
  },
  refund_under_review: {
    level: 'INFO',
    title: { cn: '退款审核中', en: 'Refund under review' },
    text: {
      cn: '{merchant} 退款 {amount} 至尾号 {last4} 的卡片，没有找到对应的消费，审核通过后可用。',
      en: "{merchant} refunded {amount} to the card ending in {last4}. We couldn't find a matching purchase, so the money becomes available after a review.",
    },
  },
  refund_returned: {
    level: 'WARN',
    title: { cn: '退款已退回商户', en: 'Refund returned to the merchant' },
    text: {
      cn: '{merchant} 退至尾号 {last4} 的卡片的 {amount} 没有对应的消费，已退回商户。如有疑问请联系客服。',
      en: "We couldn't find a purchase for the {amount} refund from {merchant} to the card ending in {last4}, so it was returned to the merchant. Contact customer service if you have questions.",
    },
  },
  negative_balance: {
    level: 'URGENT',
    title: { cn: '账户欠款', en: 'Amount owed' },
    text: {
      cn: '账户欠款 {amount}，补足前不能开卡和充值卡片。请充值补足，到账后自动恢复。',
      en: "You owe {amount}. You can't open or load cards until it's paid. Top up to pay it; the restriction is lifted automatically.",
    },
  },
  debt_from_cards: {
    level: 'URGENT',
    title: { cn: '卡余额已抵扣欠款', en: 'Card balances applied to your debt' },
    text: {
      cn: '已从 {count} 张卡扣回 {amount} 抵扣账户欠款，剩余欠款 {owed}。',
      en: '{amount} from {count:card|cards} was applied to your debt. Still owed: {owed}.',
    },
  },
  negative_cleared: {
    level: 'INFO',
    title: { cn: '欠款已补足', en: 'Debt paid' },
    text: { cn: '账户欠款已补足，功能已恢复。', en: 'Your debt is paid and the restriction has been lifted.' },
  },
  ...declineNews,
  ...controlNews,
  decline_warn_300: {
    level: 'WARN',
    title: { cn: '拒付率提醒', en: 'Decline rate warning' },
    text: {
      cn: '近期拒付率为 {rate}，超过 {limit} 将停用全部卡片。',
      en: 'Your recent decline rate is {rate}. Above {limit}, all cards are stopped.',
    },
  },
  decline_warn_400: {
    level: 'URGENT',
    title: { cn: '拒付率警告', en: 'Decline rate close to the limit' },
    text: {
      cn: '近期拒付率为 {rate}，即将达到 {limit} 的停用线。',
      en: 'Your recent decline rate is {rate}, close to the limit of {limit}.',
    },
  },
  account_shutdown: {
    level: 'URGENT',
    mustRead: true,
    endedBy: 'account_restored',
    title: { cn: '全部卡片已停用', en: 'All cards stopped' },
    text: {
      cn: '拒付率 {rate} 超过 {limit}，全部卡片已停用。资金不受影响，已授权的交易仍会结算。请先在“交易记录 → 拒付记录”查看原因，再联系客服申请恢复。',
      en: 'Your decline rate of {rate} is above {limit}, so all cards are stopped. Your money is safe and authorized purchases still settle. See Transaction History → Declined for the reasons, then ask customer service to restore the account.',
    },
  },
  account_restored: {
    level: 'INFO',
    title: { cn: '账户已恢复', en: 'Account restored' },
    text: { cn: '账户已恢复正常，卡片可以继续使用。', en: 'Your account is restored and its cards work again.' },
  },
  plan_bought: {
    level: 'INFO',
    title: { cn: '套餐已生效', en: 'Plan active' },
    text: { cn: '已支付 {amount}，{plan}有效期至 {until}。', en: 'You paid {amount}. {plan} is valid until {until}.' },
  },
  plan_expiring: {
    level: 'WARN',
    title: { cn: '套餐即将到期', en: 'Plan expiring soon' },
    text: {
      cn: '{plan}将在 {days} 天后（{until}）到期，到期后恢复为基础版，已开的卡片不受影响。',
      en: "{plan} expires in {days:day|days} ({until}). You then switch to Basic; your existing cards aren't affected.",
    },
  },
  plan_expired: {
    level: 'WARN',
    title: { cn: '套餐已到期', en: 'Plan expired' },
    text: {
      cn: '{plan}已到期，当前为基础版。已开的卡片不受影响，超出上限时不能再开新卡。',
      en: "{plan} has expired and you're now on Basic. Your existing cards aren't affected, but you can't open more than Basic allows.",
    },
  },
  ...cardFeeNews,
  ...cardLifeNews,
  ...replacementNews,
  ...subEvents,
  export_ready: {
    level: 'INFO',
    title: { cn: '导出完成', en: 'Export ready' },
    text: { cn: '导出文件 {name} 已生成。', en: '{name} is ready to download.' },
  },
  export_full: {
    level: 'URGENT',
    title: { cn: '完整卡号已导出', en: 'Full card numbers exported' },
    text: {
      cn: '{name} 准备了一份含 {count} 张卡完整卡号的加密文件，IP {ip}。如非本人操作，请立即冻结卡片并修改密码。',
      en: "{name} exported an encrypted file with the full numbers of {count:card|cards}, IP {ip}. If this wasn't expected, freeze the cards and change your password now.",
    },
  },
} as const satisfies Record<string, { level: NoticeLevel; title: Words; text: Words } & Confirmation>
export type NewsEvent = keyof typeof events

/** A must-read notice names the event that ends its cause. After that event it stays in the list but needs no confirmation. */
type Confirmation = { mustRead?: never; endedBy?: never } | { mustRead: true; endedBy: string }
