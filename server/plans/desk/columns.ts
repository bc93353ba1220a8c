/** A plan's terms in the desk's names, and their conversion into columns. */
import type { PlanFigures } from '#contract/plans/desk/plans.ts'
import type { PlanRow } from '../queries.ts'

const columns = {
  saleMode: 'purchase_mode',
  nameCn: 'name_cn',
  nameEn: 'name_en',
  priceMonth: 'price_month_cents',
  openFee: 'open_fee_cents',
  loadFeeBps: 'load_fee_bps',
  maxCards: 'max_cards',
  batchMax: 'batch_max',
  freeSeats: 'free_seats',
  maxSeats: 'max_seats',
  seatPrice: 'seat_price_cents',
  perLoadMax: 'per_load_max_cents',
  rebateBonusBps: 'rebate_bonus_bps',
  supportLevel: 'support_level',
} as const satisfies Record<keyof PlanFigures, keyof PlanRow>

export const figuresOf = (row: PlanRow): PlanFigures =>
  Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, row[column]])) as PlanFigures
/** A change scheduled before a term was removed from the desk may still name it; that term is ignored. */
export const columnsOf = (change: Partial<PlanFigures>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(change).flatMap(([name, value]) =>
      name in columns ? [[columns[name as keyof PlanFigures], value]] : [],
    ),
  )
