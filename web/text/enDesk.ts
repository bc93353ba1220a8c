import type { DeskText } from './cnDesk.ts'
import { accounts } from './en/accounts.ts'
import { approvals } from './en/approvals.ts'
import { contentDesk } from './en/contentDesk.ts'
import { desk } from './en/desk.ts'
import { errors } from './en/errors.ts'
import { parts } from './en/parts.ts'
import { riskDesk } from './en/riskDesk.ts'
import { ruleDesk } from './en/ruleDesk.ts'
import { staff } from './en/staff.ts'
import { staffAudit } from './en/staffAudit.ts'
import { ui } from './en/ui.ts'
import { wires } from './en/wires.ts'

export const enDesk: DeskText = {
  wires,
  ui,
  parts,
  errors,
  desk,
  approvals,
  staff,
  staffAudit,
  accounts,
  riskDesk,
  ruleDesk,
  contentDesk,
}
