/** The words of the staff's desk, which the account console never loads. */
import type { Same } from './cn.ts'
import { accountMoves } from './cn/accountMoves.ts'
import { accounts } from './cn/accounts.ts'
import { alarmDesk } from './cn/alarmDesk.ts'
import { approvals } from './cn/approvals.ts'
import { bookDesk } from './cn/bookDesk.ts'
import { contentDesk } from './cn/contentDesk.ts'
import { desk } from './cn/desk.ts'
import { errors } from './cn/errors.ts'
import { healthDesk } from './cn/healthDesk.ts'
import { identityDesk } from './cn/identityDesk.ts'
import { leavingDesk } from './cn/leavingDesk.ts'
import { parts } from './cn/parts.ts'
import { riskDesk } from './cn/riskDesk.ts'
import { ruleDesk } from './cn/ruleDesk.ts'
import { payoutDesk } from './cn/payoutDesk.ts'
import { products } from './cn/products.ts'
import { staff } from './cn/staff.ts'
import { staffAudit } from './cn/staffAudit.ts'
import { stuckDesk } from './cn/stuckDesk.ts'
import { tradeDesk } from './cn/tradeDesk.ts'
import { ui } from './cn/ui.ts'
import { wires } from './cn/wires.ts'
import { moneyDesk } from './cn/moneyDesk.ts'

export type DeskText = Same<typeof cnDesk>
export const cnDesk = {
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
} as const
