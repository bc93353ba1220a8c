import type * as contract from '../../../contract/riskRules.ts'
import type { Answers } from '../../answer.ts'
import { backTestRules, cancelBackTest } from './backTest.ts'
import { showBackTest } from './backTestShown.ts'
import { discardRules, listRuleSets, saveRules, showRuleSet } from './drafts.ts'
import { publishRules, rollBackRules, shadowRules } from './stages.ts'

export const ruleAnswers = {
  listRuleSets,
  showRuleSet,
  saveRules,
  discardRules,
  shadowRules,
  publishRules,
  rollBackRules,
  backTestRules,
  showBackTest,
  cancelBackTest,
} satisfies Answers<typeof contract>
