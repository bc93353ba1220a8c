/** Notices about commission and payout cards. */

export const payoutNews = {
  withdrawal_result: {
    level: 'INFO',
    title: { cn: '佣金提现结果', en: 'Commission payout' },
    text: {
      cn: '佣金提现 {withdrawalNo}（{amount}）：{result}。{reason}',
      en: 'Commission payout {withdrawalNo} ({amount}): {result}. {reason}',
    },
  },
  payout_card_added: {
    level: 'WARN',
    title: { cn: '已添加收款银行卡', en: 'Payout card added' },
    text: {
      cn: '已添加尾号 {tail} 的收款银行卡，24 小时后可收款。如非本人操作，请立即修改密码并联系客服。',
      en: "The payout card ending in {tail} was added. You can use it after 24 hours. If this wasn't you, change your password and contact customer service now.",
    },
  },
  commission_in: {
    level: 'INFO',
    title: { cn: '昨日返佣', en: "Yesterday's commission" },
    text: {
      cn: '昨日新增返佣 {amount}，7 天后可提现。',
      en: 'You earned {amount} in commission yesterday. You can withdraw it after 7 days.',
    },
  },
} as const
