import type * as contract from '../../../contract/wireDesk.ts'
import type { Answers } from '../../answer.ts'
import { bankLine, bankLines, deskForecast, deskForecasts, deskSlip } from '../forecasts/atDesk.ts'
import { matchForecast } from '../forecasts/creditForecast.ts'
import { recallForecast } from '../forecasts/recallForecast.ts'
import { answerForecast, takeForecast } from '../forecasts/reviewForecast.ts'
import { assignLine } from './assignLine.ts'
import { importStatement } from './importStatement.ts'
import { returnLine } from './returnLine.ts'

export const answers = {
  deskForecasts,
  deskForecast,
  deskSlip,
  takeForecast,
  answerForecast,
  matchForecast,
  recallForecast,
  importStatement,
  bankLines,
  bankLine,
  assignLine,
  returnLine,
} satisfies Answers<typeof contract>
