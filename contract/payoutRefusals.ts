/** Why commission is not paid out. */
export const payoutRefusals = {
  insufficient_commission: {
    code: 1501,
    cn: '可提现佣金不足',
    en: 'There is not enough commission to withdraw',
    again: true,
  },
  payout_card_new: {
    code: 1409,
    cn: '新添加的银行卡 24 小时后才能收款',
    en: 'A new payout card can be paid to after 24 hours',
    again: true,
  },
  payout_card_limit: {
    code: 1409,
    cn: '最多可添加 5 张银行卡',
    en: 'There can be 5 payout cards at most',
    again: true,
  },
  payout_card_known: { code: 1409, cn: '该银行卡已添加', en: 'This card has been added already', again: true },
  payout_card_busy: {
    code: 1409,
    cn: '该银行卡有未完成的提现',
    en: 'A withdrawal to this card is still under way',
    again: true,
  },
  payout_holder: {
    code: 1409,
    cn: '持卡人须与实名认证的姓名一致',
    en: 'The card holder must be the verified name of the account',
    again: true,
  },
  rate_unavailable: {
    code: 1409,
    cn: '暂时没有可用汇率，请稍后再试',
    en: 'There is no rate at the moment, please try again later',
    again: true,
  },
} as const
