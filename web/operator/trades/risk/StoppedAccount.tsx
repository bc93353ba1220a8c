import { Link } from 'react-router'
import { restoreEvidence } from '#contract/trades/desk/board.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { showTime } from '#web/parts/dates.ts'
import { Row } from '#web/ui/layout.tsx'
import { Note } from '#web/ui/Notes.tsx'
import { useHolds } from '#web/operator/desk.ts'
import { percent } from '#web/operator/parts/percent.ts'
import { paths } from '#web/operator/paths.ts'
import { useText } from '../text.ts'
import { RestoreButton } from './RestoreButton.tsx'

/** On the page of an account whose cards are all stopped: since when, and the request to restore it. */
export default function StoppedAccount({ accountId, about }: { accountId: string; about: string }) {
  const t = useText()
  const makes = useHolds('staff:risk.make')
  const { data } = useAsk(restoreEvidence, { accountId }, { quiet: true, everyMs: 15_000 })
  if (!data?.stop) return null
  return (
    <Note tone="bad" role="status">
      <Row as="span" between>
        <span>
          {t('risk.evidence.allStopped', { time: showTime(data.stop.time), rate: percent(data.stop.rateBps) })}
        </span>
        {data.approvalId ? (
          <Link to={paths.approval(data.approvalId)}>{t('risk.waiting')}</Link>
        ) : (
          makes && <RestoreButton accountId={accountId} about={about} />
        )}
      </Row>
    </Note>
  )
}
