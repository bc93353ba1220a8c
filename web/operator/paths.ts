/** The only place that spells an address of the staff's desk. A queue names its page by the same paths (`staffQueue`). */
export const paths = {
  signIn: '/signin',
  home: '/',
  approvals: '/approvals',
  approval: (approvalId: string) => `/approvals/${approvalId}`,
  accounts: '/accounts',
  account: (accountId: string) => `/accounts/${accountId}`,
  people: '/people',
  person: (staffId: string, move: 'roles' | 'disable' | 'enable') => `/people/${staffId}/${move}`,
  audit: '/audit',
  noPermission: '/noPermission',
} as const
