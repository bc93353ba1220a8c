import { Link, useLocation, useNavigate, useParams } from 'react-router'
import { show } from '#contract/core/money.ts'
import { showPayout } from '#contract/referrals/desk.ts'
import { showTime } from '#web/parts/dates.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { Drawer } from '#web/ui/dialogs/Dialog.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Facts } from '#web/ui/dialogs/Panel.tsx'
import { SkeletonLines } from '#web/ui/Skeleton.tsx'
import { StatusTag, Tag } from '#web/ui/tags/Tag.tsx'
import { Timeline } from '#web/ui/Timeline.tsx'
import css from '../parts/Approvals.module.css'
import { paths } from '../paths.ts'
import { PayoutMoves } from './PayoutMoves.tsx'
import { payoutTone } from './PayoutsPage.tsx'
import { useText } from './text.ts'

/** A colleague agrees while it is open. */
const LIVE_MS = 10_000

/** One withdrawal beside the list: what is to be paid to whom, where it was earned, and the next step. */
export default function PayoutPage() {
  const t = useText()
  const { withdrawalNo = '' } = useParams()
  const { search } = useLocation()
  const navigate = useNavigate()
  const { data: found, error } = useAsk(showPayout, { withdrawalNo }, { quiet: true, everyMs: LIVE_MS })
  return (
    <Drawer
      title={withdrawalNo}
      extra={found && <StatusTag tone={payoutTone[found.status]} text={found.statusText} />}
      width={600}
      onClose={() => void navigate({ pathname: paths.payouts, search })}
    >
      {found ? (
        <div className={css.detail}>
          <Facts
            facts={[
              [
                t('referrals.account'),
                <Link to={paths.account(found.accountId)}>{`${found.userNo} ${found.nickname}`}</Link>,
              ],
              [t('referrals.amount'), <Money cents={found.amount} strong />],
              [t('referrals.receive'), <Money cents={found.receive} unit={found.receiveUnit} strong />],
              [t('referrals.rate', { mid: found.mid }), found.rate],
              [t('referrals.card'), `${found.bankName} ·· ${found.bankTail} ${found.holder} ${found.branch}`],
            ]}
          />
          <section>
            <h3 className={css.title}>{t('referrals.earned')}</h3>
            {found.invited.length ? (
              <Facts
                facts={found.invited.map((one) => [
                  <Link to={paths.account(one.accountId)}>{one.userNo}</Link>,
                  <>
                    <Money cents={one.commission} /> {t('referrals.base', { base: show(one.base) })}{' '}
                    {one.ringText && <Tag tone="bad">{one.ringText}</Tag>}
                  </>,
                ])}
              />
            ) : (
              <p>{t('referrals.none')}</p>
            )}
          </section>
          <Timeline
            label={t('referrals.steps')}
            steps={found.steps.map(({ status, statusText, time }) => ({
              key: status,
              state: payoutTone[status] === 'bad' ? 'bad' : 'done',
              title: statusText,
              time: showTime(time),
            }))}
          />
          <PayoutMoves key={found.status} payout={found} />
        </div>
      ) : error ? (
        <Empty icon="search" title={t('referrals.missing')} text={error.says} />
      ) : (
        <SkeletonLines lines={6} />
      )}
    </Drawer>
  )
}
