export const start = {
  title: '开始使用',
  lead: '四步完成第一笔消费，大约两分钟。',
  progress: '已完成 {{done}}/{{all}} 步',
  done: '已完成',
  dismiss: '不再显示',
  around: '功能导览',
  step: {
    topup: { title: '充值', text: '用 USDT 充值约 2 分钟到账，也可用微信、支付宝或银行汇款。', act: '充值' },
    open: { title: '开第一张卡', text: '持卡人和账单地址已自动填好，付款前会显示价格。', act: '开卡' },
    number: { title: '查看卡号', text: '卡号、有效期和安全码，输入短信验证码后显示。', act: '查看卡号' },
    purchase: {
      title: '第一笔消费',
      text: '在任意商户填入卡号付款，授权会立即出现在总览。',
      textTest: '在模拟商户用这张卡试刷一笔，授权会立即出现在总览。',
      act: '试刷一笔',
    },
  },
  optional: '可选',
  google: '绑定谷歌验证',
  identity: '实名认证，提高充值额度',
} as const
