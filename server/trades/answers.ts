import type * as contract from '../../contract/trades.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Answers } from '../answer.ts'

// Placeholder while the three lists are written: replace this whole file.
const soon = () => Promise.reject(refuse('busy'))
export const answers = {
  pageAuthorizations: soon,
  pageSubAuthorizations: soon,
  pageTrades: soon,
  pageSubTrades: soon,
  pageDeclines: soon,
  pageSubDeclines: soon,
} satisfies Answers<typeof contract>
