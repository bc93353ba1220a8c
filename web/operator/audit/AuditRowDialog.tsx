import { Link } from 'react-router'
import type { StaffAuditRow } from '#contract/staff/staff.ts'
import { CopyButton } from '#web/ui/forms/CopyButton.tsx'
import { Drawer } from '#web/ui/dialogs/Dialog.tsx'
import { Facts } from '#web/ui/dialogs/Panel.tsx'
import { useHolds } from '../desk.ts'
import { paths } from '../paths.ts'
import { useText } from './text.ts'
import css from './Audit.module.css'

export function AuditRowDialog({ row, time, onClose }: { row: StaffAuditRow; time: string; onClose: () => void }) {
  const t = useText()
  const looks = useHolds('staff:account.view')
  return (
    <Drawer title={row.content} onClose={onClose} width={520}>
      <Facts
        facts={[
          [t('audit.seq'), t(`audit.chain.${row.chain === 'door' ? 'door' : 'desk'}`, { seq: row.seq })],
          [t('audit.time'), time],
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
