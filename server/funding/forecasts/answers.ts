import type * as contract from '../../../contract/forecasts.ts'
import type { Answers } from '../../answer.ts'
import { announceWire, resubmitForecast } from './announce.ts'
import { listForecasts, wireAmount } from './listForecasts.ts'
import { revokeForecast } from './revokeForecast.ts'
import { downloadFile, uploadSlip } from './slips.ts'
import { uploadFile } from './uploadFile.ts'

export const answers = {
  listForecasts,
  announceWire,
  revokeForecast,
  resubmitForecast,
  wireAmount,
  uploadSlip,
  uploadFile,
  uploadFileHere: uploadFile,
  downloadFile,
  downloadFileHere: downloadFile,
} satisfies Answers<typeof contract>
