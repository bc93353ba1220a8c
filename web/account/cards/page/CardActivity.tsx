import { useState } from 'react'
import { cardLog } from '#contract/cards/cards.ts'
import { useMay } from '#web/parts/client/useMay.ts'
import { Panel } from '#web/ui/dialogs/Panel.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import type { ShownCard } from '../cardChanged.ts'
import { CardBill } from '../drawer/CardBill.tsx'
import { CardLog } from '../drawer/CardLog.tsx'
import { CardTrades } from '../drawer/CardTrades.tsx'
import { useText } from './text.ts'

const tabs = {
  trades: ({ cardId, cardSeqNo }) => <CardTrades cardId={cardId} cardSeqNo={cardSeqNo} />,
  bill: ({ cardId, openDate }) => <CardBill cardId={cardId} openDate={openDate} />,
  log: ({ cardId }) => <CardLog cardId={cardId} />,
} as const satisfies Record<string, (card: ShownCard['card']) => React.ReactNode>
type Tab = keyof typeof tabs

/** What happened on the card: its transactions, its statement, and who did what. */
export function CardActivity({ card }: Pick<ShownCard, 'card'>) {
  const t = useText()
  const mayLog = useMay(cardLog).shown
  const [tab, setTab] = useState<Tab>('trades')
  const names = (Object.keys(tabs) as Tab[]).filter((name) => name !== 'log' || mayLog)
  return (
    <Panel title={t('cardPage.activity')}>
      <Tabs
        label={t('cardPage.activity')}
        value={tab}
        options={names.map((value) => ({ value, label: t(`cards.drawer.${value}`) }))}
        onChange={setTab}
      >
        {tabs[tab](card)}
      </Tabs>
    </Panel>
  )
}
