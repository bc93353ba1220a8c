/** What account holders are told of what staff did to their account: part of the table in `notices.ts`. */
export const accountNews = {
  account_held: {
    level: 'URGENT',
    title: { cn: '账户已被限制', en: 'The account is restricted' },
    text: {
      cn: '客服已限制账户：暂时不能开卡、充卡、提现和购买套餐，已开的卡可继续消费。请联系客服。',
      en: 'Customer service has restricted the account: no opening, loading, withdrawing or plans for now; open cards keep working. Please contact us.',
    },
  },
  account_lifted: {
    level: 'INFO',
    title: { cn: '账户限制已解除', en: 'The restriction is lifted' },
    text: { cn: '客服已解除账户限制，功能已恢复。', en: 'Customer service has lifted the restriction of the account.' },
  },
  limit_changed: {
    level: 'INFO',
    title: { cn: '账户额度已调整', en: 'A limit was changed' },
    text: { cn: '{name_cn}额度：{amount_cn}。', en: '{name_en}: {amount_en}.' },
  },
  wallet_adjusted: {
    level: 'INFO',
    title: { cn: '钱包调账', en: 'Your wallet was adjusted' },
    text: {
      cn: '{cause_cn} {amount}，编号 {adjustNo}。{reason}',
      en: '{cause_en} {amount}, number {adjustNo}. {reason}',
    },
  },
} as const
