/**
 * Every refusal, by name: its wire code (docs/reference/console.md#what-is-shown-for-a-code) and its texts. A refusal is an expected answer; a fault is not
 * listed here. `again`: a retry of the same request may be answered differently, so the refusal is never stored.
 */
import type { Lang } from './fields.ts'
import { passkeyRefusals } from './passkeyRefusals.ts'

/** Why a commission payout is refused. */
const payoutRefusals = {
  insufficient_commission: { code: 1501, cn: '可提现佣金不足', en: 'Insufficient commission balance', again: true },
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

type Entry = { readonly code: number; readonly cn: string; readonly en: string; readonly again?: true }

export const refusals = {
  // The session (these codes end it in the browser).
  signed_out: { code: 401, cn: '登录已失效，请重新登录', en: 'Your session has ended. Sign in again.', again: true },
  idle: { code: 401, cn: '登录超时，请重新登录', en: 'Login has timed out, please login again', again: true },
  not_a_client: { code: 401, cn: '客户端标识无效', en: 'Unknown client', again: true },
  revoked: {
    code: 600,
    cn: '账号已在别处登录或会话已被撤销',
    en: 'This session was ended on another device',
    again: true,
  },
  login_frozen: {
    code: 610,
    cn: '账号已被冻结，请联系客服',
    en: 'This login is frozen. Contact customer service.',
    again: true,
  },
  kind_not_allowed: {
    code: 1403,
    cn: '当前账号类型不能使用该功能',
    en: 'This feature isn’t available for your account type',
    again: true,
  },

  // The request.
  bad_request: { code: 400, cn: '请求格式错误', en: 'Request Error', again: true },
  too_large: { code: 413, cn: '请求内容过大', en: 'The request is too large', again: true },
  invalid: { code: 1400, cn: '请检查填写的内容', en: 'Check what you entered', again: true },
  step_up: { code: 1401, cn: '请先完成安全验证', en: 'Verify your identity first', again: true },
  not_permitted: { code: 1403, cn: '没有该操作的权限', en: 'You don’t have permission for this action', again: true },
  not_found: { code: 1404, cn: '内容不存在', en: 'Not found', again: true },
  conflict: {
    code: 1409,
    cn: '当前状态不允许该操作',
    en: 'This isn’t possible in the current status. Refresh and try again.',
    again: true,
  },
  brand_name_taken: { code: 1409, cn: '已有同名品牌', en: 'There is already a brand with this name', again: true },
  brand_words_taken: {
    code: 1409,
    cn: '其中的关键词已属于其他品牌',
    en: 'Another brand already has one of these descriptor words',
    again: true,
  },
  brand_merge_same: { code: 1409, cn: '请选择另一个品牌', en: 'Choose a different brand', again: true },
  brand_words_limit: {
    code: 1409,
    cn: '合并后的关键词或别名超过 50 个',
    en: 'Together they have more than 50 descriptor words or aliases',
    again: true,
  },
  coupon_unusable: {
    code: 1409,
    cn: '该优惠券不能用于此处，或已使用、已过期',
    en: 'This coupon can’t be used here, or has been used or expired',
    again: true,
  },
  in_progress: {
    code: 1409,
    cn: '相同请求正在处理，请稍候',
    en: 'This request is already being processed',
    again: true,
  },
  quote_expired: { code: 1410, cn: '报价已过期，请重新获取', en: 'The quote has expired. Get a new one.', again: true },
  quote_changed: { code: 1410, cn: '价格已变化，请重新确认', en: 'The price has changed. Confirm again.', again: true },
  request_reused: {
    code: 1411,
    cn: '请求编号已用于另一个请求',
    en: 'This request number was used for another request',
    again: true,
  },
  code_wrong: { code: 1412, cn: '验证码错误', en: 'Incorrect code', again: true },
  code_expired: { code: 1413, cn: '验证码已过期', en: 'The code has expired. Request a new one.', again: true },
  link_unknown: {
    code: 1413,
    cn: '链接无效，请完整复制，或联系签发人',
    en: 'This link isn’t valid. Copy the complete link, or ask for a new one.',
  },
  link_used: { code: 1413, cn: '链接已使用，请直接登录', en: 'This link has been used. Sign in instead.' },
  link_replaced: {
    code: 1413,
    cn: '已签发新的链接，此链接已失效',
    en: 'A newer link has replaced this one. Use that one.',
  },
  link_expired: { code: 1413, cn: '链接已过期，请联系签发人重新签发', en: 'This link has expired. Ask for a new one.' },
  code_locked: {
    code: 1414,
    cn: '错误次数过多，请稍后再试',
    en: 'Too many incorrect attempts. Try again later.',
    again: true,
  },
  captcha_needed: { code: 1415, cn: '请先完成安全验证', en: 'Complete the security check first', again: true },
  captcha_failed: {
    code: 1415,
    cn: '安全验证未通过，请重试',
    en: 'The security check failed. Try again.',
    again: true,
  },
  ...passkeyRefusals,
  google_required: { code: 1416, cn: '请输入谷歌验证码', en: 'Enter your Google verification code', again: true },
  too_fast: {
    code: 1429,
    cn: '操作过于频繁，请稍后再试',
    en: 'Too many requests. Wait a moment and try again.',
    again: true,
  },
  export_too_large: {
    code: 1409,
    cn: '导出的行数过多，请缩小筛选范围',
    en: 'Too many rows for one file. Narrow the filters.',
    again: true,
  },
  line_full: {
    code: 1429,
    cn: '您的账户已有多个文件在排队处理，请等待其完成后再试',
    en: 'Your account already has several files in the queue. Wait for them to finish, then try again.',
    again: true,
  },
  turn_too_late: {
    code: 1429,
    cn: '当前处理的文件较多，请一分钟后再试',
    en: 'Many files are being processed right now. Try again in a minute.',
    again: true,
  },
  credentials_wrong: { code: 1412, cn: '账号或密码错误', en: 'Incorrect account or password', again: true },

  // Money.
  insufficient_wallet: { code: 1501, cn: '账户余额不足，请先充值', en: 'Insufficient wallet balance. Top up first.' },
  amount_below_min: { code: 1502, cn: '金额低于最小限额', en: 'The amount is below the minimum' },
  amount_above_max: {
    code: 1503,
    cn: '金额超过自助限额，请联系客服',
    en: 'The amount is above the self-service limit. Contact customer service.',
  },
  amount_above_disputable: { code: 1503, cn: '金额超过可争议的金额', en: 'The amount is more than can be disputed' },
  dispute_impossible: { code: 1409, cn: '该笔交易不能提出争议', en: 'This transaction can’t be disputed' },
  dispute_at_issuer: {
    code: 1409,
    cn: '争议已送交发卡行，不能取消',
    en: 'The dispute is already with the issuer and can’t be canceled',
  },
  evidence_missing: { code: 1400, cn: '请上传凭证', en: 'Add at least one picture as evidence', again: true },
  balance_out_of_range: { code: 1504, cn: '请输入正确的余额范围', en: 'Please enter the correct balance range' },
  controls_pinned: {
    code: 1505,
    cn: '该管控由主账户锁定，请联系主账户',
    en: 'The parent account has locked these controls. Ask it to change them.',
    again: true,
  },
  card_not_active: { code: 1505, cn: '卡片当前状态不支持该操作', en: 'The card isn’t active' },
  plan_limit: { code: 1506, cn: '已达到套餐上限', en: 'You’ve reached the limit of your plan' },
  plan_excludes: { code: 1507, cn: '当前套餐不支持', en: 'Your plan doesn’t include this' },
  pending_transactions: {
    code: 1508,
    cn: '存在未完成的交易',
    en: 'There are pending transactions. Try again once they settle.',
  },
  address_fixed: {
    code: 1509,
    cn: '该卡段不支持修改持卡人或账单地址',
    en: 'You can’t change the cardholder or billing address of cards in this segment',
  },
  change_pending: {
    code: 1409,
    cn: '上一次修改正在等待发卡行确认',
    en: 'Your last change is still waiting for the issuer',
    again: true,
  },
  changes_used_up: {
    code: 1429,
    cn: '每张卡 30 天内最多修改 3 次',
    en: 'You can change a card up to three times in 30 days',
    again: true,
  },
  range_paused: {
    code: 1509,
    cn: '该卡段暂停开卡，请换一个卡段',
    en: 'This segment isn’t opening cards right now. Choose another one.',
    again: true,
  },
  range_unavailable: { code: 1509, cn: '该卡段暂不可用', en: 'This card segment isn’t available' },
  name_taken: { code: 1409, cn: '该名称已被使用', en: 'This name is already taken', again: true },
  group_limit: { code: 1409, cn: '最多可建 200 个分组', en: 'You can have up to 200 groups', again: true },
  tag_limit: { code: 1409, cn: '最多可建 100 个标签', en: 'You can have up to 100 tags', again: true },
  card_tag_limit: { code: 1409, cn: '每张卡最多 10 个标签', en: 'A card can have up to 10 tags', again: true },
  template_limit: { code: 1409, cn: '最多可建 50 个模板', en: 'You can have up to 50 templates', again: true },
  role_limit: { code: 1409, cn: '最多可建 20 个角色', en: 'You can have up to 20 roles', again: true },
  role_fixed: {
    code: 1409,
    cn: '系统角色不能修改，请复制后再改',
    en: 'System roles can’t be changed. Copy the role and edit the copy.',
    again: true,
  },
  role_in_use: {
    code: 1409,
    cn: '仍有子账户使用该角色，请先为它们更换角色',
    en: 'This role is in use. Assign its sub-accounts another role first.',
    again: true,
  },
  role_changed: {
    code: 1409,
    cn: '该角色刚被修改，请重新打开后再保存',
    en: 'This role was just changed. Reopen it and try again.',
    again: true,
  },
  issuer_rejected: { code: 1510, cn: '发卡行拒绝了该请求', en: 'The issuer rejected the request' },
  bank_refused: {
    code: 1510,
    cn: '银行未受理该银行卡，请核对卡号、姓名、证件号和预留手机号',
    en: 'Your bank didn’t accept this card. Check the card number, name, ID number and mobile number on file with the bank.',
    again: true,
  },
  provider_unavailable: {
    code: 1511,
    cn: '支付渠道暂不可用，请稍后再试或换一种方式',
    en: 'The payment provider isn’t responding. Try again later or use another method.',
    again: true,
  },
  issuer_unavailable: {
    code: 1511,
    cn: '发卡行暂不可用，请求已排队',
    en: 'The issuer is unavailable. Your request is queued.',
    again: true,
  },

  // The account.
  account_shutdown: {
    code: 1601,
    cn: '账户因拒付率过高已停用全部卡片，请联系客服',
    en: 'All cards are stopped because of your decline rate. Contact customer service.',
  },
  account_restricted: {
    code: 1602,
    cn: '账户存在欠款，请充值还清后重试',
    en: 'Your account owes money. Top up to pay it, then try again.',
  },
  account_held: {
    code: 1602,
    cn: '账户已被客服限制，请联系客服',
    en: 'Customer service has restricted this account. Contact us for details.',
  },
  funds_frozen: {
    code: 1602,
    cn: '账户资金已冻结，请联系客服',
    en: 'The funds of this account are frozen. Contact customer service.',
  },
  too_early_to_forfeit: {
    code: 1409,
    cn: '最后一笔结算满 180 天且无待结算授权后才能没收',
    en: 'Funds can be forfeited 180 days after the last settlement, with no authorization pending',
  },
  closing_blocked: {
    code: 1409,
    cn: '仍有未处理的事项，暂不能注销',
    en: 'Resolve the open items before closing the account',
    again: true,
  },
  cooling_down: {
    code: 1409,
    cn: '刚修改过安全设置，24 小时内不能转出资金',
    en: 'Withdrawals are blocked for 24 hours after a change of security settings',
    again: true,
  },
  account_closing: { code: 1409, cn: '账户正在注销', en: 'The account is being closed' },
  sub_frozen: { code: 1611, cn: '子账户已被冻结', en: 'The sub-account is frozen' },
  sub_expired: {
    code: 1612,
    cn: '子账户已过期，请联系主账户续期',
    en: 'This sub-account has expired. Ask the parent account to renew it.',
  },
  budget_exceeded: {
    code: 1613,
    cn: '超出子账户预算，可向主账户申请',
    en: 'This exceeds your budget. Ask the parent account for more.',
  },
  ask_answered: { code: 1409, cn: '该申请已处理', en: 'This request has already been answered', again: true },
  ...payoutRefusals,
  identity_required: { code: 1620, cn: '请先完成实名认证', en: 'Verify your identity first' },
  holder_unverified: {
    code: 1620,
    cn: '该卡段只能开给已认证的持卡人，请使用已认证的姓名与账单地址，或联系客服登记',
    en: 'This segment issues cards to your verified cardholder only. Use that name and billing address, or contact customer service to have it entered.',
  },
  plan_downgrade: { code: 1701, cn: '套餐到期前不能降级', en: 'You can’t downgrade before your plan expires' },
  plan_by_service: { code: 1702, cn: '该套餐请联系客服办理', en: 'Contact customer service for this plan' },
  forecast_not_revocable: { code: 1801, cn: '该预报当前不能撤销', en: 'This forecast can’t be revoked now' },

  // The staff's desk.
  reason_needed: { code: 1403, cn: '请先填写查看原因', en: 'Enter a reason before viewing this', again: true },
  own_approval: { code: 1403, cn: '不能复核自己发起的申请', en: 'You can’t approve your own request', again: true },
  own_person: { code: 1403, cn: '不能变更自己', en: 'You can’t change your own account', again: true },
  approval_decided: { code: 1409, cn: '该申请已有结论', en: 'A decision has already been made', again: true },
  approval_changed: {
    code: 1409,
    cn: '申请内容与冻结时不一致，已拒绝执行',
    en: 'The content no longer matches the request as submitted, so it wasn’t carried out',
    again: true,
  },
  rules_untried: {
    code: 1409,
    cn: '请先影子运行并完成回测',
    en: 'Run it in shadow mode and finish a back-test first',
    again: true,
  },
  reveal_cap_reached: {
    code: 1429,
    cn: '今日查看明文的次数已达上限，已通知管理员；次日 0 点（北京时间）恢复',
    en: 'You’ve reached today’s limit for viewing personal data, and an administrator has been notified. It resets at midnight (Shanghai time).',
    again: true,
  },
  above_position: { code: 1501, cn: '金额超过该处的余额', en: 'The amount is more than what is there', again: true },
  reference_used: {
    code: 1409,
    cn: '该流水号或交易哈希已登记过',
    en: 'This reference has already been recorded',
    again: true,
  },
  day_cap_reached: { code: 1429, cn: '已达当日操作上限', en: 'You’ve reached your limit for today', again: true },

  // Faults of the machine, not of the request.
  wrong_host: {
    code: 421,
    cn: '请求的域名不属于本服务',
    en: 'This address doesn’t belong to this service',
    again: true,
  },
  no_such_address: { code: 404, cn: '请求地址不存在', en: 'Error requesting address.', again: true },
  fault: { code: 500, cn: '服务异常，请稍后再试', en: 'Server exception, please try again later', again: true },
  busy: { code: 503, cn: '系统繁忙，请稍候', en: 'System busy, please wait', again: true },
} as const satisfies Record<string, Entry>

export type RefusalName = keyof typeof refusals

export const wordsOf = (name: RefusalName, lang: Lang): string => refusals[name][lang]
