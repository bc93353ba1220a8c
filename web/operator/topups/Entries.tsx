import type { Output } from '../../../contract/call.ts'
import type { topUpOrder } from '../../../contract/topUpDesk.ts'
import { showTime } from '../../parts/dates.ts'
import { units } from '../books/units.ts'
import { useSay } from '../say.ts'
import css from './Money.module.css'

/** Transfers of the ledger, each with its two sides. */
export function Entries({ transfers }: { transfers: Output<typeof topUpOrder>['transfers'] }) {
  const { t } = useSay()
  if (transfers.length === 0) return <p className={css.quiet}>{t('moneyDesk.noEntries')}</p>
  return transfers.map(({ transferId, kindText, postTime, entries }) => (
    <div key={transferId} className={css.scroll} tabIndex={0} role="group" aria-label={kindText}>
      <p className={css.quiet}>
        {kindText} · {showTime(postTime)}
      </p>
      <table className={css.table}>
        <tbody>
          {entries.map(({ code, name, owner, side, amount, currency, scale }, at) => (
            <tr key={at}>
              <td>{side}</td>
              <td>
                {code} {name} {/^(acc|act)_/.test(owner) ? '' : owner}
              </td>
              <td data-right>
                {units(amount, scale)} {currency}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  ))
}
