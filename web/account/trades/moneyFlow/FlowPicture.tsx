import { show } from '#contract/core/money.ts'
import { Sankey, type FlowLink, type FlowNode } from '#web/ui/charts/Sankey.tsx'
import { hubName, itemName, itemSpoken, itemTail, opensAt } from './itemWords.ts'
import { shareText, type Flow, type Item, type Stage } from './stages.ts'
import { useText } from './text.ts'

const colorOf = ({ what, filler }: Item): FlowLink['color'] => {
  if (filler === 'unexplained' || filler === 'owedBefore' || filler === 'owedAfter') return 2
  return ({ KIND: 1, PASS: 1, FEE: 4, MERCHANT: 3, MERCHANTS: 3, FILLER: filler === 'others' ? 3 : 5 } as const)[what]
}

/** Sources at the left, the wallet, the cards, and what it went to at the right. */
export function FlowPicture({
  flow,
  stages,
  onOpen,
  opensHub,
}: {
  flow: Flow
  stages: readonly Stage[]
  onOpen: (at: string) => void
  /** What the wallet or the cards lead to, where the caller can go there. */
  opensHub: (hub: Item['hub']) => (() => void) | undefined
}) {
  const t = useText()
  const nodes: FlowNode[] = []
  const links: FlowLink[] = []
  const stageOf = (hub: Item['hub'], way: Item['way']) => stages.find((stage) => stage.hub === hub && stage.way === way)

  const outer = (stage: Stage | undefined, column: 0 | 3) => {
    if (!stage) return
    for (const item of stage.items) {
      // What passes from the wallet to the cards is a ribbon between the two; what comes back leaves at the right and returns at the left.
      if (item.what === 'PASS' && item.ribbon!.way === 'OUT') continue
      const at = opensAt(item)
      const id = `${stage.way}.${item.id}`
      const ends = stage.way === 'IN' ? { from: id, to: item.hub } : { from: item.hub, to: id }
      nodes.push({
        id,
        column,
        name: itemName(t, item),
        note: t('moneyFlow.share', { amount: show(item.cents), share: shareText(item.cents, stage.cents) }),
        tail: itemTail(t, flow, item),
        onOpen: at === undefined ? undefined : () => onOpen(at),
      })
      links.push({ id: `link.${id}`, ...ends, value: item.cents, color: colorOf(item) })
    }
  }
  const hub = (which: Item['hub'], column: number) => {
    const stage = stageOf(which, 'IN') ?? stageOf(which, 'OUT')
    if (!stage) return
    nodes.push({ id: which, column, name: hubName(flow, which), note: show(stage.cents), onOpen: opensHub(which) })
  }
  outer(stageOf('WALLET', 'IN'), 0)
  outer(stageOf('CARDS', 'IN'), 0)
  hub('WALLET', 1)
  hub('CARDS', 2)
  const paid = stageOf('WALLET', 'OUT')
  const passed = paid?.items.find(({ what }) => what === 'PASS')
  if (passed)
    links.push({
      id: 'pass',
      from: 'WALLET',
      to: 'CARDS',
      value: passed.cents,
      color: 1,
      opens: { spoken: itemSpoken(t, flow, paid!, passed), onOpen: () => onOpen(passed.ribbon!.ribbon) },
    })
  outer(stageOf('CARDS', 'OUT'), 3)
  outer(paid, 3)
  return <Sankey label={t('moneyFlow.chart')} nodes={nodes} links={links} />
}
