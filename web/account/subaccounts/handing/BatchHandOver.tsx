import { useState } from 'react'
import { asRefused } from '#web/parts/client/refused.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { toast } from '#web/ui/dialogs/toast.ts'
import { cardsOfBatch, type Moving } from './handOver.ts'
import { HandOverDialog } from './HandOverDialog.tsx'
import { useText } from './text.ts'

/** Hands over all cards that a batch has opened. */
export default function BatchHandOver({ batchNo, count }: { batchNo: string; count: number }) {
  const t = useText()
  const [cards, setCards] = useState<readonly Moving[]>()
  const [loading, setLoading] = useState(false)
  async function open() {
    setLoading(true)
    try {
      setCards(await cardsOfBatch(batchNo))
    } catch (error) {
      const refused = asRefused(error)
      if (!refused) throw error
      toast.bad(refused.says)
    } finally {
      setLoading(false)
    }
  }
  return (
    <>
      <Button icon="people" loading={loading} guardMs={0} onClick={() => void open()}>
        {t('handing.fromBatch', { count })}
      </Button>
      {cards && <HandOverDialog cards={cards} onClose={() => setCards(undefined)} />}
    </>
  )
}
