import type { Text } from './cn.ts'
import { accounts } from './en/accounts.ts'
import { approvals } from './en/approvals.ts'
import { batches } from './en/batches.ts'
import { cards } from './en/cards.ts'
import { desk } from './en/desk.ts'
import { entrance } from './en/entrance.ts'
import { errors } from './en/errors.ts'
import { exports } from './en/exports.ts'
import { funding } from './en/funding.ts'
import { grades } from './en/grades.ts'
import { groups } from './en/groups.ts'
import { imports } from './en/imports.ts'
import { layout } from './en/layout.ts'
import { overview } from './en/overview.ts'
import { parts } from './en/parts.ts'
import { personal } from './en/personal.ts'
import { plans } from './en/plans.ts'
import { roles } from './en/roles.ts'
import { staff } from './en/staff.ts'
import { staffAudit } from './en/staffAudit.ts'
import { threeD } from './en/threeD.ts'
import { trades } from './en/trades.ts'
import { ui } from './en/ui.ts'

export const en: Text = {
  accounts,
  approvals,
  batches,
  cards,
  desk,
  entrance,
  errors,
  exports,
  funding,
  grades,
  groups,
  imports,
  layout,
  overview,
  parts,
  personal,
  plans,
  roles,
  staff,
  staffAudit,
  threeD,
  trades,
  ui,
}
