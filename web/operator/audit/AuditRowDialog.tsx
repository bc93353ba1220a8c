import type { StaffAuditRow } from '../../../contract/staff.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Drawer } from '../../ui/Dialog.tsx'
import { Facts } from '../../ui/Panel.tsx'
import { useSay } from '../say.ts'

export function AuditRowDialog({ row, time, onClose }: { row: StaffAuditRow; time: string; onClose: () => void }) {
  const { t } = useSay()
  return (
    <Drawer title={row.content} onClose={onClose} width={520}>
      <Facts
        facts={[
          [t('staffAudit.seq'), `${row.chain} ${row.seq}`],
          [t('staffAudit.time'), time],
          [t('staffAudit.who'), row.staffName],
          [t('staffAudit.action'), row.actionText],
          [t('staffAudit.target'), row.target],
          [t('staffAudit.reason'), row.reason || '–'],
          [t('staffAudit.before'), row.before ?? '–'],
          [t('staffAudit.after'), row.after ?? '–'],
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
