/** Basis points as a percentage, with both decimals, so that figures below one another line up. */
export const percent = (bps: number): string => `${(bps / 100).toFixed(2)}%`
