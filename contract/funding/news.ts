/** Notices about top-ups that did not arrive as ordered, and what people can do about them. */

export const topUpNews = {
  topup_partial: {
    level: 'WARN',
    title: { cn: '充值未付足', en: 'Top-up partly paid' },
    text: {
      cn: '充值订单 {orderNo} 已收到 {amount}，还差 {rest}。请在订单有效期内转到同一地址，付足后自动入账。',
      en: 'We received {amount} for top-up order {orderNo}; {rest} is missing. Send it to the same address before the order expires, and the full amount is credited automatically.',
    },
  },
  topup_over_limit: {
    level: 'WARN',
    title: { cn: '充值超出认证额度', en: 'Top-up above your identity limit' },
    text: {
      cn: '充值订单 {orderNo} 收到 {amount}，超出账户当日的认证额度，款项已安全暂存，尚未入账。完成身份认证可提高额度，认证后请联系客服入账。',
      en: 'We received {amount} for top-up order {orderNo}. This exceeds your daily identity limit, so the money is safe but not credited yet. Verify your identity to raise the limit, then contact customer service.',
    },
  },
} as const
