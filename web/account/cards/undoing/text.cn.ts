export const undoing = {
  frozen: '···· {{lastFour}} 已冻结',
  unfrozen: '···· {{lastFour}} 已解冻',
  many: { frozen: '已冻结 {{count}} 张卡', unfrozen: '已解冻 {{count}} 张卡' },
  pending: '{{total}} 已授权，商户仍可扣款',
  recurring: '{{merchants}} 的下次扣款将被拒付',
  moved: '已移动 {{count}} 张卡',
  tagged: '已为 {{count}} 张卡加上标签“{{name}}”',
  untagged: '已从 {{count}} 张卡移除标签“{{name}}”',
} as const
