import { Button } from '#web/ui/forms/Button.tsx'
import { useText } from '#web/text.ts'
import css from './Rows.module.css'

/** Pages through a list inside the drawer. Hidden if there is only one page. */
export function Turner({
  page,
  onTurn,
}: {
  page: { pageNo: number; haveNext: boolean } | undefined
  onTurn: (pageNo: number) => void
}) {
  const t = useText()
  if (!page || (page.pageNo === 1 && !page.haveNext)) return null
  return (
    <nav className={css.turner} aria-label={t('parts.pages')}>
      <Button
        size="s"
        icon="left"
        guardMs={0}
        aria-label={t('parts.previous')}
        disabled={page.pageNo <= 1}
        onClick={() => onTurn(page.pageNo - 1)}
      />
      <span>{page.pageNo}</span>
      <Button
        size="s"
        icon="right"
        guardMs={0}
        aria-label={t('parts.next')}
        disabled={!page.haveNext}
        onClick={() => onTurn(page.pageNo + 1)}
      />
    </nav>
  )
}
