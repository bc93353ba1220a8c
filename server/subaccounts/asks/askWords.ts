import type { Words } from '#contract/core/fields.ts'
import { show } from '#contract/core/money.ts'
import { elements } from '#contract/core/permissions.ts'
import { askKinds } from '#contract/subaccounts/subaccounts.ts'
import type { AskRow } from './queries.ts'

/** The request in a few words: `提高预算 $50.00`. */
export function askWords({ kind, amount_cents, key }: Pick<AskRow, 'kind' | 'amount_cents' | 'key'>): Words {
  const { cn, en } = askKinds[kind]
  if (key !== null) return { cn: `${cn}“${elements[key].name.cn}”`, en: `${en}: ${elements[key].name.en}` }
  if (amount_cents !== null) return { cn: `${cn} ${show(amount_cents)}`, en: `${en}, ${show(amount_cents)}` }
  return { cn, en }
}
