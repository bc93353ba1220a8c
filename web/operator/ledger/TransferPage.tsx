import { Link, useLocation, useNavigate, useParams } from 'react-router'
import { bookTransfer } from '#contract/ledger/desk.ts'
import { showTime } from '#web/parts/dates.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { CopyButton } from '#web/ui/forms/CopyButton.tsx'
import { Drawer } from '#web/ui/dialogs/Dialog.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { Facts } from '#web/ui/layout.tsx'
import { SkeletonLines } from '#web/ui/Skeleton.tsx'
import { useHolds } from '../desk.ts'
import { paths } from '../paths.ts'
import { TAccounts } from './TAccounts.tsx'
import { useText } from './text.ts'
import css from './Books.module.css'

/** One complete transfer: its purpose, and its effect on each account. */
export default function TransferPage() {
  const t = useText()
  const { transferId = '' } = useParams()
  const { search } = useLocation()
  const navigate = useNavigate()
  const [seesMoney, seesAccounts] = [useHolds('staff:money.view'), useHolds('staff:account.view')]
  const query = useAsk(bookTransfer, { transferId }, { quiet: true })
  const one = query.data
  return (
    <Drawer
      title={one?.kindText ?? t('ledger.transfer')}
      width={760}
      onClose={() => void navigate({ pathname: paths.books, search })}
    >
      {one ? (
        <div className={css.detail}>
          <Facts
            facts={[
              [
                t('ledger.transfer'),
                <span key="id" className={css.mono}>
                  {one.transferId} <CopyButton text={one.transferId} what={t('ledger.transfer')} />
                </span>,
              ],
              [t('ledger.time'), showTime(one.postTime)],
              ...(one.effectiveTime === one.postTime
                ? []
                : [[t('ledger.happened'), showTime(one.effectiveTime)] as const]),
              [
                t('ledger.about'),
                one.bizId.startsWith('tup_') && seesMoney ? (
                  <Link key="about" to={paths.topUp(one.bizId)} className={css.mono}>
                    {one.bizId}
                  </Link>
                ) : (
                  <span key="about" className={css.mono}>{`${one.bizType} ${one.bizId}`}</span>
                ),
              ],
              ...(one.holder
                ? [
                    [
                      t('ledger.owner'),
                      seesAccounts ? (
                        <Link key="holder" to={paths.account(one.holder.accountId)}>
                          {one.holder.userNo} {one.holder.nickname}
                        </Link>
                      ) : (
                        `${one.holder.userNo} ${one.holder.nickname}`
                      ),
                    ] as const,
                  ]
                : []),
              ...(one.memo ? [[t('ledger.memo'), one.memo] as const] : []),
              ...(one.reverses
                ? [
                    [
                      t('ledger.reverses'),
                      <Link key="reverses" to={paths.bookTransfer(one.reverses)} className={css.mono}>
                        {one.reverses}
                      </Link>,
                    ] as const,
                  ]
                : []),
            ]}
          />
          <section>
            <h3>{t('ledger.entries')}</h3>
            <TAccounts entries={one.entries} />
          </section>
        </div>
      ) : query.isError ? (
        <Empty icon="search" title={t('ledger.missing')} text={query.error.says} />
      ) : (
        <SkeletonLines lines={8} />
      )}
    </Drawer>
  )
}
