import { Button } from '#web/ui/forms/Button.tsx'
import type { ListState } from '../useListState.ts'
import { useText } from '#web/text.ts'
import css from './QueryTable.module.css'

export type Page<R> = { data: R[]; total: number; totalCapped?: boolean | undefined; pageNo: number; pageSize: number }

export function Pager<R>({ page, list }: { page: Page<R>; list: ListState }) {
  const t = useText()
  const last = Math.max(1, Math.ceil(page.total / page.pageSize))
  const go = (pageNo: number) => list.setPage(pageNo, page.pageSize)
  return (
    <nav className={css.pager} aria-label={t('parts.pages')}>
      <span>
        {t(page.totalCapped ? 'parts.totalCapped' : 'parts.total', { total: page.total.toLocaleString('en') })}
      </span>
      <label className={css.size}>
        {t('parts.pageSize')}
        <select value={page.pageSize} onChange={(event) => list.setPage(1, Number(event.target.value))}>
          {[10, 20, 50, 100, 200].map((size) => (
            <option key={size}>{size}</option>
          ))}
        </select>
      </label>
      <Button
        size="s"
        icon="left"
        guardMs={0}
        aria-label={t('parts.previous')}
        disabled={page.pageNo <= 1}
        onClick={() => go(page.pageNo - 1)}
      />
      <span className={css.where}>
        {page.pageNo} / {last}
        {page.totalCapped && '+'}
      </span>
      <Button
        size="s"
        icon="right"
        guardMs={0}
        aria-label={t('parts.next')}
        disabled={page.pageNo >= last}
        onClick={() => go(page.pageNo + 1)}
      />
    </nav>
  )
}
