import { useState } from 'react'
import { Link } from 'react-router'
import type { Output } from '#contract/core/call.ts'
import { listStaffAudit, staffActions, verifyStaffAudit, type StaffAuditRow } from '#contract/staff/staff.ts'
import { showTime } from '#web/parts/dates.ts'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { useCall } from '#web/parts/client/queries.ts'
import { column, textColumn, timeColumn, type Column } from '#web/parts/lists/columns.tsx'
import { QueryList, useList, optionsOf, type Filter } from '#web/parts/lists/QueryList.tsx'
import { Button } from '#web/ui/forms/Button.tsx'
import { Tag } from '#web/ui/tags/Tag.tsx'
import { CopyButton } from '#web/ui/forms/CopyButton.tsx'
import { Drawer } from '#web/ui/dialogs/Dialog.tsx'
import { Facts, Muted, Stack } from '#web/ui/layout.tsx'
import { useHolds } from '../desk.ts'
import { Note } from '#web/ui/Notes.tsx'
import { paths } from '../paths.ts'
import { title, useText } from './text.ts'
import css from './Audit.module.css'

/** Staff actions, and the button that verifies the whole chain. */
export default function AuditPage() {
  const t = useText()
  const [verdict, setVerdict] = useState<Output<typeof verifyStaffAudit>>()
  const [open, setOpen] = useState<StaffAuditRow>()
  const verify = useCall(verifyStaffAudit, { onDone: setVerdict })
  const filters: Filter[] = [
    { kind: 'text', name: 'keyword', label: t('audit.keyword') },
    { kind: 'choice', name: 'action', label: t('audit.action'), options: optionsOf(staffActions) },
    { kind: 'days', name: ['startTime', 'endTime'], label: t('audit.time') },
  ]
  const listed = useList(listStaffAudit, { filters })
  return (
    <PageFrame>
      <QueryList
        label={t('audit.list')}
        of={listed}
        above={verdict && <Verdict verdict={verdict} />}
        extra={
          <Button icon="shield" loading={verify.isPending} onClick={() => verify.mutate({})}>
            {t('audit.verify')}
          </Button>
        }
        columns={auditColumns}
        rowKey={({ id }) => id}
        onOpen={setOpen}
        empty={{ icon: 'shield', title: t('audit.none') }}
      />
      {open && <AuditRowDialog row={open} onClose={() => setOpen(undefined)} />}
    </PageFrame>
  )
}

const auditColumns: readonly Column<StaffAuditRow>[] = [
  timeColumn('createTime', title('audit.time'), { key: 'time' }),
  textColumn('staffName', title('audit.who'), { key: 'who', phone: 'head' }),
  column('action', title('audit.action'), (row) => <Tag>{row.actionText}</Tag>),
  column('content', title('audit.content'), (row) => (
    <Stack as="span" gap={1} className={css.what}>
      {row.content}
      {row.reason && <Muted>{row.reason}</Muted>}
    </Stack>
  )),
  textColumn('target', title('audit.target')),
]

const whys = ['CHANGED', 'MISSING', 'MOVED', 'CUT_OFF', 'FORGED'] as const

/** The result of the verification, with the names of any breaks. */
function Verdict({ verdict }: { verdict: Output<typeof verifyStaffAudit> }) {
  const t = useText()
  const whole = verdict.breaks.length === 0
  return (
    <Note tone={whole ? 'info' : 'bad'} icon={whole ? 'check' : 'warn'} role="status">
      <Stack as="span" gap={1}>
        <strong>
          {whole
            ? t('audit.whole', { rows: verdict.rows, count: verdict.rows })
            : t('audit.broken', { count: verdict.breaks.length })}
        </strong>
        {verdict.breaks.map(({ chain, seq, why }) => {
          const known = whys.find((one) => one === why)
          return (
            <span key={`${chain}${seq}`}>
              {chain} {seq}: {known ? t(`audit.why.${known}`) : why}
            </span>
          )
        })}
        <span>{t('audit.checkedAt', { time: showTime(verdict.checkTime) })}</span>
      </Stack>
    </Note>
  )
}

function AuditRowDialog({ row, onClose }: { row: StaffAuditRow; onClose: () => void }) {
  const t = useText()
  const looks = useHolds('staff:account.view')
  return (
    <Drawer title={row.content} onClose={onClose} width={520}>
      <Facts
        facts={[
          [t('audit.seq'), t(`audit.chain.${row.chain === 'door' ? 'door' : 'desk'}`, { seq: row.seq })],
          [t('audit.time'), showTime(row.createTime)],
          [t('audit.who'), row.staffName],
          [t('audit.action'), row.actionText],
          [
            t('audit.target'),
            row.accountId && looks ? <Link to={paths.account(row.accountId)}>{row.target}</Link> : row.target,
          ],
          [t('audit.reason'), row.reason || '–'],
          [t('audit.before'), <State json={row.before} />],
          [t('audit.after'), <State json={row.after} />],
          [t('audit.ip'), row.ip || '–'],
          [
            t('audit.hash'),
            <>
              <code>{row.hash.slice(0, 16)}…</code>
              <CopyButton text={row.hash} what={t('audit.hash')} />
            </>,
          ],
        ]}
      />
    </Drawer>
  )
}

/** The hashed content, one field per line. */
function State({ json }: { json: string | null }) {
  if (json === null) return '–'
  const found: unknown = JSON.parse(json)
  const text =
    typeof found === 'object' && found !== null && !Array.isArray(found)
      ? Object.entries(found)
          .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
          .join('\n')
      : json
  return <pre className={css.state}>{text}</pre>
}
