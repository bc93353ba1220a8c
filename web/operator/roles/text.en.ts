import type { Same } from '#web/phrases.ts'
import type * as cn from './text.cn.ts'

export const roles = { noCalls: 'Interface only', rightsOf: { subs: 'Sub-accounts', staff: 'Staff' } } satisfies Same<
  typeof cn.roles
>
