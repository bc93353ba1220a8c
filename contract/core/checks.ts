/** Messages beside a field that was filled in wrongly. A schema names the text as its message; the server and the form both show it in the user's language. */
import type { Lang, Words } from './fields.ts'
import { imageWords } from './images.ts'

export const checks = {
  mobile: { cn: '请输入正确的手机号', en: 'Please enter the correct cell phone number' },
  mobile_taken: { cn: '该手机号不能用于子账户', en: 'This number can’t be used for a sub-account' },
  login_name: {
    cn: '登录名为 4–20 位字母、数字，以字母开头',
    en: 'Use 4 to 20 letters and digits, starting with a letter',
  },
  login_name_taken: { cn: '该登录名已被使用', en: 'This login name is already taken' },
  passwords_differ: { cn: '两次输入的密码不一致', en: 'The password entered twice does not match' },
  agree: { cn: '请同意隐私政策', en: 'Please agree to the Privacy Policy' },
  password_shape: { cn: '密码为 8–64 个字符', en: 'Use 8 to 64 characters' },
  password_known: { cn: '该密码过于常见，请换一个', en: 'This password is too common. Choose another.' },
  password_personal: {
    cn: '密码不能由手机号、登录名、昵称或产品名称组成',
    en: 'Don’t use your mobile number, login name, nickname or our product name',
  },
  invite_shape: { cn: '邀请码为 6 位或 8 位数字', en: 'Enter a 6- or 8-digit invite code' },
  invite_unknown: { cn: '邀请码不存在', en: 'Invite code not found' },
  code_shape: { cn: '请输入 6 位数字验证码', en: 'Enter the 6-digit code' },
  google_shape: { cn: '请输入 6 位动态码', en: 'Enter the 6-digit code from the app' },
  country: { cn: '请选择国家或地区', en: 'Choose a country or region' },
  id_no: { cn: '证件号码不正确，请核对', en: 'Enter a valid document number' },
  payer_account: { cn: '付款账号为 4–40 位字母或数字', en: 'Enter 4 to 40 letters or digits' },
  future_transfer: { cn: '汇款日期最晚为三天后', en: 'The transfer date can be up to three days ahead' },
  paper_needed: { cn: '请上传该材料', en: 'Upload this document' },
  not_a_picture: imageWords.kind,
  confirm_text: { cn: '与账户编号不一致', en: 'The account number doesn’t match' },
  time_zone: { cn: '请选择时区', en: 'Choose a time zone' },
  nickname: { cn: '昵称为 2–20 个字符', en: 'Use 2 to 20 characters' },
  bank_reference: {
    cn: '请填写银行流水号：4–60 位字母、数字或 . _ / -',
    en: 'Enter the bank’s reference: 4 to 60 letters, digits or . _ / -',
  },
  value_date: { cn: '请选择日期', en: 'Choose a day' },
  tx_hash: { cn: '请填写 64 位交易哈希', en: 'Enter the transaction hash: 64 hexadecimal digits' },
  amount_shape: { cn: '支付金额格式不正确', en: 'The payment amount is not in the correct format' },
  zip_code: { cn: '邮编格式不正确', en: 'Incorrect zip code format' },
  us_state: { cn: '请选择正确的州', en: 'Choose a state from the list' },
  english: { cn: '请使用英文填写', en: 'Use English letters, digits and symbols' },
  holder_name: { cn: '请用英文字母填写姓名', en: 'Use English letters' },
  choose_card: { cn: '请选择卡片', en: 'Choose a card' },
  file_needed: { cn: '请选择文件', en: 'Choose a file' },
  file_too_large: { cn: '文件过大', en: 'The file is too large' },
  choose_group: { cn: '请选择分组', en: 'A group selection is required' },
  lowest_plan: { cn: '基础版不出售，也没有月费', en: 'The lowest plan isn’t sold and has no price' },
  nothing_changes: { cn: '没有任何改动', en: 'No changes' },
  limits_crossed: {
    cn: '最低不能高于最高，首充最高不能超过卡余额上限',
    en: 'A minimum is above its maximum, or the maximum first load is above the maximum card balance',
  },
  list_price_needed: { cn: '标准价不能留空', en: 'Enter a list price' },
  coupon_value: { cn: '请填写面值', en: 'Enter a value' },
  coupon_rate: { cn: '折扣不能超过 100%', en: 'Maximum 100%' },
  coupon_days: { cn: '赠送时长最多 366 天', en: 'Maximum 366 days' },
  html_malformed: { cn: '标签没有成对闭合，或写法不完整', en: 'An HTML tag is incomplete or not closed' },
  html_empty: { cn: '正文为空', en: 'Enter some text' },
  audience_needed: { cn: '请填写适用范围', en: 'Enter an audience' },
  account_unknown: { cn: '没有这个用户编号', en: 'User number not found' },
  ends_before: { cn: '结束时间须晚于开始时间', en: 'The end must be after the start' },
  email: { cn: '请输入正确的邮箱', en: 'Enter a valid email address' },
  https_url: { cn: '请填写以 https:// 开头的网址', en: 'Enter a link that starts with https://' },
  mcc_shape: { cn: 'MCC 为 4 位数字', en: 'Enter a 4-digit MCC' },
  country_shape: { cn: '国家代码为 2 位大写字母', en: 'Enter a 2-letter country code in capitals' },
  rule_empty: { cn: '规则至少要有一个条件', en: 'A rule needs at least one condition' },
  list_value_shape: { cn: '取值与所选类型不符', en: 'This value doesn’t match the selected type' },
  bank_card_no: { cn: '银行卡号不正确，请核对', en: 'Enter a valid bank card number' },
  required: { cn: '请填写此项', en: 'Fill in this field' },
} as const satisfies Record<string, Words>
export type CheckName = keyof typeof checks

/** Returns the text for a schema's message; any other message becomes a plain "check this". */
export const sayCheck = (message: string, lang: Lang): string =>
  Object.hasOwn(checks, message) ? checks[message as CheckName][lang] : { cn: '格式不正确', en: 'Invalid format' }[lang]
