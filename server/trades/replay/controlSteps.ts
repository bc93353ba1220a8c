/** The owner's controls in a replay: each line of each document that was in force, in the order in which they are asked. */
import { controlLineNames } from '#contract/trades/replays.ts'
import type { Controls, Limit } from '#contract/controls/documents.ts'
import {
  controlLines,
  controlScopes,
  limitWindows,
  type ControlLine,
  type StoppedBy,
} from '#contract/controls/stoppedBy.ts'
import type { Actor } from '#server/core/actor.ts'
import { db } from '#server/core/db.ts'
import { documentsOf } from '#server/controls/controls.ts'
import { fact, kindText, type Fact, type Moment, type Rule } from './facts.ts'
import type { SeenControls, SeenLimit } from '../rules/seen.ts'
import { whyShown } from '../why.ts'

type Shown = {
  readonly moment: Moment
  readonly of: SeenControls
  readonly controls: Controls
  readonly why: StoppedBy | null
  readonly detailed: boolean
}

/** `stops`: one of them stopped it. Which documents were in force is kept only if they were asked; of older declines only the line that stopped them. */
export async function controlSteps(actor: Actor, moment: Moment, stops: boolean): Promise<Rule[]> {
  const { auth, seen, lang } = moment
  const why = stops ? whyShown(auth.why) : null
  const all = seen?.c
  if (!all?.length) {
    const facts = seen || !why ? [] : [fact(lang, 'values')]
    return why ? [{ ...named(moment, why, undefined), stops, facts }] : [ownersControls(moment)]
  }
  const documentOf = await documentsOf(
    db,
    actor.accountId,
    all.map(({ n }) => n),
  )
  const detailed = actor.may.has('card:control.view')
  return all.flatMap((of) => linesOf({ moment, of, controls: documentOf(of.n), why, detailed }))
}

const NAME = { cn: '您的管控', en: 'Your controls' }
const NONE = { cn: '无', en: 'None' }
/** One step for all, where none applied or it is not known which did. */
const ownersControls = ({ seen, lang }: Moment): Rule => ({
  ...{ rule: 'CONTROL', name: NAME[lang], stops: false },
  facts: [fact(lang, 'elsewhere', seen ? { text: NONE[lang] } : {})],
})

function linesOf(shown: Shown): Rule[] {
  const { moment, of, controls, why, detailed } = shown
  const isHere = why?.scope === of.s && why.controlNo === of.n
  const present = controlLines.filter((line) => controls[line] !== undefined)
  return present.flatMap((line): Rule[] => {
    if (line === 'limits') return limitsOf(shown, isHere)
    const stops = isHere && why.line === line
    return [
      { ...named(moment, at(shown, line), undefined), stops, facts: detailed ? factsOfLine(shown, line, stops) : [] },
    ]
  })
}

const at = ({ moment: { auth }, of: { s: scope, i = '' } }: Shown, line: ControlLine, limitId?: string) => {
  const ids = { CARD: auth.card_id, GROUP: i, SUB: auth.owner_sub_uid ?? '', ACCOUNT: auth.account_id }
  return { scope, scopeId: ids[scope], line, ...(limitId !== undefined && { limitId }) }
}
type Place = ReturnType<typeof at>

function named({ lang }: Moment, { scope, scopeId, line, limitId }: Place | StoppedBy, limit: Limit | undefined) {
  const own =
    limit?.name ?? (limit ? `${limitWindows[limit.window][lang]}${limit.hours ? ` (${limit.hours})` : ''}` : '')
  const name = [controlScopes[scope][lang], controlLineNames[line][lang], own].filter(Boolean).join(' · ')
  return { rule: 'CONTROL', name, scope, scopeId, line, ...(limitId !== undefined && { limitId }) }
}

/** They are asked together, and the one that leaves least stops: those that leave enough are shown before it. */
function limitsOf(shown: Shown, isHere: boolean): Rule[] {
  const { moment, of, controls, why, detailed } = shown
  const limits = controls.limits ?? []
  const rules = limits.map((limit, n) => {
    const stops = isHere && why?.line === 'limits' && why.limitId === limit.limitId
    const seen = of.u?.[n]
    const rule = {
      ...named(moment, at(shown, 'limits', limit.limitId), limit),
      ...{ stops, facts: detailed ? factsOfLimit(moment, limit, seen) : [] },
    }
    const rank = stops ? 1 : isHere && why?.line === 'limits' && !leavesEnough(moment, limit, seen) ? 2 : 0
    return { rule, rank }
  })
  return rules.toSorted((a, b) => a.rank - b.rank).map(({ rule }) => rule)
}

function leavesEnough({ auth, seen }: Moment, { amount, count }: Limit, counted: SeenLimit | undefined): boolean {
  if (!counted) return true
  const [used, made] = counted
  const needed = auth.amount_cents + (seen?.f ?? 0)
  return (amount === undefined || used + needed <= amount) && (count === undefined || made < count)
}

const ELSEWHERE = { cn: '不计此商户', en: 'Not this merchant' }
function factsOfLimit({ auth, seen, lang }: Moment, { amount, count }: Limit, counted: SeenLimit | undefined): Fact[] {
  if (counted === undefined) return [fact(lang, 'values')]
  if (counted === 0) return [fact(lang, 'elsewhere', { text: ELSEWHERE[lang] })]
  const [used, made, renews] = counted
  const fee = seen?.f ?? 0
  return [
    fact(lang, 'asked', { amount: auth.amount_cents }),
    ...(fee > 0 ? [fact(lang, 'fee', { amount: fee })] : []),
    ...(amount === undefined
      ? []
      : [
          fact(lang, 'limit', { amount }),
          fact(lang, 'used', { amount: used }),
          fact(lang, 'left', { amount: Math.max(0, amount - used) }),
        ]),
    ...(count === undefined ? [] : [fact(lang, 'purchaseMax', { count }), fact(lang, 'purchases', { count: made })]),
    ...(renews === null ? [] : [fact(lang, 'renews', { time: renews })]),
  ]
}

function factsOfLine({ moment, of, controls, why }: Shown, line: ControlLine, stops: boolean): Fact[] {
  const { auth, merchant, lang, at: time } = moment
  switch (line) {
    case 'uses':
      return [fact(lang, 'usesLeft', of.l === undefined ? {} : { count: of.l })]
    case 'brands':
      return [fact(lang, 'merchant', { text: merchant.name })]
    case 'kinds':
      return [fact(lang, 'kind', { text: kindText(moment) })]
    case 'online':
      return [fact(lang, 'made', { text: auth.pos })]
    case 'countries':
      return [fact(lang, 'country', { text: merchant.country })]
    case 'currencies':
      return [fact(lang, 'currency', { text: auth.merchant_currency })]
    case 'hours':
      return [fact(lang, 'time', { time })]
    case 'singleMax':
      return [
        fact(lang, 'asked', { amount: auth.amount_cents }),
        ...(controls.singleMax === undefined ? [] : [fact(lang, 'max', { amount: controls.singleMax })]),
      ]
    case 'lock': {
      const to = stops && why?.lock ? lockedText(why.lock) : undefined
      return to === undefined
        ? [fact(lang, 'merchant', { text: merchant.name })]
        : [fact(lang, 'lockedTo', { text: to })]
    }
    case 'limits':
      return []
  }
}
const lockedText = ({ name, to, by }: NonNullable<StoppedBy['lock']>): string =>
  name ?? (by === 'KIND' ? `MCC ${to}` : (to ?? ''))
