import { useNavigate, useParams } from 'react-router'
import { cancelRailChange, listRails, railHistory } from '#contract/funding/desk/rails.ts'
import { showTime } from '#web/parts/dates.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { Drawer } from '#web/ui/dialogs/Dialog.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { SkeletonLines } from '#web/ui/Skeleton.tsx'
import { StatusTag } from '#web/ui/tags/Tag.tsx'
import { useState } from 'react'
import { Button } from '#web/ui/forms/Button.tsx'
import { useHolds } from '#web/operator/desk.ts'
import { ReasonDialog } from '#web/operator/parts/ReasonDialog.tsx'
import { paths } from '#web/operator/paths.ts'
import css from '#web/operator/parts/Case.module.css'
import { RailForm } from './RailForm.tsx'
import { useText } from '../text.ts'

/** One rail: its editable settings and their history. */
export default function RailPage() {
  const t = useText()
  const { rail = '' } = useParams()
  const navigate = useNavigate()
  const makes = useHolds('staff:treasury.make')
  const query = useAsk(listRails, {}, { quiet: true })
  const found = query.data?.list.find((one) => one.rail === rail)
  return (
    <Drawer title={found?.railText ?? t('funding.change')} width={680} onClose={() => void navigate(paths.rails)}>
      {found ? (
        <div className={css.detail}>
          {makes && <RailForm key={`${found.rail} ${found.version}`} rail={found} />}
          <History rail={found.rail} makes={makes} />
        </div>
      ) : query.isPending ? (
        <SkeletonLines lines={8} />
      ) : (
        <Empty icon="search" title={t('funding.missing')} />
      )}
    </Drawer>
  )
}

function History({ rail, makes }: { rail: Parameters<typeof RailForm>[0]['rail']['rail']; makes: boolean }) {
  const t = useText()
  const [ending, setEnding] = useState<string>()
  const { data } = useAsk(railHistory, { rail }, { quiet: true })
  return (
    <section>
      <h3>{t('funding.history')}</h3>
      {data?.data.length === 0 && <p className={css.quiet}>{t('funding.noHistory')}</p>}
      {data?.data.map((change) => (
        <div key={change.changeId} className={css.item}>
          <span className={css.between}>
            <StatusTag
              tone={change.state === 'DONE' ? 'ok' : change.state === 'PLANNED' ? 'info' : 'quiet'}
              text={change.stateText}
            />
            <small>{showTime(change.effectiveTime)}</small>
          </span>
          {change.lines.map(({ label, before, after }) => (
            <span key={label}>
              {label}: {before} → <strong>{after}</strong>
            </span>
          ))}
          <small>{[change.maker, change.checker, change.reason].filter(Boolean).join(' · ')}</small>
          {change.state === 'PLANNED' && makes && (
            <span>
              <Button size="s" guardMs={0} onClick={() => setEnding(change.changeId)}>
                {t('funding.cancel')}
              </Button>
            </span>
          )}
        </div>
      ))}
      {ending && (
        <ReasonDialog
          call={cancelRailChange}
          input={{ changeId: ending }}
          title={t('funding.cancel')}
          text={t('funding.cancelText')}
          submit={t('funding.cancel')}
          done={t('funding.cancelled')}
          refreshes={[railHistory, listRails]}
          onClose={() => setEnding(undefined)}
        />
      )}
    </section>
  )
}
