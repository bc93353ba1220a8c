import { parse, type Cents } from '#contract/core/money.ts'

/** `pass facebook 49`, `能付 facebook 49`: the merchant, and the amount if the last word is one. */
export function chargeIn(text: string): { merchant: string; cents: Cents | undefined } | undefined {
  const [, rest] = /^(?:pass|能付(?:吗)?)\s+(\S.*)$/i.exec(text.trim()) ?? []
  if (rest === undefined) return undefined
  const [, name, amount] = /^(.*\S)\s+\$?(\S+)$/.exec(rest) ?? []
  const cents = amount === undefined ? undefined : parse(amount)
  return cents === undefined ? { merchant: rest, cents } : { merchant: name!, cents }
}
