import type * as ladder from '../../contract/declineLadder.ts'
import type * as rehearsals from '../../contract/rehearsals.ts'
import type * as contract from '../../contract/trades.ts'
import type { Answers } from '../answer.ts'
import { declineLadder } from './ladder/declineLadder.ts'
import { pageAuthorizations, pageSubAuthorizations } from './lists/authorizations.ts'
import { pageDeclines, pageSubDeclines } from './lists/declines.ts'
import { pageSubTrades, pageTrades } from './lists/settled.ts'
import { rehearse } from './rehearse/rehearse.ts'

export const answers = {
  pageAuthorizations,
  pageSubAuthorizations,
  pageTrades,
  pageSubTrades,
  pageDeclines,
  pageSubDeclines,
  declineLadder,
  rehearse,
} satisfies Answers<typeof contract & typeof ladder & typeof rehearsals>
