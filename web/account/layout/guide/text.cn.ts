export const guide = {
  next: '下一步',
  previous: '上一步',
  done: '开始使用',
  skip: '跳过引导',
  step: {
    welcome: '欢迎使用 Kaika',
    home: '总览',
    shop: '套餐费率',
    finance: '资金中心',
    card: '我的卡片',
    personal: '个人中心',
  },
  text: {
    welcome: '一分钟了解控制台：先充值，再开卡，然后在卡片列表里管理一切。',
    subWelcome:
      '这是子账户，使用主账户的资金。你可以：{{actions}}。充值、套餐和子账户管理由主账户负责；缺少权限或预算时，可在提示处向主账户申请。',
    home: '余额、消费、拒付率和待办都在这里。',
    subHome: '你的卡片、消费和预算都在这里。',
    shop: '套餐决定开卡费、充值费率和卡片上限。',
    finance: '在这里充值，并核对每一笔资金明细。',
    card: '开卡、充值、冻结、查看交易和 3D 验证码。',
    personal: '设置谷歌验证、通知方式，并查看操作日志。',
  },
} as const
