import type * as accounts from '../../contract/accounts.ts'
import type { Answers } from '../answer.ts'
import {
  accountCards,
  accountDeclines,
  accountFlows,
  accountLog,
  accountOrders,
  accountSessions,
} from './accounts/lists.ts'
import { revealMobile } from './accounts/reveal.ts'
import { searchAccounts } from './accounts/search.ts'
import { showAccount } from './accounts/show.ts'

export const accountAnswers = {
  searchAccounts,
  showAccount,
  accountFlows,
  accountCards,
  accountDeclines,
  accountOrders,
  accountSessions,
  accountLog,
  revealMobile,
} satisfies Answers<typeof accounts>
