import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { importData, importTemplate } from '#contract/cards/imports.ts'
import { download } from '#web/parts/client/client.ts'
import { useMay } from '#web/parts/client/useMay.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Panel } from '#web/ui/dialogs/Panel.tsx'
import { IdentityNote } from '#web/account/identity/verification/IdentityNote.tsx'
import { OpenWays } from '../opening/OpenWays.tsx'
import open from '../opening/Open.module.css'
import { DropZone } from './DropZone.tsx'
import { ImportedBatch } from './ImportedBatch.tsx'
import { ImportPrice } from './ImportPrice.tsx'
import { ImportRows } from './ImportRows.tsx'
import { useImport } from './useImport.ts'
import { langNow } from '#web/text.ts'
import { useText } from './text.ts'
import css from './Imports.module.css'

/** Cards from an Excel file: the template, the file with its faults, the price, and the batch that it became. */
export default function ImportPage() {
  const [search, setSearch] = useSearchParams()
  const batchNo = search.get('batch')
  return (
    <>
      <OpenWays />
      <IdentityNote />
      {batchNo ? (
        <ImportedBatch batchNo={batchNo} onNew={() => setSearch({})} onRetried={(next) => setSearch({ batch: next })} />
      ) : (
        <ImportFile onOpened={(next) => setSearch({ batch: next })} />
      )}
    </>
  )
}

function ImportFile({ onOpened }: { onOpened: (batchNo: string) => void }) {
  const t = useText()
  const may = useMay(importData)
  const file = useImport()
  const [loading, setLoading] = useState(false)
  const { told } = file
  async function template() {
    setLoading(true)
    await download(importTemplate, { lang: langNow() }).catch(() => {})
    setLoading(false)
  }
  async function start() {
    const batchNo = await file.open()
    if (batchNo) onOpened(batchNo)
  }
  const off =
    may.reason ??
    (!told
      ? t('imports.firstFile')
      : told.invalid > 0
        ? t('imports.firstMend', { count: told.invalid })
        : told.total === 0
          ? t('imports.nothingLeft')
          : undefined)
  return (
    <div className={open.page}>
      <div className={open.column}>
        <Panel
          title={t('imports.steps')}
          extra={
            <Button icon="download" loading={loading} onClick={() => void template()}>
              {t('imports.template')}
            </Button>
          }
        >
          <ol className={css.steps}>
            <li>{t('imports.stepTemplate')}</li>
            <li>{t('imports.stepDrop')}</li>
            <li>{t('imports.stepPay')}</li>
          </ol>
          <DropZone busy={file.checking} problem={file.fileProblem} onFile={file.check} />
        </Panel>
      </div>
      <ImportPrice
        told={told}
        off={off}
        loading={file.opening}
        problem={file.openProblem}
        couponId={file.couponId}
        onCoupon={file.useCoupon}
        onOpen={() => void start()}
      />
      {told && (
        <div className={css.whole}>
          <ImportRows told={told} fileName={file.fileName ?? ''} />
        </div>
      )}
    </div>
  )
}
