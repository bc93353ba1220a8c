import type * as contract from '../../contract/notices.ts'
import type { Answers } from '../answer.ts'
import { enumList } from './enumList.ts'
import { bannerNotices, carousel, mustReadNotices, pageOfNotices, personalNotices, readNotice } from './lists.ts'
import { overview, overviewForSub } from './overview.ts'
import { wallet } from './wallet.ts'

export const answers = {
  carousel,
  personalNotices,
  mustReadNotices,
  readNotice,
  pageOfNotices,
  bannerNotices,
  enumList,
  wallet,
  overview,
  overviewForSub,
} satisfies Answers<typeof contract>
