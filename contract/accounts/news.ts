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
  funds_frozen: {
    level: 'URGENT',
    title: { cn: '账户资金已冻结', en: 'Funds frozen' },
    text: {
      cn: '账户资金 {amount} 已冻结，之后到账的资金也会冻结：不能消费、充卡、提现或充值。如有异议，请联系客服。',
      en: '{amount} of your funds is frozen, and money that arrives later will be too. You can’t spend, load, withdraw or top up. Contact customer service to appeal.',
    },
  },
  funds_released: {
    level: 'INFO',
    title: { cn: '账户资金已解冻', en: 'Funds released' },
    text: {
      cn: '冻结资金 {amount} 已退回钱包和卡片，功能已恢复；如有欠款，已先抵扣。',
      en: '{amount} is back in your wallet and on your cards, and all features work again. Any amount you owed was paid first.',
    },
  },
  funds_forfeited: {
    level: 'URGENT',
    title: { cn: '冻结资金已没收', en: 'Frozen funds forfeited' },
    text: {
      cn: '冻结资金 {amount} 已按服务条款没收。如有异议，请联系客服。',
      en: '{amount} of your frozen funds was forfeited under the terms of service. Contact customer service if you disagree.',
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
