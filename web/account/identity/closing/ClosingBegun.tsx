import type { Output } from '#contract/core/call.ts'
import type { closingState } from '#contract/identity/closing.ts'
import { showTime } from '#web/parts/dates.ts'
import { Empty } from '#web/ui/Empty.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Facts } from '#web/ui/dialogs/Panel.tsx'
import { useText } from '../text.ts'

/** What waits to be paid out now, by when, and what has been paid. */
export function ClosingBegun({ caseId, payout }: { caseId: string; payout: Output<typeof closingState>['payout'] }) {
  const t = useText()
  const isSent = payout?.payouts.some(({ state }) => state === 'SENT')
  return (
    <>
      <Empty icon="check" title={t('identity.closingBegun')} text={t('identity.closingBegunText', { caseId })} />
      {payout && (
        <Facts
          facts={[
            [t('identity.closingWaiting'), <Money cents={payout.waiting} strong />],
            ...(payout.expectTime !== null
              ? ([
                  [
                    t('identity.closingExpect'),
                    t('identity.closingExpectText', {
                      time: showTime(payout.expectTime),
                      days: payout.expectDays,
                      count: payout.expectDays,
                    }),
                  ],
                ] as const)
              : isSent
                ? []
                : ([['', t('identity.closingNothing')]] as const)),
            ...payout.payouts.map(
              (one) =>
                [
                  `${one.stateText} ${showTime(one.time)}`,
                  <>
                    <Money cents={one.amount} />{' '}
                    {one.reference
                      ? t('identity.closingPaidTo', { payee: one.payee, reference: one.reference })
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
