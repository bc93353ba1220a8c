import type { Same } from './cn.ts'
import type { cnFirst } from './cnFirst.ts'
import { entrance } from './en/entrance.ts'
import { errors } from './en/errors.ts'
import { parts } from './en/parts.ts'
import { ui } from './en/ui.ts'

export const enFirst: Same<typeof cnFirst> = { ui, parts, errors, entrance }
