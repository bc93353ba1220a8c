import { useState } from 'react'
import { Link, useLocation, useNavigate, useParams } from 'react-router'
import { staffQueues } from '#contract/staff/staff.ts'
import { listBreaks, resolveBreak, showBreak } from '#contract/funding/desk/topUps.ts'
import { FormError } from '#web/parts/forms/CallForm.tsx'
import { showTime } from '#web/parts/dates.ts'
import { useAsk, useCall } from '#web/parts/client/queries.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Drawer } from '#web/ui/dialogs/Dialog.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { Field } from '#web/ui/forms/Field.tsx'
import { TextArea } from '#web/ui/forms/Input.tsx'
import { Facts } from '#web/ui/layout.tsx'
import { SkeletonLines } from '#web/ui/Skeleton.tsx'
import { StatusTag } from '#web/ui/tags/Tag.tsx'
import { toast } from '#web/ui/dialogs/toast.ts'
import { useHolds } from '#web/operator/desk.ts'
import { paths } from '#web/operator/paths.ts'
import { useText } from '../text.ts'
import css from '#web/operator/parts/Case.module.css'

/** One break: both sides, where its money is, and what staff have done about it. */
export default function BreakPage() {
  const t = useText()
  const { breakId = '' } = useParams()
  const { search } = useLocation()
  const navigate = useNavigate()
  const makes = useHolds('staff:books.make')
  const [reason, setReason] = useState('')
  const query = useAsk(showBreak, { breakId }, { quiet: true })
  const found = query.data
  const resolve = useCall(resolveBreak, {
    quiet: true,
    refreshes: [showBreak, listBreaks, staffQueues],
    onDone: () => toast.ok(t('funding.resolved')),
  })
  return (
    <Drawer
      title={found?.kindText ?? t('funding.breaks')}
      extra={
        found && (
          <StatusTag
            tone={found.state === 'OPEN' ? 'warn' : 'ok'}
            text={t(found.state === 'OPEN' ? 'funding.open' : 'funding.mended')}
          />
        )
      }
      onClose={() => void navigate({ pathname: paths.recon, search })}
    >
      {found ? (
        <div className={css.detail}>
          <Facts
            facts={[
              [t('funding.rail'), found.railText],
              ...found.facts.map(({ name, text }) => [name, text] as const),
              [
                t('funding.reference'),
                <span key="ref" className={css.mono}>
                  {found.ref}
                </span>,
              ],
              ...(found.orderNo
                ? [
                    [
                      t('funding.order'),
                      <span key="no" className={css.mono}>
                        {found.orderNo}
                      </span>,
                    ] as const,
                  ]
                : []),
              [t('funding.time'), showTime(found.foundTime)],
              ...(found.mendedBy ? [[t('funding.mendedBy'), found.mendedBy] as const] : []),
              ...(found.mendedWhy ? [[t('funding.reason'), found.mendedWhy] as const] : []),
            ]}
          />
          <div className={css.row}>
            {found.suspenseId && <Link to={paths.receipt(found.suspenseId)}>{t('funding.toReceipt')}</Link>}
            {found.ours && found.orderNo && <Link to={paths.topUp(found.orderNo)}>{t('funding.toOrderPage')}</Link>}
          </div>
          {found.state === 'OPEN' && makes && (
            <>
              <Field label={t('funding.reason')} hint={t('funding.resolveHint')} required>
                {(wiring) => <TextArea {...wiring} rows={2} maxLength={200} value={reason} onChange={setReason} />}
              </Field>
              <FormError text={resolve.error?.says} />
              <span>
                <Button
                  look="primary"
                  loading={resolve.isPending}
                  disabled={reason.trim().length < 2 ? t('funding.reason') : undefined}
                  onClick={() => resolve.mutate({ breakId, reason })}
                >
                  {t('funding.resolve')}
                </Button>
              </span>
            </>
          )}
        </div>
      ) : query.isPending ? (
        <SkeletonLines lines={6} />
      ) : (
        <Empty icon="search" title={t('funding.missing')} />
      )}
    </Drawer>
  )
}
