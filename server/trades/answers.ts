import type * as contract from '../../contract/trades.ts'
import type { Answers } from '../answer.ts'
import { pageAuthorizations, pageSubAuthorizations } from './lists/authorizations.ts'
import { pageDeclines, pageSubDeclines } from './lists/declines.ts'
import { pageSubTrades, pageTrades } from './lists/settled.ts'

export const answers = {
  pageAuthorizations,
  pageSubAuthorizations,
  pageTrades,
  pageSubTrades,
  pageDeclines,
  pageSubDeclines,
} satisfies Answers<typeof contract>
