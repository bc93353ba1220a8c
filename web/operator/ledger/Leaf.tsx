import { Button } from '#web/ui/forms/Button.tsx'
import { Row } from '#web/ui/layout.tsx'
import { useText } from './text.ts'

/** Pages forward and back through the book. */
export function Leaf({ pageNo, more, onPage }: { pageNo: number; more: boolean; onPage: (pageNo: number) => void }) {
  const t = useText()
  if (pageNo === 1 && !more) return null
  return (
    <Row gap={4}>
      <Button size="s" icon="left" guardMs={0} disabled={pageNo === 1} onClick={() => onPage(pageNo - 1)}>
        {t('ledger.newer')}
      </Button>
      {pageNo}
      <Button size="s" guardMs={0} disabled={!more} onClick={() => onPage(pageNo + 1)}>
        {t('ledger.older')}
      </Button>
    </Row>
  )
}
