import { Button } from '#web/ui/forms/Button.tsx'
import { useText } from './text.ts'
import css from './Books.module.css'

/** Pages forward and back through the book. */
export function Leaf({ pageNo, more, onPage }: { pageNo: number; more: boolean; onPage: (pageNo: number) => void }) {
  const t = useText()
  if (pageNo === 1 && !more) return null
  return (
    <div className={css.row}>
      <Button size="s" icon="left" guardMs={0} disabled={pageNo === 1} onClick={() => onPage(pageNo - 1)}>
        {t('ledger.newer')}
      </Button>
      {pageNo}
      <Button size="s" guardMs={0} disabled={!more} onClick={() => onPage(pageNo + 1)}>
        {t('ledger.older')}
      </Button>
    </div>
  )
}
