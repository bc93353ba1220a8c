import { declineReasons, reasonText, type DeclineReason } from '#contract/trades/declines.ts'
import { ruleNames, ruleStates, type replayDecline as row, type RuleState } from '#contract/trades/replays.ts'
import type { Output } from '#contract/core/call.ts'
import type { Lang, Words } from '#contract/core/fields.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Answer } from '#server/core/answer.ts'
import { db } from '#server/core/db.ts'
import { timeOfId } from '#server/core/ids.ts'
import type { AuthRow } from '../auths.ts'
import { merchantByNo } from '../decide/merchants.ts'
import { readCard } from '../decide/statements.ts'
import { authorizationOf } from '../rehearse/chargeToTry.ts'
import { rules } from '../rules/rules.ts'
import type { Seen } from '../rules/seen.ts'
import { controlSteps } from './controlSteps.ts'
import { factsOf, type Moment, type Rule } from './facts.ts'

type Step = Output<typeof row>['steps'][number]

/** The decision again, rule by rule. Nothing is judged anew: what was asked is with the authorization, what the card had with the decline, and the rules say in which order they ask. */
export const replayDecline: Answer<typeof row> = async (actor, { cardAuthId }) => {
  const auth = await authorizationOf(actor, cardAuthId)
  if (auth.status !== 'DECLINED') throw refuse('not_found', { field: 'cardAuthId' })
  const { lang } = actor.from
  const moment = await momentOf(auth, lang)
  const reason = auth.reason as DeclineReason
  const steps = await Promise.all(
    rules.map(async ([reasons]) =>
      typeof reasons === 'string'
        ? [ruleOf(moment, reasons, reason)]
        : controlSteps(actor, moment, reasons.includes(reason)),
    ),
  )
  const all = steps.flat()
  // A reason that no rule has: something failed before or after them.
  const stopped = all.some(({ stops }) => stops) ? all : [...all, ruleOf(moment, reason, reason)]
  return {
    cardAuthId,
    cardId: auth.card_id,
    reason,
    reasonText: reasonText(reason, lang),
    time: moment.at,
    steps: withStates(stopped, lang),
  }
}

async function momentOf(auth: AuthRow, lang: Lang): Promise<Moment> {
  const at = timeOfId(auth.auth_id)
  const [merchant, card] = await Promise.all([merchantByNo(db, auth.merchant_no), readCard(db, auth, new Date(at))])
  const [expMonth, expYear] = [card[9], card[10]]
  return {
    auth,
    at,
    merchant,
    seen: auth.seen === null ? null : (JSON.parse(auth.seen) as Seen),
    expMonth,
    expYear,
    lang,
  }
}

function ruleOf(moment: Moment, rule: DeclineReason, reason: DeclineReason): Rule {
  const stops = rule === reason
  const names: Partial<Record<DeclineReason, Words>> = ruleNames
  const name = (names[rule] ?? declineReasons[rule].words)[moment.lang]
  return { rule, name, stops, facts: factsOf(moment, rule, stops) }
}

/** All before the one that stopped it have passed; those after it were not asked, so nothing is known of them. */
function withStates(all: readonly Rule[], lang: Lang): Step[] {
  const at = all.findIndex(({ stops }) => stops)
  return all.map(({ stops: _, facts, ...rule }, n) => {
    const state: RuleState = n < at ? 'PASSED' : n === at ? 'STOPPED' : 'NOT_REACHED'
    return { ...rule, state, stateText: ruleStates[state][lang], facts: n > at ? [] : facts }
  })
}
