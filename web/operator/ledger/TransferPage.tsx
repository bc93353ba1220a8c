import { Link, useLocation, useNavigate, useParams } from 'react-router'
import { bookTransfer } from '#contract/ledger/desk.ts'
import { showTime } from '#web/parts/dates.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { CopyButton } from '#web/ui/forms/CopyButton.tsx'
import { Drawer } from '#web/ui/dialogs/Dialog.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { Facts } from '#web/ui/dialogs/Panel.tsx'
import { SkeletonLines } from '#web/ui/Skeleton.tsx'
import { useHolds } from '../desk.ts'
import { paths } from '../paths.ts'
import { useSay } from '../say.ts'
import { TAccounts } from './TAccounts.tsx'
import css from './Books.module.css'

/** One move of money, whole: what it was for, and what it did to each account. */
export default function TransferPage() {
  const { t } = useSay()
  const { transferId = '' } = useParams()
  const { search } = useLocation()
  const navigate = useNavigate()
  const [seesMoney, seesAccounts] = [useHolds('staff:money.view'), useHolds('staff:account.view')]
  const query = useAsk(bookTransfer, { transferId }, { quiet: true })
  const one = query.data
  return (
    <Drawer
      title={one?.kindText ?? t('bookDesk.transfer')}
      width={760}
      onClose={() => void navigate({ pathname: paths.books, search })}
    >
      {one ? (
        <div className={css.detail}>
          <Facts
            facts={[
              [
                t('bookDesk.transfer'),
                <span key="id" className={css.mono}>
                  {one.transferId} <CopyButton text={one.transferId} what={t('bookDesk.transfer')} />
                </span>,
              ],
              [t('bookDesk.time'), showTime(one.postTime)],
              ...(one.effectiveTime === one.postTime
                ? []
                : [[t('bookDesk.happened'), showTime(one.effectiveTime)] as const]),
              [
                t('bookDesk.about'),
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
                      t('bookDesk.owner'),
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
              ...(one.memo ? [[t('bookDesk.memo'), one.memo] as const] : []),
              ...(one.reverses
                ? [
                    [
                      t('bookDesk.reverses'),
                      <Link key="reverses" to={paths.bookTransfer(one.reverses)} className={css.mono}>
                        {one.reverses}
                      </Link>,
                    ] as const,
                  ]
                : []),
            ]}
          />
          <section>
            <h3>{t('bookDesk.entries')}</h3>
            <TAccounts entries={one.entries} />
          </section>
        </div>
      ) : query.isError ? (
        <Empty icon="search" title={t('bookDesk.missing')} text={query.error.says} />
      ) : (
        <SkeletonLines lines={8} />
      )}
    </Drawer>
  )
}
