import { Link } from 'react-router'
import type { StaffAuditRow } from '#contract/staff/staff.ts'
import { CopyButton } from '#web/ui/forms/CopyButton.tsx'
import { Drawer } from '#web/ui/dialogs/Dialog.tsx'
import { Facts } from '#web/ui/dialogs/Panel.tsx'
import { useHolds } from '../desk.ts'
import { paths } from '../paths.ts'
import { useSay } from '../say.ts'
import css from './Audit.module.css'

export function AuditRowDialog({ row, time, onClose }: { row: StaffAuditRow; time: string; onClose: () => void }) {
  const { t } = useSay()
  const looks = useHolds('staff:account.view')
  return (
    <Drawer title={row.content} onClose={onClose} width={520}>
      <Facts
        facts={[
          [t('staffAudit.seq'), t(`staffAudit.chain.${row.chain === 'door' ? 'door' : 'desk'}`, { seq: row.seq })],
          [t('staffAudit.time'), time],
          [t('staffAudit.who'), row.staffName],
          [t('staffAudit.action'), row.actionText],
          [
            t('staffAudit.target'),
            row.accountId && looks ? <Link to={paths.account(row.accountId)}>{row.target}</Link> : row.target,
          ],
          [t('staffAudit.reason'), row.reason || '–'],
          [t('staffAudit.before'), <State json={row.before} />],
          [t('staffAudit.after'), <State json={row.after} />],
          [t('staffAudit.ip'), row.ip || '–'],
          [
            t('staffAudit.hash'),
            <>
              <code>{row.hash.slice(0, 16)}…</code>
              <CopyButton text={row.hash} what={t('staffAudit.hash')} />
            </>,
          ],
        ]}
      />
    </Drawer>
  )
}

/** As it was hashed, a name a line. */
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
