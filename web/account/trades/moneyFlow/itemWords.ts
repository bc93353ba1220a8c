/** What a flow is called, and how it is read out. */
import { show } from '#contract/core/money.ts'
import type { FlowHub } from '#contract/trades/moneyFlow.ts'
import { shareText, type Flow, type Item, type Stage } from './stages.ts'
import type { useText } from './text.ts'

type Say = ReturnType<typeof useText>

export const hubName = (flow: Flow, hub: FlowHub): string => flow.hubs.find((one) => one.hub === hub)!.name

export function itemName(t: Say, { ribbon, filler, hub, count }: Item): string {
  if (ribbon) return ribbon.name
  switch (filler!) {
    case 'open':
      return t(`moneyFlow.open.${hub}`)
    case 'close':
      return t(`moneyFlow.close.${hub}`)
    case 'others':
      return count === undefined ? t('moneyFlow.otherMerchants') : t('moneyFlow.others', { count })
    default:
      return t(`moneyFlow.${filler as Exclude<typeof filler, 'open' | 'close' | 'others' | undefined>}`)
  }
}

/** `Cards to GitHub: $37.00, 78.7% of money out`. */
export const itemSpoken = (t: Say, flow: Flow, stage: Stage, item: Item): string =>
  t(item.way === 'IN' ? 'moneyFlow.into' : 'moneyFlow.outOf', {
    name: itemName(t, item),
    hub: hubName(flow, item.hub),
    amount: show(item.cents),
    share: shareText(item.cents, stage.cents),
  })

/** What a screen reader adds to the name, the amount and the share: `of money out of Cards`. */
export const itemTail = (t: Say, flow: Flow, { way, hub }: Item): string =>
  t(`moneyFlow.tail.${way}`, { hub: hubName(flow, hub) })

/** The last part of the address of what an item opens; undefined for what is only arithmetic. */
export const opensAt = ({ ribbon, filler }: Item): string | undefined =>
  ribbon ? ribbon.ribbon : filler === 'others' ? OTHERS : undefined
export const OTHERS = 'others'
