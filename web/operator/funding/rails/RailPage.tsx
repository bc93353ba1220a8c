import { useParams } from 'react-router'
import { cancelRailChange, listRails, railHistory, type DeskRail } from '#contract/funding/desk/rails.ts'
import { showTime } from '#web/parts/dates.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { Empty } from '#web/ui/Empty.tsx'
import { Muted, Row, Section, Stack } from '#web/ui/layout.tsx'
import { StatusTag } from '#web/ui/tags/Tag.tsx'
import { useHolds } from '#web/operator/desk.ts'
import { CasePage } from '#web/operator/parts/Case.tsx'
import { ReasonButton } from '#web/operator/parts/ReasonDialog.tsx'
import { paths } from '#web/operator/paths.ts'
import { RailForm } from './RailForm.tsx'
import { useText } from '../text.ts'

const changeTone = { DONE: 'ok', PLANNED: 'info', CANCELLED: 'quiet' } as const

/** One rail: its editable settings and their history. */
export default function RailPage() {
  const t = useText()
  const { rail = '' } = useParams()
  const makes = useHolds('staff:treasury.make')
  const query = useAsk(listRails, {}, { quiet: true })
  const found = query.data?.list.find((one) => one.rail === rail)
  return (
    <CasePage title={found?.railText ?? t('funding.change')} width={680} of={paths.rails} query={query}>
      {() =>
        found ? (
          <>
            {makes && <RailForm key={`${found.rail} ${found.version}`} rail={found} />}
            <History rail={found.rail} makes={makes} />
          </>
        ) : (
          <Empty icon="search" title={t('funding.missing')} />
        )
      }
    </CasePage>
  )
}

function History({ rail, makes }: { rail: DeskRail['rail']; makes: boolean }) {
  const t = useText()
  const { data } = useAsk(railHistory, { rail }, { quiet: true })
  return (
    <Section title={t('funding.history')}>
      {data?.data.length === 0 && <Muted as="p">{t('funding.noHistory')}</Muted>}
      <Stack gap={4}>
        {data?.data.map((change) => (
          <Stack key={change.changeId} gap={1}>
            <Row between>
              <StatusTag tone={changeTone[change.state]} text={change.stateText} />
              <Muted>{showTime(change.effectiveTime)}</Muted>
            </Row>
            {change.lines.map(({ label, before, after }) => (
              <span key={label}>
                {label}: {before} → <strong>{after}</strong>
              </span>
            ))}
            <Muted>{[change.maker, change.checker, change.reason].filter(Boolean).join(' · ')}</Muted>
            {change.state === 'PLANNED' && makes && (
              <Row>
                <ReasonButton
                  size="s"
                  call={cancelRailChange}
                  input={{ changeId: change.changeId }}
                  label={t('funding.cancel')}
                  text={t('funding.cancelText')}
                  done={t('funding.cancelled')}
                  refreshes={[railHistory, listRails]}
                />
              </Row>
            )}
          </Stack>
        ))}
      </Stack>
    </Section>
  )
}
