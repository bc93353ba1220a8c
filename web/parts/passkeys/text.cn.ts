export const passkey = {
  signIn: '使用通行密钥登录',
  first: '提交时用通行密钥确认',
  useCode: '改用验证码',
  show: '用通行密钥查看',
  showText: '用通行密钥确认后显示卡号。每次查看都会记录。',
  cancelled: '未使用通行密钥，请重试或换一种方式',
} as const
