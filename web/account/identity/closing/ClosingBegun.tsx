import { useTranslation } from 'react-i18next'
import type { Output } from '#contract/core/call.ts'
import type { closingState } from '#contract/identity/closing.ts'
import { showTime } from '#web/parts/dates.ts'
import { Empty } from '#web/ui/Empty.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Facts } from '#web/ui/dialogs/Panel.tsx'

/** What waits to be paid out now, by when, and what has been paid. */
export function ClosingBegun({ caseId, payout }: { caseId: string; payout: Output<typeof closingState>['payout'] }) {
  const { t } = useTranslation()
  const isSent = payout?.payouts.some(({ state }) => state === 'SENT')
  return (
    <>
      <Empty icon="check" title={t('personal.closingBegun')} text={t('personal.closingBegunText', { caseId })} />
      {payout && (
        <Facts
          facts={[
            [t('personal.closingWaiting'), <Money cents={payout.waiting} strong />],
            ...(payout.expectTime !== null
              ? ([
                  [
                    t('personal.closingExpect'),
                    t('personal.closingExpectText', {
                      time: showTime(payout.expectTime),
                      days: payout.expectDays,
                      count: payout.expectDays,
                    }),
                  ],
                ] as const)
              : isSent
                ? []
                : ([['', t('personal.closingNothing')]] as const)),
            ...payout.payouts.map(
              (one) =>
                [
                  `${one.stateText} ${showTime(one.time)}`,
                  <>
                    <Money cents={one.amount} />{' '}
                    {one.reference
                      ? t('personal.closingPaidTo', { payee: one.payee, reference: one.reference })
                      : one.payee}
                  </>,
                ] as const,
            ),
          ]}
        />
      )}
    </>
  )
}
