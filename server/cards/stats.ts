/** Attempts on one card that weigh in the decline rate, in the rate's own window, and the counted declines among them. */
type CardStats = { readonly attempts: number; readonly declined: number; readonly bps: number }

declare module '../composition.ts' {
  interface Ports {
    /** The transactions stand above cards, and are counted there. */
    'cards.declineStats'(accountId: string, cardId: string): Promise<CardStats>
  }
}

export {}
