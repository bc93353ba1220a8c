import type * as contract from '../../contract/funding.ts'
import type { Answers } from '../answer.ts'
import { askBankCode } from './payments/askBankCode.ts'
import { bankLimits } from './payments/bankLimits.ts'
import { checkRecharge } from './checkRecharge.ts'
import { createRecharge } from './createRecharge.ts'
import { listFlows } from './listFlows.ts'
import { rechargeInfo } from './rechargeInfo.ts'
import { rechargeStatus } from './rechargeStatus.ts'

export const answers = {
  rechargeInfo,
  createRecharge,
  askBankCode,
  bankLimits,
  rechargeStatus,
  checkRecharge,
  listFlows,
} satisfies Answers<typeof contract>
