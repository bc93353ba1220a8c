import type * as railDesk from '../../../contract/railDesk.ts'
import type * as topUpDesk from '../../../contract/topUpDesk.ts'
import type { Answers } from '../../answer.ts'
import { cancelRailChange, changeRail } from '../changes/changeRail.ts'
import { listRails, railHistory, railPicture, uploadRailPicture } from '../changes/railsAtDesk.ts'
import { listRates, setRateByHand } from '../changes/rateAtDesk.ts'
import { listBreaks, resolveBreak, showBreak } from '../recon/breaks.ts'
import { listRuns, runRecon } from '../recon/runs.ts'
import { listTopUps } from './listTopUps.ts'
import { askTopUp, topUpOrder } from './topUpOrder.ts'

export const topUpAnswers = {
  listTopUps,
  topUpOrder,
  askTopUp,
  listRuns,
  runRecon,
  listBreaks,
  showBreak,
  resolveBreak,
} satisfies Answers<typeof topUpDesk>

export const railAnswers = {
  listRails,
  railHistory,
  changeRail,
  cancelRailChange,
  uploadRailPicture,
  railPicture,
  listRates,
  setRateByHand,
} satisfies Answers<typeof railDesk>
