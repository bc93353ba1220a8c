/** What waits for the people of finance, on the desk's first page. */
import { DAY, HOUR } from '../../clock.ts'
import { db } from '../../db.ts'
import { staffQueue } from '../../staff/staff.ts'
import { waitingLines } from '../statements/lineQueries.ts'
import { waitingBreaks } from '../recon/runQueries.ts'
import { waitingItems } from '../suspense/suspenseQueries.ts'
import { waitingForecasts } from './forecastQueries.ts'

staffQueue({
  queue: 'forecasts',
  name: { cn: '汇款预报', en: 'Funding forecasts' },
  for: ['staff:money.make'],
  slaMs: 2 * HOUR,
  path: '/forecasts',
  waiting: () => waitingForecasts(db),
})
staffQueue({
  queue: 'bankLines',
  name: { cn: '银行来款', en: 'Bank payments to match' },
  for: ['staff:money.make'],
  slaMs: DAY,
  path: '/statements',
  waiting: () => waitingLines(db),
})
staffQueue({
  queue: 'suspense',
  name: { cn: '待确认款项', en: 'Unmatched payments' },
  for: ['staff:money.make'],
  slaMs: DAY,
  path: '/suspense',
  waiting: () => waitingItems(db),
})
staffQueue({
  queue: 'breaks',
  name: { cn: '对账差异', en: 'Breaks' },
  for: ['staff:books.make'],
  slaMs: DAY,
  path: '/recon',
  waiting: () => waitingBreaks(db),
})
