import { Link, Outlet } from 'react-router'
import { show } from '#contract/core/money.ts'
import { listRails, type DeskRail } from '#contract/funding/desk/rails.ts'
import { showDay } from '#web/parts/dates.ts'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { useAsk } from '#web/parts/client/queries.ts'
import { Money } from '#web/ui/Money.tsx'
import { Panel } from '#web/ui/dialogs/Panel.tsx'
import { Facts, Grid, Muted, Row, Stack } from '#web/ui/layout.tsx'
import { StatusTag, Tag } from '#web/ui/tags/Tag.tsx'
import { useHolds } from '#web/operator/desk.ts'
import { Answered } from '#web/parts/Answered.tsx'
import { paths } from '#web/operator/paths.ts'
import { Rates } from './Rates.tsx'
import { langNow } from '#web/text.ts'
import { useText } from '../text.ts'

/** The methods offered to account holders, and the price of a dollar. */
export default function RailsPage() {
  const query = useAsk(listRails, {}, { everyMs: 15_000 })
  return (
    <PageFrame>
      <Rates />
      <Answered query={query}>
        {({ list }) => (
          <Grid min={320}>
            {list.map((rail) => (
              <RailCard key={rail.rail} rail={rail} />
            ))}
          </Grid>
        )}
      </Answered>
      <Outlet />
    </PageFrame>
  )
}

function RailCard({ rail }: { rail: DeskRail }) {
  const t = useText()
  const makes = useHolds('staff:treasury.make')
  return (
    <Panel
      title={rail.railText}
      extra={<StatusTag tone={rail.enabled ? 'ok' : 'bad'} text={t(rail.enabled ? 'funding.on' : 'funding.off')} />}
    >
      <Stack>
        <Facts
          facts={[
            [t('funding.min'), <Money key="min" cents={rail.min} unit={rail.payUnit} />],
            [t('funding.max'), <Limits key="max" rail={rail} />],
            [t('funding.fee'), <Fee key="fee" rail={rail} />],
            [t('funding.arrival'), langNow() === 'cn' ? rail.arrivalCn : rail.arrivalEn],
          ]}
        />
        {(rail.planned > 0 || rail.approvalId || rail.maxCn !== rail.maxEn) && (
          <Row>
            {rail.planned > 0 && <Tag tone="info">{t('funding.planned', { count: rail.planned })}</Tag>}
            {rail.maxCn !== rail.maxEn && <Tag tone="warn">{t('funding.limitsDiffer')}</Tag>}
            {rail.approvalId && <Link to={paths.approval(rail.approvalId)}>{t('funding.pending')}</Link>}
          </Row>
        )}
        <Row between>
          <Muted>
            {t('funding.version', { version: rail.version })} · {showDay(rail.updateTime)}
          </Muted>
          <Link
            to={paths.rail(rail.rail)}
            aria-label={`${t(makes ? 'funding.edit' : 'funding.look')} ${rail.railText}`}
          >
            {t(makes ? 'funding.edit' : 'funding.look')}
          </Link>
        </Row>
      </Stack>
    </Panel>
  )
}

/** The limits named in the texts of each language; one figure if they agree. */
function Limits({ rail: { maxCn, maxEn, payUnit } }: { rail: DeskRail }) {
  const t = useText()
  if (maxCn === maxEn) return <Money cents={maxCn} unit={payUnit} />
  return (
    <>
      {t('funding.inCn')} <Money cents={maxCn} unit={payUnit} /> · {t('funding.inEn')}{' '}
      <Money cents={maxEn} unit={payUnit} />
    </>
  )
}

function Fee({ rail: { feeBps, feeFixed, payUnit } }: { rail: DeskRail }) {
  return (
    <>
      {feeBps / 100}%{feeFixed > 0 && <> + {show(feeFixed, payUnit)}</>}
    </>
  )
}
