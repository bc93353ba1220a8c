/** The stages of a money flow: what comes into the wallet and the cards and what goes out, with the balances that make both sides equal. Nothing here draws. */
import type { Output } from '#contract/core/call.ts'
import type { FlowHub, FlowRibbon, FlowWay, moneyFlow } from '#contract/trades/moneyFlow.ts'

export type Flow = Output<typeof moneyFlow>

/** Merchants in the picture; the others are one flow that opens into them. */
export const MOST_MERCHANTS = 7

/** What it is that is no ribbon: `text.cn.ts` has its words. */
type Filler =
  | 'open'
  | 'close'
  | 'owedBefore'
  | 'owedAfter'
  | 'fromHolder'
  | 'toHolder'
  | 'onCards'
  | 'fromCards'
  | 'unexplained'
  | 'others'

export type Item = {
  readonly id: string
  readonly hub: FlowHub
  readonly way: FlowWay
  readonly cents: number
  readonly what: FlowRibbon['what'] | 'FILLER'
  /** A ribbon has its name and opens. */
  readonly ribbon?: FlowRibbon
  readonly filler?: Filler
  /** How many merchants `others` stands for, if it is known. */
  readonly count?: number
}
export type Stage = {
  readonly hub: FlowHub
  readonly way: FlowWay
  readonly items: readonly Item[]
  readonly cents: number
}

const opposite = { IN: 'OUT', OUT: 'IN' } as const

/** Into the wallet, out of it, into the cards, out of them: only those with something in them. Both stages of a hub come to the same sum. */
export function stagesOf(flow: Flow): Stage[] {
  const found: Item[] = [...ribbonItems(flow), ...flow.hubs.flatMap((hub) => fillers(hub, flow))]
  return (['WALLET', 'CARDS'] as const)
    .flatMap((hub) => (['IN', 'OUT'] as const).map((way) => ({ hub, way })))
    .map(({ hub, way }) => {
      const items = found.filter((item) => item.hub === hub && item.way === way).toSorted(inOrder)
      return { hub, way, items, cents: items.reduce((sum, { cents }) => sum + cents, 0) }
    })
    .filter(({ items }) => items.length > 0)
}

/** What stays, stands below what moves. */
const rank = ({ filler }: Item): number => (filler === undefined ? 0 : filler === 'others' ? 1 : 2)
const inOrder = (a: Item, b: Item): number => rank(a) - rank(b) || b.cents - a.cents || (a.id < b.id ? -1 : 1)

function ribbonItems({ ribbons }: Flow): Item[] {
  const rest = otherMerchants(ribbons)
  const shown = ribbons.filter((ribbon) => !rest.includes(ribbon))
  return [
    ...shown.flatMap((ribbon): Item[] => {
      const { hub, way, what, cents } = ribbon
      const item: Item = { id: ribbon.ribbon, hub, way, what, cents, ribbon }
      // What leaves the wallet for the cards comes to the cards.
      return what === 'PASS'
        ? [item, { ...item, id: `CARDS.${ribbon.ribbon}`, hub: 'CARDS', way: opposite[way] }]
        : [item]
    }),
    ...(rest.length
      ? [
          {
            ...({ id: 'others', hub: 'CARDS', way: 'OUT', what: 'FILLER', filler: 'others' } as const),
            cents: rest.reduce((sum, { cents }) => sum + cents, 0),
            ...(rest.every(({ what }) => what === 'MERCHANT') && { count: rest.length }),
          },
        ]
      : []),
  ]
}

/** Those beyond the largest, where there are several. */
export function otherMerchants(ribbons: readonly FlowRibbon[]): FlowRibbon[] {
  const all = ribbons.filter(({ what, way }) => way === 'OUT' && (what === 'MERCHANT' || what === 'MERCHANTS'))
  const rest = all
    .toSorted((a, b) => Number(a.what === 'MERCHANTS') - Number(b.what === 'MERCHANTS') || b.cents - a.cents)
    .slice(MOST_MERCHANTS)
  return rest.length > 1 ? rest : []
}

function fillers({ hub, open, close, change, missing }: Flow['hubs'][number], { detailed }: Flow): Item[] {
  const filler = (name: Filler, way: FlowWay, cents: number): Item => ({
    ...({ id: `${hub}.${name}`, hub, way, cents, what: 'FILLER', filler: name } as const),
  })
  const items: Item[] = []
  if (open !== null && close !== null)
    items.push(
      open >= 0 ? filler('open', 'IN', open) : filler('owedBefore', 'OUT', -open),
      close >= 0 ? filler('close', 'OUT', close) : filler('owedAfter', 'IN', -close),
      missing >= 0 ? filler('unexplained', 'IN', missing) : filler('unexplained', 'OUT', -missing),
    )
  // A sub-account has no wallet: what it moves comes from the account holder's, and goes back there.
  else if (hub === 'WALLET')
    items.push(change < 0 ? filler('fromHolder', 'IN', -change) : filler('toHolder', 'OUT', change))
  else if (detailed || change > 0)
    items.push(change > 0 ? filler('onCards', 'OUT', change) : filler('fromCards', 'IN', -change))
  return items.filter(({ cents }) => cents !== 0)
}

/** Rounded to a tenth of a percent; what is there is never nothing. */
export function shareText(cents: number, of: number): string {
  const percent = of > 0 ? (cents / of) * 100 : 0
  return percent > 0 && percent < 0.1 ? '<0.1%' : `${percent.toFixed(1)}%`
}
