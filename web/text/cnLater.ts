/** Words of pages and dialogs that come later than the first: with them (`withLaterText`), and not before. */
<<<<<<< HEAD
import { groups } from './cn/groups.ts'

export const cnLater = { groups } as const
=======
import { imports } from './cn/imports.ts'

export const cnLater = { imports } as const
>>>>>>> 4a534fc (imports: the page, from the template to the results)
