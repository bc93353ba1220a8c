import { useState } from 'react'
import { cardBill } from '#contract/cards/cards.ts'
import { billTypes, type BillType } from '#contract/ledger/ledger.ts'
import { showTime } from '#web/parts/dates.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { Select } from '#web/ui/forms/Input.tsx'
import { Money } from '#web/ui/Money.tsx'
import { SkeletonLines } from '#web/ui/Skeleton.tsx'
import { Tag } from '#web/ui/tags/Tag.tsx'
import { Turner } from './Turner.tsx'
import { monthNow, monthOf, monthsAfter } from './months.ts'
import { langNow } from '#web/text.ts'
import { useText } from '../text.ts'
import css from './Rows.module.css'

/** The card's statement of one month: opening balance, every movement with the balance after it, closing balance. */
export function CardBill({ cardId, openDate }: { cardId: string; openDate: number }) {
  const t = useText()
  const [month, setMonth] = useState(monthNow)
  const [type, setType] = useState<BillType | ''>('')
  const [pageNo, setPageNo] = useState(1)
  const asked = { cardId, month, ...(type && { type }), pageNo, pageSize: 30 }
  const query = useAsk(cardBill, asked, { quiet: true, everyMs: 10_000 })
  const page = query.data
  const rows = page?.data ?? []
  const go = (by: number) => {
    setMonth(monthsAfter(month, by))
    setPageNo(1)
  }
  return (
    <div className={css.place} aria-busy={query.isPlaceholderData}>
      <div className={css.month}>
        <Button
          size="s"
          icon="left"
          guardMs={0}
          aria-label={t('cards.drawer.previousMonth')}
          disabled={month <= monthOf(openDate)}
          onClick={() => go(-1)}
        />
        <strong aria-live="polite">{month}</strong>
        <Button
          size="s"
          icon="right"
          guardMs={0}
          aria-label={t('cards.drawer.nextMonth')}
          disabled={month >= monthNow()}
          onClick={() => go(1)}
        />
        <span className={css.kind}>
          <Select
            aria-label={t('cards.drawer.billType')}
            value={type}
            onChange={(chosen) => {
              setType(chosen)
              setPageNo(1)
            }}
            options={[
              { value: '', label: t('cards.drawer.billAll') },
              ...(Object.keys(billTypes) as BillType[]).map((value) => ({ value, label: billTypes[value][langNow()] })),
            ]}
          />
        </span>
      </div>
      {page && (
        <dl className={css.sums} data-two={type !== ''}>
          {!type && (
            <div>
              <dt>{t('cards.drawer.billOpen')}</dt>
              <dd>
                <Money cents={page.summary.open} />
              </dd>
            </div>
          )}
          <div>
            <dt>{t('cards.drawer.billIn')}</dt>
            <dd>
              <Money cents={page.summary.in} />
            </dd>
          </div>
          <div>
            <dt>{t('cards.drawer.billOut')}</dt>
            <dd>
              <Money cents={page.summary.out} />
            </dd>
          </div>
          {!type && (
            <div>
              <dt>{t('cards.drawer.billClose')}</dt>
              <dd>
                <Money cents={page.summary.close} strong />
              </dd>
            </div>
          )}
        </dl>
      )}
      {query.isPending && <SkeletonLines lines={6} />}
      {query.isError && !page && <Empty icon="warn" title={t('parts.loadFailed')} text={query.error.says} />}
      {page && rows.length === 0 && (
        <Empty icon="ledger" title={t('cards.drawer.noBill')} text={t('cards.drawer.noBillText')} />
      )}
      <ul className={css.rows}>
        {rows.map((row) => (
          <li key={row.id}>
            <span className={css.what}>
              <b>{row.desc}</b>
              <small>
                {showTime(row.time)}
                {row.merchantAmount !== null && row.merchantCurrency !== null && row.merchantCurrency !== row.unit && (
                  <>
                    {' · '}
                    <Money cents={row.merchantAmount} unit={row.merchantCurrency} />
                  </>
                )}
              </small>
            </span>
            {row.desc !== billTypes[row.type][langNow()] && <Tag>{billTypes[row.type][langNow()]}</Tag>}
            <span className={css.sum}>
              <Money cents={row.amount} unit={row.unit} sign="always" strong />
              <small>
                {t('cards.drawer.after')} <Money cents={row.balanceAfter} unit={row.unit} />
              </small>
            </span>
          </li>
        ))}
      </ul>
      <Turner page={page} onTurn={setPageNo} />
    </div>
  )
}
