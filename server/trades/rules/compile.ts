/** Compiles a rule set written by staff, and their lists, into the sets and predicates that decisions use, once. */
import type { DeclineReason } from '#contract/trades/declines.ts'
import type { Lang } from '#contract/core/fields.ts'
import type { Rule, RulesDocument } from '#contract/trades/desk/rules.ts'
import { limits as house, type Limits, type PolicyCase, type StaffRule } from './limits.ts'
import { inAll } from './rules.ts'
import { approvalsThisHour, spentToday } from './usage.ts'
import type { ListKind, ListEffect } from '#contract/trades/desk/lists.ts'
export type Listed = { readonly kind: ListKind; readonly value: string; readonly effect: ListEffect }

export function limitsOf({ limits, rules }: RulesDocument, lists: readonly Listed[] = [], halted = false): Limits {
  const values = (kind: ListKind, effect: ListEffect): Set<string> =>
    new Set(lists.filter((one) => one.kind === kind && one.effect === effect).map(({ value }) => value))
  const staffRules: { [R in DeclineReason]?: StaffRule[] } = {}
  rules.forEach((rule, at) =>
    (staffRules[reasonOfRule(rule)] ??= []).push({ at, name: rule.name, hits: compiled(rule) }),
  )
  return {
    ...house,
    singleMaxCents: limits.singleMaxCents ?? house.singleMaxCents,
    hourMaxCount: limits.hourMaxCount ?? house.hourMaxCount,
    dayMaxCents: limits.dayMaxCents ?? house.dayMaxCents,
    halted,
    blockedMerchants: values('MERCHANT', 'BLOCK'),
    listedMccs: values('MCC', 'BLOCK'),
    listedCountries: values('COUNTRY', 'BLOCK'),
    allowedMerchants: values('MERCHANT', 'ALLOW'),
    allowedMccs: values('MCC', 'ALLOW'),
    allowedCountries: values('COUNTRY', 'ALLOW'),
    staffRules,
  }
}

/** The decline reason that people see: the rule's strongest condition determines it. */
function reasonOfRule(rule: Rule): DeclineReason {
  if (rule.hourCount !== undefined || rule.dayCents !== undefined) return 'VELOCITY_LIMIT'
  if (rule.overCents !== undefined) return 'SINGLE_LIMIT'
  if (rule.merchants?.length) return 'MERCHANT_BLOCKED'
  if (rule.mccs?.length) return 'MCC_BLOCKED'
  if (rule.countries?.length) return 'COUNTRY_BLOCKED'
  return 'SUSPECTED_FRAUD'
}

function compiled(rule: Rule): (c: PolicyCase) => boolean {
  const [mccs, countries, merchants, vids] = [rule.mccs, rule.countries, rule.merchants, rule.vids].map((values) =>
    values?.length ? new Set(values) : undefined,
  )
  const { overCents = -1, hourCount, dayCents } = rule
  return (c) => {
    const { merchant, amountCents } = c.request
    return (
      inAll(c) > overCents &&
      (!mccs || mccs.has(merchant.mcc)) &&
      (!countries || countries.has(merchant.country)) &&
      (!merchants || merchants.has(merchant.id)) &&
      (!vids || vids.has(c.card.vid)) &&
      (hourCount === undefined || approvalsThisHour(c.card.usage, c.now) >= hourCount) &&
      (dayCents === undefined || spentToday(c.card.usage, c.now) + amountCents > dayCents)
    )
  }
}

/** Which of the rules with this reason matched; none if a limit or a list did. */
export const staffRuleThatHit = (c: PolicyCase, reason: DeclineReason): StaffRule | undefined =>
  c.limits.staffRules[reason]?.find(({ hits }) => hits(c))
/** The same by its position; -1 for a limit or a list. */
export const ruleThatHit = (c: PolicyCase, reason: DeclineReason): number => staffRuleThatHit(c, reason)?.at ?? -1

export const nameOfRule = ({ rules }: RulesDocument, at: number, lang: Lang): string =>
  rules[at]?.name ?? (lang === 'cn' ? '限额与名单' : 'Limits and lists')
