import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { Input } from '#contract/core/call.ts'
import { listCards } from '#contract/cards/cards.ts'
import { exportCards, exportFullCards, usualCardColumns, type CardExportColumn } from '#contract/exports/exports.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { useMay } from '#web/parts/client/useMay.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { paths } from '../paths.ts'
import { ColumnChoice } from './ColumnChoice.tsx'
import { ExportDialog } from './ExportDialog.tsx'
import { fromAddress } from './fromAddress.ts'
import { FullNumbers } from './FullNumbers.tsx'
import { useText } from './text.ts'

/** Exports the list of cards and, after verification, full numbers. */
export default function CardsExportPage() {
  const t = useText()
  const { search } = useLocation()
  const navigate = useNavigate()
  const full = useMay(exportFullCards)
  const [step, setStep] = useState<'plain' | 'full'>('plain')
  const [columns, setColumns] = useState<CardExportColumn[]>([...usualCardColumns])
  const filters = fromAddress(exportCards, search)
  const page = useAsk(listCards, { ...filters, pageNo: 1, pageSize: 1 } as Input<typeof listCards>, { quiet: true })
  const onClose = () => void navigate({ pathname: paths.cardList, search })

  if (step === 'full')
    return <FullNumbers filters={filters} count={page.data} onBack={() => setStep('plain')} onClose={onClose} />
  return (
    <ExportDialog
      title={t('exports.cards')}
      call={exportCards}
      input={{ ...filters, columns }}
      count={page.data}
      problem={columns.length ? undefined : t('exports.columnsNone')}
      onClose={onClose}
      foot={
        full.shown && (
          <Button look="quiet" icon="eye" guardMs={0} disabled={full.reason} onClick={() => setStep('full')}>
            {t('exports.toFull')}
          </Button>
        )
      }
    >
      <ColumnChoice chosen={columns} onChange={setColumns} />
    </ExportDialog>
  )
}
