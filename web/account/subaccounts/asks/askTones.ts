import type { AskStatus } from '#contract/subaccounts/subaccounts.ts'
import { show } from '#contract/core/money.ts'
import type { Tone } from '#web/ui/tags/Tag.tsx'

export const askTone = { OPEN: 'warn', GRANTED: 'ok', DENIED: 'bad' } as const satisfies Record<AskStatus, Tone>

/** A short description of the request. */
export const askWords = (ask: { kindText: string; keyText: string | null; amount: number | null }): string =>
  [ask.kindText, ask.keyText ?? (ask.amount === null ? undefined : show(ask.amount))].filter(Boolean).join(' · ')
