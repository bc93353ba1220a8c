/** Why a commission payout is refused. */
export const payoutRefusals = {
  insufficient_commission: {
    code: 1501,
    cn: '可提现佣金不足',
    en: 'Insufficient commission balance',
    again: true,
  },
  payout_card_new: {
    code: 1409,
    cn: '新添加的银行卡 24 小时后才能收款',
    en: 'New payout cards can be used after 24 hours',
    again: true,
  },
  payout_card_limit: {
    code: 1409,
    cn: '最多可添加 5 张银行卡',
    en: 'You can have up to 5 payout cards. Remove one first.',
    again: true,
  },
  payout_card_known: { code: 1409, cn: '该银行卡已添加', en: 'This card has already been added', again: true },
  payout_card_busy: {
    code: 1409,
    cn: '该银行卡有未完成的提现',
    en: 'A withdrawal to this card is in progress',
    again: true,
  },
  payout_holder: {
    code: 1409,
    cn: '持卡人须与实名认证的姓名一致',
    en: 'The cardholder name must match the verified name of the account',
    again: true,
  },
  rate_unavailable: {
    code: 1409,
    cn: '暂时没有可用汇率，请稍后再试',
    en: 'No exchange rate is available right now. Try again later.',
    again: true,
  },
} as const
