/** Notices about disputes. */

export const disputeNews = {
  dispute_update: {
    level: 'INFO',
    title: { cn: '争议进展', en: 'Dispute update' },
    text: {
      cn: '尾号 {last4} 的卡片在 {merchant} 的争议（{amount}）：{state}。{more}',
      en: 'Your dispute of {amount} at {merchant}, card ending {last4}: {state}. {more}',
    },
  },
  dispute_provisional: {
    level: 'INFO',
    title: { cn: '争议临时退款', en: 'Provisional credit' },
    text: {
      cn: '尾号 {last4} 的卡片在 {merchant} 的争议已由发卡行受理，先行退回 {amount}。若争议败诉，该款项将从卡片扣回。',
      en: 'The issuer accepted your dispute at {merchant}, card ending {last4}. We credited {amount} for now; if the dispute is lost, it is deducted from the card.',
    },
  },
} as const
