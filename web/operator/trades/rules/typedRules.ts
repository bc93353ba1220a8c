/** A rule set as typed and as sent. */
import { checks, sayCheck } from '#contract/core/checks.ts'
import { parse } from '#contract/core/money.ts'
import { saveRules, type RulesDocument } from '#contract/trades/desk/rules.ts'
import { langNow, say } from '#web/text.ts'

const lists = ['merchants', 'mccs', 'countries', 'vids'] as const
const amounts = ['overCents', 'dayCents'] as const
export const fieldsOfRule = ['name', ...lists, ...amounts, 'hourCount'] as const
export type TypedRule = Record<(typeof fieldsOfRule)[number], string> & { key: number }
export type Typed = { single: string; hour: string; day: string; rules: TypedRule[] }

let keys = 0
export const emptyRule = (): TypedRule => ({
  key: ++keys,
  name: '',
  merchants: '',
  mccs: '',
  countries: '',
  vids: '',
  overCents: '',
  dayCents: '',
  hourCount: '',
})

const amountText = (cents: number | undefined): string => (cents === undefined ? '' : (cents / 100).toFixed(2))
const countText = (count: number | undefined): string => (count === undefined ? '' : String(count))

export const typedOf = ({ limits, rules }: RulesDocument): Typed => ({
  single: amountText(limits.singleMaxCents),
  hour: countText(limits.hourMaxCount),
  day: amountText(limits.dayMaxCents),
  rules: rules.map((rule) => ({
    ...emptyRule(),
    name: rule.name,
    ...Object.fromEntries(lists.map((name) => [name, rule[name]?.join(', ') ?? ''])),
    ...Object.fromEntries(amounts.map((name) => [name, amountText(rule[name])])),
    hourCount: countText(rule.hourCount),
  })),
})

const amount = (text: string): unknown => (text.trim() === '' ? undefined : (parse(text) ?? text))
const count = (text: string): unknown =>
  text.trim() === '' ? undefined : /^\d+$/.test(text.trim()) ? Number(text) : text
const values = (text: string): string[] | undefined => {
  const found = text.split(/[,，\s]+/).filter(Boolean)
  return found.length ? found : undefined
}

/** Validated by the call's own schema. Problems are keyed by field name: `rules.0.mccs`. */
export function documentOf(typed: Typed, note: string): { document?: RulesDocument; problems: Record<string, string> } {
  const document = {
    limits: { singleMaxCents: amount(typed.single), hourMaxCount: count(typed.hour), dayMaxCents: amount(typed.day) },
    rules: typed.rules.map((rule) => ({
      name: rule.name,
      merchants: values(rule.merchants),
      mccs: values(rule.mccs),
      countries: values(rule.countries.toUpperCase()),
      vids: values(rule.vids),
      overCents: amount(rule.overCents),
      hourCount: count(rule.hourCount),
      dayCents: amount(rule.dayCents),
    })),
  }
  const checked = saveRules.input.safeParse({ note, document })
  if (checked.success) return { document: checked.data.document, problems: {} }
  const problems: Record<string, string> = {}
  for (const { path, message } of checked.error.issues) {
    const [, part, ...rest] = path.map(String)
    const name =
      path[0] === 'note' ? 'note' : part === 'limits' ? ofLimit[rest[0]!]! : `rules.${rest[0]}.${rest[1] ?? 'name'}`
    problems[name] ??= message in checks ? sayCheck(message, langNow()) : say('parts.checkField')
  }
  return { problems }
}
const ofLimit: Record<string, string> = { singleMaxCents: 'single', hourMaxCount: 'hour', dayMaxCents: 'day' }
