import type { Same } from './cn.ts'
import type { cnLater } from './cnLater.ts'
<<<<<<< HEAD
import { groups } from './en/groups.ts'

export const enLater: Same<typeof cnLater> = { groups }
=======
import { imports } from './en/imports.ts'

export const enLater: Same<typeof cnLater> = { imports }
>>>>>>> 4a534fc (imports: the page, from the template to the results)
