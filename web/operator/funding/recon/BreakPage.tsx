import { Link, useParams } from 'react-router'
import { staffQueues } from '#contract/staff/staff.ts'
import { listBreaks, resolveBreak, showBreak } from '#contract/funding/desk/topUps.ts'
import { PageForm } from '#web/parts/forms/PageForm.tsx'
import { TextAreaField } from '#web/parts/forms/fields.tsx'
import { useForm } from '#web/parts/forms/useForm.ts'
import { showTime } from '#web/parts/dates.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { Facts, Mono, Row } from '#web/ui/layout.tsx'
import { StatusTag } from '#web/ui/tags/Tag.tsx'
import { useHolds } from '#web/operator/desk.ts'
import { CasePage } from '#web/operator/parts/Case.tsx'
import { paths } from '#web/operator/paths.ts'
import { useText } from '../text.ts'

/** One break: both sides, where its money is, and what staff have done about it. */
export default function BreakPage() {
  const t = useText()
  const { breakId = '' } = useParams()
  const makes = useHolds('staff:books.make')
  const query = useAsk(showBreak, { breakId }, { quiet: true })
  const isOpen = query.data?.state === 'OPEN'
  return (
    <CasePage
      title={query.data?.kindText ?? t('funding.breaks')}
      tag={
        query.data && <StatusTag tone={isOpen ? 'warn' : 'ok'} text={t(isOpen ? 'funding.open' : 'funding.mended')} />
      }
      of={paths.recon}
      query={query}
      missing={t('funding.missing')}
    >
      {(found) => (
        <>
          <Facts
            facts={[
              [t('funding.rail'), found.railText],
              ...found.facts.map(({ name, text }) => [name, text] as const),
              [t('funding.reference'), <Mono>{found.ref}</Mono>],
              found.orderNo && [t('funding.order'), <Mono>{found.orderNo}</Mono>],
              [t('funding.time'), showTime(found.foundTime)],
              found.mendedBy && [t('funding.mendedBy'), found.mendedBy],
              found.mendedWhy && [t('funding.reason'), found.mendedWhy],
            ]}
          />
          <Row gap={4}>
            {found.suspenseId && <Link to={paths.receipt(found.suspenseId)}>{t('funding.toReceipt')}</Link>}
            {found.ours && found.orderNo && <Link to={paths.topUp(found.orderNo)}>{t('funding.toOrderPage')}</Link>}
          </Row>
          {isOpen && makes && <Resolve key={breakId} breakId={breakId} />}
        </>
      )}
    </CasePage>
  )
}

function Resolve({ breakId }: { breakId: string }) {
  const t = useText()
  const form = useForm(resolveBreak, { initial: { breakId, reason: '' } })
  return (
    <PageForm
      form={form}
      submit={t('funding.resolve')}
      submitOff={form.text('reason').trim().length < 2 ? t('funding.reason') : undefined}
      done={t('funding.resolved')}
      refreshes={[showBreak, listBreaks, staffQueues]}
    >
      <TextAreaField form={form} name="reason" label={t('funding.reason')} hint={t('funding.resolveHint')} rows={2} />
    </PageForm>
  )
}
