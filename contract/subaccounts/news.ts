/** Notices about sub-accounts: part of the table in `notices/notices.ts`. */
export const subEvents = {
  sub_welcome: {
    level: 'INFO',
    title: { cn: '欢迎使用', en: 'Welcome' },
    text: {
      cn: '子账户已开通，有效期至 {until}。缺少权限、预算或资金时，可在提示处直接向主账户申请。',
      en: 'Your sub-account is ready and valid until {until}. If you need a permission, budget or funds, you can ask the parent account where you see the message.',
    },
  },
  sub_expiring: {
    level: 'WARN',
    title: { cn: '子账户即将到期', en: 'Sub-account expiring soon' },
    text: {
      cn: '子账户 {name} 将在 {days} 天内（{until}）到期。到期后卡片继续可用，不能开卡、充值、提现和销卡。',
      en: "Sub-account {name} expires within {days:day|days} ({until}). After that, its cards keep working, but it can't open, load, withdraw from or delete cards.",
    },
  },
  sub_expired: {
    level: 'WARN',
    title: { cn: '子账户已到期', en: 'Sub-account expired' },
    text: {
      cn: '子账户 {name} 已到期。卡片继续可用，续期后可恢复开卡、充值、提现和销卡。',
      en: 'Sub-account {name} has expired. Its cards keep working. Renew it to open, load, withdraw from and delete cards again.',
    },
  },
  sub_renewed: {
    level: 'INFO',
    title: { cn: '子账户已续期', en: 'Sub-account renewed' },
    text: { cn: '子账户已续期至 {until}。', en: 'Your sub-account is valid until {until}.' },
  },
  sub_password: {
    level: 'WARN',
    title: { cn: '登录密码已重置', en: 'Password reset' },
    text: { cn: '主账户已重置登录密码。', en: 'The parent account has set a new password for you.' },
  },
  sub_asked: {
    level: 'WARN',
    title: { cn: '子账户申请', en: 'Sub-account request' },
    text: { cn: '{name} 申请：{what}。{note}', en: '{name} requested: {what}. {note}' },
  },
  sub_answered: {
    level: 'INFO',
    title: { cn: '申请已处理', en: 'Response to your request' },
    text: { cn: '{what}：{result}。{words}', en: '{what}: {result}. {words}' },
  },
} as const
