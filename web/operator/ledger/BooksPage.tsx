import { Outlet } from 'react-router'
import { trialBalance } from '#contract/ledger/desk.ts'
import { showTime } from '#web/parts/dates.ts'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { useAsk } from '#web/parts/client/queries.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { Field } from '#web/ui/forms/Field.tsx'
import { Input } from '#web/ui/forms/Input.tsx'
import { Panel } from '#web/ui/dialogs/Panel.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Cover } from './Cover.tsx'
import { Find } from './Find.tsx'
import { Proofs } from './Proofs.tsx'
import { Trial } from './Trial.tsx'
import { useAsOf } from './useAsOf.ts'
import { useText } from './text.ts'
import css from './Books.module.css'

/** The whole book on one page, as of now or of any moment; each line opens its accounts. */
export default function BooksPage() {
  const t = useText()
  const asOf = useAsOf()
  const query = useAsk(trialBalance, asOf.wish, { quiet: true, keep: true })
  const book = query.data
  return (
    <PageFrame>
      <Proofs />
      <Find />
      <Panel>
        <div className={css.asOf}>
          <Field label={t('ledger.asOf')}>
            {(wiring) => <Input {...wiring} type="datetime-local" value={asOf.typed} onChange={asOf.set} />}
          </Field>
          {asOf.typed && (
            <Button look="quiet" guardMs={0} onClick={() => asOf.set('')}>
              {t('ledger.toNow')}
            </Button>
          )}
          <p className={css.quiet} role="status">
            {book && t('ledger.asOfText', { time: showTime(book.asOf) })}
          </p>
        </div>
      </Panel>
      {query.isPending && <Skeleton height={240} radius={12} />}
      {query.isError && (
        <Panel>
          <Empty
            icon="warn"
            title={t('parts.loadFailed')}
            text={query.error.says}
            action={<Button onClick={() => void query.refetch()}>{t('parts.again')}</Button>}
          />
        </Panel>
      )}
      {book && <Cover book={book} />}
      {book?.currencies.map((one) => (
        <Trial key={one.currency} book={one} />
      ))}
      {book?.currencies.length === 0 && (
        <Panel>
          <Empty icon="ledger" title={t('ledger.noEntries')} />
        </Panel>
      )}
      <Outlet />
    </PageFrame>
  )
}
