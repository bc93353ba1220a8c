export const verification = {
  text: '账户尚未完成实名认证，可持有的卡片数和每日充值金额受限。完成实名认证即可提高。',
  pending: '实名认证审核中，通过后卡片数和每日充值金额的限制将提高。',
  verify: '去实名认证',
  status: '查看进度',
} as const
