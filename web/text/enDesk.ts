import type { DeskText } from './cnDesk.ts'
import { accountMoves } from './en/accountMoves.ts'
import { accounts } from './en/accounts.ts'
import { alarmDesk } from './en/alarmDesk.ts'
import { approvals } from './en/approvals.ts'
import { bookDesk } from './en/bookDesk.ts'
import { contentDesk } from './en/contentDesk.ts'
import { desk } from './en/desk.ts'
import { errors } from './en/errors.ts'
import { healthDesk } from './en/healthDesk.ts'
import { identityDesk } from './en/identityDesk.ts'
import { leavingDesk } from './en/leavingDesk.ts'
import { parts } from './en/parts.ts'
import { riskDesk } from './en/riskDesk.ts'
import { ruleDesk } from './en/ruleDesk.ts'
import { payoutDesk } from './en/payoutDesk.ts'
import { products } from './en/products.ts'
import { staff } from './en/staff.ts'
import { staffAudit } from './en/staffAudit.ts'
import { stuckDesk } from './en/stuckDesk.ts'
import { tradeDesk } from './en/tradeDesk.ts'
import { ui } from './en/ui.ts'
import { wires } from './en/wires.ts'
import { moneyDesk } from './en/moneyDesk.ts'

export const enDesk: DeskText = {
  accountMoves,
  accounts,
  alarmDesk,
  approvals,
  bookDesk,
  contentDesk,
  desk,
  errors,
  healthDesk,
  identityDesk,
  leavingDesk,
  parts,
  payoutDesk,
  products,
  riskDesk,
  ruleDesk,
  staff,
  staffAudit,
  stuckDesk,
  tradeDesk,
  ui,
  wires,
  moneyDesk,
}
