export const palette = {
  title: '搜索',
  hint: '卡号后四位、卡序列号、持卡人、标签、商户或金额',
  keys: '↑ ↓ 选择 · Enter 打开 · Esc 关闭',
  pass: '能付吗？',
  pages: '页面',
  cards: '卡片',
  trades: '交易',
  tags: '标签',
  tagged: '标签为 {{name}} 的卡片',
  nothing: '没有找到“{{text}}”',
  start: '输入即可搜索',
} as const
