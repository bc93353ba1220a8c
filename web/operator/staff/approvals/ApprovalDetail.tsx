import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import { type showApproval, showAttachment } from '#contract/staff/approvals.ts'
import type { Output } from '#contract/core/call.ts'
import { showTime } from '#web/parts/dates.ts'
import { CopyButton } from '#web/ui/forms/CopyButton.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Facts, Grid, Muted, Row, Section } from '#web/ui/layout.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Tag } from '#web/ui/tags/Tag.tsx'
import { withText } from '#web/text.ts'
import { useHolds } from '#web/operator/desk.ts'
import { Quote } from '#web/operator/parts/Case.tsx'
import { paths } from '#web/operator/paths.ts'
import { Picture } from '#web/parts/Picture.tsx'
import { useText } from '../text.ts'
import css from './ApprovalDetail.module.css'

export type Approval = Output<typeof showApproval>

/** There is nothing to strike out in a value that is not there. */
const isEmpty = (value: string | null): boolean => value === null || value === '' || value === '—' || value === '–'

/** The checker sees what the maker saw. */
const RestoreEvidence = lazy(withText(() => import('#web/operator/trades/risk/RestoreEvidence.tsx')))

export function ApprovalDetail({ approval }: { approval: Approval }) {
  const t = useText()
  const risk = useHolds('staff:risk.view')
  // What stays as it is, is no change.
  const changed = approval.diff.filter(({ before, after }) => before === null || before !== after)
  const looks = useHolds('staff:account.view')
  return (
    <>
      <Facts
        facts={[
          approval.amount !== null && [t('approvals.amount'), <Money cents={approval.amount} strong />],
          [
            t('approvals.target'),
            approval.accountId && looks ? (
              <Link to={paths.account(approval.accountId)}>{approval.target}</Link>
            ) : (
              approval.target
            ),
          ],
          [t('approvals.maker'), approval.maker.name],
          [t('approvals.created'), showTime(approval.createTime)],
          [t('approvals.expires'), showTime(approval.expireTime)],
        ]}
      />
      <Section title={t('approvals.why')}>
        <Quote>{approval.reason}</Quote>
      </Section>
      <Section title={t('approvals.change')}>
        <table className={css.diff}>
          <thead>
            <tr>
              <th scope="col">{t('approvals.item')}</th>
              <th scope="col">{t('approvals.before')}</th>
              <th scope="col">{t('approvals.after')}</th>
            </tr>
          </thead>
          <tbody>
            {changed.map(({ label, before, after }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>{isEmpty(before) || after === null ? (before ?? '–') : <del>{before}</del>}</td>
                <td>{isEmpty(after) ? (after ?? '–') : <ins>{after}</ins>}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Section>
      {approval.kind === 'risk.restore' && approval.accountId && approval.state === 'WAITING' && risk && (
        <Suspense fallback={<Skeleton height={320} radius={8} />}>
          <RestoreEvidence accountId={approval.accountId} />
        </Suspense>
      )}
      {approval.attachments.length > 0 && (
        <Section title={t('approvals.attachment.title')}>
          <Grid as="ul" gap={3} min={140}>
            {approval.attachments.map(({ fileId, name }) => (
              <li key={fileId}>
                <Picture
                  call={showAttachment}
                  input={{ approvalId: approval.approvalId, fileId }}
                  name={name}
                  larger={t('approvals.attachment.larger', { name })}
                  failed={t('approvals.attachment.failed', { name })}
                  height={110}
                />
              </li>
            ))}
          </Grid>
        </Section>
      )}
      <details className={css.frozen}>
        <summary>{t('approvals.frozen')}</summary>
        <pre tabIndex={0}>{approval.payload}</pre>
        <p>
          {t('approvals.hash')} <code>{approval.hash.slice(0, 16)}…</code>
          <CopyButton text={approval.hash} what={t('approvals.hash')} />
        </p>
        <p>{t('approvals.hashText')}</p>
      </details>
      <Section
        title={t('approvals.votes')}
        extra={<Muted>{t('approvals.agreed', { agreed: approval.agreed, needs: approval.needs })}</Muted>}
      >
        {approval.votes.length === 0 && <Muted as="p">{t('approvals.noVotes')}</Muted>}
        {approval.votes.map(({ who, agreed, reason, time }) => (
          <Row key={who} gap={3}>
            <Tag tone={agreed ? 'ok' : 'bad'} dot>
              {agreed ? t('approvals.yes') : t('approvals.no')}
            </Tag>
            <strong>{who}</strong>
            <span>{reason}</span>
            <Muted>{showTime(time)}</Muted>
          </Row>
        ))}
      </Section>
    </>
  )
}
