export const alarmDesk = {
  lead: '需要有人马上处理的情况。条件恢复后告警会自动关闭；也可以写明原因后手动关闭。',
  what: '告警',
  subject: '对象',
  raised: '首次发生',
  last: '最近一次',
  times: '次数',
  close: '关闭告警',
  closeText: '关闭后如果再次发生，会产生新的告警。原因会写入审计。',
  closed: '告警已关闭',
  empty: '没有未处理的告警',
  emptyText: '需要你的角色处理的情况会出现在这里。',
  more: '另有 {{count}} 条更早的告警未显示',
} as const
