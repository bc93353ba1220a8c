/** Notices to account holders about staff actions on their account: part of the table in `notices/notices.ts`. */
export const accountNews = {
  account_held: {
    level: 'URGENT',
    title: { cn: '账户已被限制', en: 'Account restricted' },
    text: {
      cn: '客服已限制账户：暂时不能开卡、充卡、提现和购买套餐，已开的卡可继续消费。请联系客服。',
      en: "Customer service has restricted your account. You can't open, load or withdraw from cards or buy plans for now. Existing cards keep working. Contact us for details.",
    },
  },
  account_lifted: {
    level: 'INFO',
    title: { cn: '账户限制已解除', en: 'Restriction lifted' },
    text: {
      cn: '客服已解除账户限制，功能已恢复。',
      en: 'Customer service has lifted the restriction on your account.',
    },
  },
  limit_changed: {
    level: 'INFO',
    title: { cn: '账户额度已调整', en: 'Limit changed' },
    text: { cn: '{name_cn}额度：{amount_cn}。', en: '{name_en}: {amount_en}.' },
  },
  wallet_adjusted: {
    level: 'INFO',
    title: { cn: '钱包调账', en: 'Wallet adjustment' },
    text: {
      cn: '{cause_cn} {amount}，编号 {adjustNo}。{reason}',
      en: '{cause_en} {amount}, number {adjustNo}. {reason}',
    },
  },
  account_paid_out: {
    level: 'INFO',
    title: { cn: '注销款已打款', en: 'Closing balance paid out' },
    text: {
      cn: '注销退款 {amount} 已打款至 {payee}，流水号 {reference}。',
      en: '{amount} was paid out to {payee}, reference {reference}.',
    },
  },
  account_payout_returned: {
    level: 'WARN',
    title: { cn: '注销退款被退回', en: 'Payout returned' },
    text: {
      cn: '注销退款 {amount} 被退回：{reason}。我们会再次打款，如需更换收款账户请联系客服。',
      en: "The payout of {amount} was returned: {reason}. We'll pay it again. Contact customer service to change the payee.",
    },
  },
} as const
