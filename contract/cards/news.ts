/** Notices about a card whose place another has taken: part of the same table. */
export const replacementNews = {
  card_closes_soon: {
    level: 'WARN',
    title: { cn: '旧卡即将关闭', en: 'Your old card closes soon' },
    text: {
      cn: '尾号 {last4} 的旧卡将于 {date} 关闭，其余额转入新卡（尾号 {newLast4}）。请在此之前将仍在使用旧卡的商户改绑到新卡。',
      en: 'Your old card ending in {last4} closes on {date}, and its balance moves to the new one ending in {newLast4}. Give merchants that still charge the old card the new number before then.',
    },
  },
  card_replacement_failed: {
    level: 'WARN',
    title: { cn: '换卡失败', en: "A card couldn't be replaced" },
    text: {
      cn: '尾号 {last4} 的卡片未能换卡，开卡费已退回。{back} 已转回该卡，该卡不会被关闭。',
      en: "The card ending in {last4} couldn't be replaced, and the opening fee was returned. {back} went back to the card, which stays open.",
    },
  },
} as const

/** Notices about dates that a card's controls set. */
export const cardLifeNews = {
  card_ends_soon: {
    level: 'WARN',
    title: { cn: '卡片即将到达管控日期', en: 'Cards reach a date in their controls' },
    text: {
      cn: '{count} 张卡片（尾号 {cards}）将于 {date} 自动{what}，该日期由卡片管控设定。如需继续使用，请在此之前修改管控。',
      en: '{count:card|cards} (ending in {cards}) will be {what} automatically on {date}, the date set in the card controls. Change the controls before then to prevent it.',
    },
  },
  card_frozen_by_controls: {
    level: 'WARN',
    title: { cn: '卡片已按管控冻结', en: 'Cards frozen by their controls' },
    text: {
      cn: '{count} 张卡片（尾号 {cards}）已自动冻结：{reason}。您可以随时解冻。',
      en: '{count:card was|cards were} frozen automatically (ending in {cards}). {reason}. You can unfreeze at any time.',
    },
  },
} as const

/** Notices about fees that are taken without an order of the account holder: part of the table in `notices/notices.ts`. */
export const cardFeeNews = {
  card_month_fee_ahead: {
    level: 'WARN',
    title: { cn: '即将收取卡月费', en: 'Monthly card fees due soon' },
    text: {
      cn: '{date} 将收取 {count} 张卡的月费，共 {amount}。先从卡余额扣除，卡余额不足时从钱包扣除。不再使用的卡片请在此之前删除。',
      en: "The monthly fee for {count:card|cards}, {amount} in total, is due on {date}. It's taken from the card, or from your wallet if the card's balance is too low. Delete cards you no longer use before then.",
    },
  },
  card_month_fee_unpaid: {
    level: 'WARN',
    title: { cn: '卡月费扣款失败', en: "Monthly card fees couldn't be taken" },
    text: {
      cn: '{count} 张卡的月费共 {amount}，卡余额和钱包余额都不足。请在 {until} 前充值，我们每天重试一次。{otherwise}',
      en: 'Neither the card nor your wallet could pay the monthly fee for {count:card|cards}, {amount} in total. Top up by {until}; we try again every day. {otherwise}',
    },
  },
  card_month_fee_frozen: {
    level: 'URGENT',
    title: { cn: '月费未付，卡片已冻结', en: 'Cards frozen: monthly fee unpaid' },
    text: {
      cn: '{count} 张卡的月费共 {amount} 未付，卡片已冻结。充值后自动扣款并解冻。',
      en: 'The monthly fee for {count:card|cards}, {amount} in total, is unpaid, so the cards are frozen. Top up: the fee is taken and the cards are unfrozen automatically.',
    },
  },
  card_decline_fees: {
    level: 'WARN',
    title: { cn: '本月免费拒付次数已用完', en: 'Free declines used up' },
    text: {
      cn: '本月的免费拒付次数（{free} 次）已用完，之后每笔被拒交易收取 {fee}。当月拒付率低于 5% 时，月底全部退回。',
      en: "This month's free declines ({free}) are used up. Each further declined purchase costs {fee}. If your decline rate for the month is below 5%, the fees are returned after the month ends.",
    },
  },
  card_decline_fees_returned: {
    level: 'INFO',
    title: { cn: '拒付手续费已退回', en: 'Decline fees returned' },
    text: {
      cn: '{month} 的拒付率为 {rate}，低于 5%，当月的拒付手续费 {amount} 已退回。',
      en: 'Your decline rate for {month} was {rate}, below 5%, so the decline fees of {amount} were returned.',
    },
  },
} as const
