/** The words of the staff's desk, which the account console never loads. */
import type { Same } from './cn.ts'
import { accountMoves } from './cn/accountMoves.ts'
import { accounts } from './cn/accounts.ts'
import { approvals } from './cn/approvals.ts'
import { bookDesk } from './cn/bookDesk.ts'
import { contentDesk } from './cn/contentDesk.ts'
import { desk } from './cn/desk.ts'
import { errors } from './cn/errors.ts'
import { healthDesk } from './cn/healthDesk.ts'
import { identityDesk } from './cn/identityDesk.ts'
import { parts } from './cn/parts.ts'
import { riskDesk } from './cn/riskDesk.ts'
import { ruleDesk } from './cn/ruleDesk.ts'
import { payoutDesk } from './cn/payoutDesk.ts'
import { products } from './cn/products.ts'
import { staff } from './cn/staff.ts'
import { staffAudit } from './cn/staffAudit.ts'
import { stuckDesk } from './cn/stuckDesk.ts'
import { ui } from './cn/ui.ts'
import { wires } from './cn/wires.ts'
import { moneyDesk } from './cn/moneyDesk.ts'

export type DeskText = Same<typeof cnDesk>
export const cnDesk = {
  accountMoves,
  accounts,
  approvals,
  bookDesk,
  contentDesk,
  desk,
  errors,
  healthDesk,
  identityDesk,
  parts,
  payoutDesk,
  products,
  riskDesk,
  ruleDesk,
  staff,
  staffAudit,
  stuckDesk,
  ui,
  wires,
  moneyDesk,
} as const
