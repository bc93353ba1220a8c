import { cards } from './cn/cards.ts'
import { entrance } from './cn/entrance.ts'
import { errors } from './cn/errors.ts'
import { funding } from './cn/funding.ts'
import { grades } from './cn/grades.ts'
import { layout } from './cn/layout.ts'
import { overview } from './cn/overview.ts'
import { parts } from './cn/parts.ts'
import { threeD } from './cn/threeD.ts'
import { trades } from './cn/trades.ts'
import { ui } from './cn/ui.ts'

export const cn = {
  cards,
  entrance,
  errors,
  funding,
  grades,
  layout,
  overview,
  parts,
  threeD,
  trades,
  ui,
} as const

/** The same tree with any words on its leaves, and i18next's plural keys (`days_one`) beside those that count. */
export type Same<T> = { readonly [K in keyof T]: T[K] extends string ? string : Same<T[K]> } & {
  readonly [plural: `${string}_one`]: string
}
export type Text = Same<typeof cn>
