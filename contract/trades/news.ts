/** Notices about declined charges: part of the table in `notices/news.ts`. `{what}` says how many charges were declined, and the amount and merchant of the last one. */
export const declineNews = {
  card_declined: {
    level: 'WARN',
    title: { cn: '扣款被拒', en: 'Charge declined' },
    text: {
      cn: '尾号 {last4} 的卡片：{what}。原因：{reason}。{advice}。',
      en: 'Card ending in {last4}: {what}. Reason: {reason}. {advice}.',
    },
  },
  sub_card_declined: {
    level: 'WARN',
    title: { cn: '子账户扣款被拒', en: 'Sub-account charge declined' },
    text: {
      cn: '子账户 {name} 尾号 {last4} 的卡片：{what}。原因：{reason}。{advice}。',
      en: "{name}'s card ending in {last4}: {what}. Reason: {reason}. {advice}.",
    },
  },
} as const
