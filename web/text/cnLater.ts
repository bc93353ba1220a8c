/** Words of pages and dialogs that come later than the first: with them (`withLaterText`), and not before. */
import { groups } from './cn/groups.ts'
import { imports } from './cn/imports.ts'

export const cnLater = { groups, imports } as const
