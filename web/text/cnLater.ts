/** Words of pages and dialogs that come later than the first: with them (`withLaterText`), and not before. */
import { groups } from './cn/groups.ts'

export const cnLater = { groups } as const
