import { useLocation, useNavigate } from 'react-router'
import { disputeTerms, setDisputeTerms } from '#contract/disputes/desk.ts'
import { Answered } from '#web/parts/Answered.tsx'
import { useAsk } from '#web/parts/client/queries.ts'
import { Drawer } from '#web/ui/dialogs/Dialog.tsx'
import { Facts, Section, Stack } from '#web/ui/layout.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Note } from '#web/ui/Notes.tsx'
import { useHolds } from '../desk.ts'
import { ReasonButton } from '../parts/ReasonDialog.tsx'
import { paths } from '../paths.ts'
import { useText } from './text.ts'

/** Whether disputed amounts are credited before the issuer decides, issuer by issuer. */
export default function TermsPage() {
  const t = useText()
  const { search } = useLocation()
  const navigate = useNavigate()
  const makes = useHolds('staff:dispute.make')
  const query = useAsk(disputeTerms, {})
  return (
    <Drawer title={t('disputes.terms')} onClose={() => void navigate({ pathname: paths.disputes, search })}>
      <Answered query={query}>
        {({ issuers }) => (
          <Stack gap={5}>
            <Note>{t('disputes.termsText')}</Note>
            {issuers.map(({ issuerId, byApi, provisional, open }) => (
              <Section key={issuerId} title={issuerId}>
                <Facts
                  facts={[
                    [t('disputes.terms'), t(provisional === 1 ? 'disputes.on' : 'disputes.off')],
                    [t('disputes.openCredit'), <Money cents={open} />],
                    [t('disputes.issuer'), t(byApi === 1 ? 'disputes.byApi' : 'disputes.byHand')],
                  ]}
                />
                {makes && (
                  <ReasonButton
                    call={setDisputeTerms}
                    input={{ issuerId, provisional: provisional === 1 ? '0' : '1' }}
                    about={issuerId}
                    label={t(provisional === 1 ? 'disputes.turnOff' : 'disputes.turnOn')}
                    done={t('disputes.changed')}
                    refreshes={[disputeTerms]}
                  />
                )}
              </Section>
            ))}
          </Stack>
        )}
      </Answered>
    </Drawer>
  )
}
