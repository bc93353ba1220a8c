export const views = {
  title: '视图',
  save: '保存视图',
  saveAs: '视图名称',
  saveText: '保存当前的筛选、排序和列，换一台电脑登录也在。同名视图会被替换。',
  saved: '视图已保存',
  remove: '删除视图 {{name}}',
  full: '最多保存 {{most}} 个视图，请先删除一个',
} as const
