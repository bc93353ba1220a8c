import { useState } from 'react'
import { trialBalance } from '../../../contract/books.ts'
import { PageFrame } from '../../parts/PageFrame.tsx'
import { useAsk } from '../../parts/queries.ts'
import { Button } from '../../ui/Button.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { Field } from '../../ui/Field.tsx'
import { Input } from '../../ui/Input.tsx'
import { Money } from '../../ui/Money.tsx'
import { Panel, Stat } from '../../ui/Panel.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { StatusTag } from '../../ui/Tag.tsx'
import { useSay } from '../say.ts'
import { AccountsDrawer } from './AccountsDrawer.tsx'
import { Proofs } from './Proofs.tsx'
import { Sheet } from './Sheet.tsx'
import { units } from './units.ts'
import css from './Books.module.css'

/** The whole book on one page, as of now or of any moment; each line opens its accounts. */
export default function BooksPage() {
  const { t } = useSay()
  const [moment, setMoment] = useState('')
  const [code, setCode] = useState<string>()
  const asOf = moment ? { asOf: new Date(moment).getTime() } : {}
  const query = useAsk(trialBalance, asOf, { quiet: true, keep: true })
  const book = query.data
  const says = (good: boolean, yes: string, no: string) => (
    <StatusTag tone={good ? 'ok' : 'bad'} text={good ? yes : no} />
  )
  return (
    <PageFrame>
      <Proofs />
      <Panel title={t('bookDesk.trial')}>
        <div className={css.stats}>
          <Field label={t('bookDesk.asOf')}>
            {(wiring) => <Input {...wiring} type="datetime-local" value={moment} onChange={setMoment} />}
          </Field>
          {book && (
            <>
              <Stat label={t('bookDesk.owed')} value={<Money cents={book.owed} />} />
              <Stat
                label={t('bookDesk.cover')}
                value={<Money cents={book.cover} />}
                note={says(book.cover >= book.owed, t('bookDesk.covered'), t('bookDesk.uncovered'))}
              />
            </>
          )}
        </div>
        {query.isPending && <Skeleton height={200} radius={12} />}
        {query.isError && (
          <Empty
            icon="warn"
            title={t('parts.loadFailed')}
            text={query.error.says}
            action={<Button onClick={() => void query.refetch()}>{t('parts.again')}</Button>}
          />
        )}
      </Panel>
      {book?.currencies.map(({ currency, scale, debits, credits, lines }) => (
        <Panel
          key={currency}
          title={currency}
          extra={says(debits === credits, t('bookDesk.balanced'), t('bookDesk.unbalanced'))}
        >
          <Sheet
            head={[
              ...(['code', 'accounts', 'debits', 'credits', 'balance'] as const).map((name) => t(`bookDesk.${name}`)),
              '',
            ]}
            rows={[
              ...lines.map((line) => ({
                key: line.code,
                cells: [
                  `${line.code} ${line.name}`,
                  line.accounts,
                  units(line.debits, scale),
                  units(line.credits, scale),
                  units(line.balance, scale),
                  <Button
                    key="open"
                    size="s"
                    guardMs={0}
                    aria-label={`${t('bookDesk.open')} ${line.code}`}
                    onClick={() => setCode(line.code)}
                  >
                    {t('bookDesk.open')}
                  </Button>,
                ],
              })),
              { key: 'sum', cells: ['Σ', '', units(debits, scale), units(credits, scale), '', ''] },
            ]}
          />
        </Panel>
      ))}
      {code && <AccountsDrawer key={code} code={code} asOf={asOf} onClose={() => setCode(undefined)} />}
    </PageFrame>
  )
}
