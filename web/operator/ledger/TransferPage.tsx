import { Link, useParams } from 'react-router'
import { bookTransfer } from '#contract/ledger/desk.ts'
import { showTime } from '#web/parts/dates.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { CopyButton } from '#web/ui/forms/CopyButton.tsx'
import { Facts, Section } from '#web/ui/layout.tsx'
import { useHolds } from '../desk.ts'
import { CasePage, HolderLink } from '../parts/Case.tsx'
import { paths } from '../paths.ts'
import { TAccounts } from './TAccounts.tsx'
import { useText } from './text.ts'

/** One complete transfer: its purpose, and its effect on each account. */
export default function TransferPage() {
  const t = useText()
  const { transferId = '' } = useParams()
  const [seesMoney, seesAccounts] = [useHolds('staff:money.view'), useHolds('staff:account.view')]
  const query = useAsk(bookTransfer, { transferId }, { quiet: true })
  return (
    <CasePage
      title={query.data?.kindText ?? t('ledger.transfer')}
      width={760}
      of={paths.books}
      query={query}
      missing={t('ledger.missing')}
    >
      {({ holder, ...one }) => (
        <>
          <Facts
            facts={[
              [
                t('ledger.transfer'),
                <code>
                  {one.transferId} <CopyButton text={one.transferId} what={t('ledger.transfer')} />
                </code>,
              ],
              [t('ledger.time'), showTime(one.postTime)],
              one.effectiveTime !== one.postTime && [t('ledger.happened'), showTime(one.effectiveTime)],
              [
                t('ledger.about'),
                one.bizId.startsWith('tup_') && seesMoney ? (
                  <Link to={paths.topUp(one.bizId)}>
                    <code>{one.bizId}</code>
                  </Link>
                ) : (
                  <code>{`${one.bizType} ${one.bizId}`}</code>
                ),
              ],
              holder && [
                t('ledger.owner'),
                seesAccounts ? <HolderLink {...holder} /> : `${holder.userNo} ${holder.nickname}`,
              ],
              one.memo && [t('ledger.memo'), one.memo],
              one.reverses && [
                t('ledger.reverses'),
                <Link to={paths.bookTransfer(one.reverses)}>
                  <code>{one.reverses}</code>
                </Link>,
              ],
            ]}
          />
          <Section title={t('ledger.entries')}>
            <TAccounts entries={one.entries} />
          </Section>
        </>
      )}
    </CasePage>
  )
}
