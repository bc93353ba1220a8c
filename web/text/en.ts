import type { Text } from './cn.ts'
import { cards } from './en/cards.ts'
import { entrance } from './en/entrance.ts'
import { errors } from './en/errors.ts'
import { funding } from './en/funding.ts'
import { grades } from './en/grades.ts'
import { layout } from './en/layout.ts'
import { overview } from './en/overview.ts'
import { parts } from './en/parts.ts'
import { threeD } from './en/threeD.ts'
import { trades } from './en/trades.ts'
import { ui } from './en/ui.ts'

export const en: Text = {
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
}
