import { Link } from 'react-router'
import type { Output } from '#contract/core/call.ts'
import type { topUpOrder } from '#contract/funding/desk/topUps.ts'
import { showTime } from '#web/parts/dates.ts'
import { TAccounts } from '#web/operator/ledger/TAccounts.tsx'
import { useHolds } from '#web/operator/desk.ts'
import { paths } from '#web/operator/paths.ts'
import { useText } from '../text.ts'
import css from '#web/operator/parts/Case.module.css'

/** Transfers of the ledger, each with its two sides. */
export function Entries({ transfers }: { transfers: Output<typeof topUpOrder>['transfers'] }) {
  const t = useText()
  const reads = useHolds('staff:books.view')
  if (transfers.length === 0) return <p className={css.quiet}>{t('funding.noEntries')}</p>
  return transfers.map(({ transferId, kindText, postTime, entries }) => (
    <div key={transferId} className={css.transfer} role="group" aria-label={kindText}>
      <p className={css.between}>
        <strong>{kindText}</strong>
        <span className={css.row}>
          <small className={css.quiet}>{showTime(postTime)}</small>
          {reads && (
            <Link to={paths.bookTransfer(transferId)} aria-label={`${t('funding.inBooks')} ${kindText}`}>
              {t('funding.inBooks')}
            </Link>
          )}
        </span>
      </p>
      <TAccounts
        entries={entries.map((entry) => ({ ...entry, owner: /^(acc|act)_/.test(entry.owner) ? '' : entry.owner }))}
      />
    </div>
  ))
}
