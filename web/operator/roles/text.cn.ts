export const roles = { noCalls: '仅控制页面显示', rightsOf: { subs: '子账户权限', staff: '员工权限' } } as const
