/** What is said before anybody has signed in. The rest of the words comes with the frame of the signed-in pages. */
import { entrance } from './cn/entrance.ts'
import { errors } from './cn/errors.ts'
import { parts } from './cn/parts.ts'
import { ui } from './cn/ui.ts'

export const cnFirst = { ui, parts, errors, entrance } as const
