import type { Same } from './cn.ts'
import type { cnLater } from './cnLater.ts'
import { groups } from './en/groups.ts'

export const enLater: Same<typeof cnLater> = { groups }
