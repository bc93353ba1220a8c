import { useState, useId } from 'react'
import { useSearchParams, Link } from 'react-router'
import { importData, importTemplate, importFields, IMPORT_MAX_ROWS } from '#contract/cards/imports.ts'
import { parse, show } from '#contract/core/money.ts'
import { useMay } from '#web/parts/client/useMay.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Panel } from '#web/ui/dialogs/Panel.tsx'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { IdentityNote } from '#web/account/identity/verification/IdentityNote.tsx'
import { langNow } from '#web/text.ts'
import { FormError } from '#web/parts/forms/CallForm.tsx'
import { Muted, Row, Stack } from '#web/ui/layout.tsx'
import { useReachable } from '#web/account/useReachable.ts'
import { paths } from '#web/account/paths.ts'
import { Note } from '#web/ui/Notes.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { OpenWays } from '../opening/OpenWays.tsx'
import { ChargeLines } from '../ChargeLines.tsx'
import { CouponField } from '../CouponField.tsx'
import { ImportedBatch } from './ImportedBatch.tsx'
import { ImportRows } from './ImportRows.tsx'
import { DownloadButton } from './DownloadButton.tsx'
import { useImport, type Import } from './useImport.ts'
import { useText } from './text.ts'
import type { Told } from './lines.ts'
import open from '../opening/Open.module.css'
import css from './Imports.module.css'

/** Opens cards from an Excel file: the template, the file with its errors, the price, and the resulting batch. */
export default function ImportPage() {
  const [search, setSearch] = useSearchParams()
  const batchNo = search.get('batch')
  return (
    <>
      <OpenWays />
      <PageFrame>
        <IdentityNote />
        {batchNo ? (
          <ImportedBatch
            batchNo={batchNo}
            onNew={() => setSearch({})}
            onRetried={(next) => setSearch({ batch: next })}
          />
        ) : (
          <ImportFile onOpened={(next) => setSearch({ batch: next })} />
        )}
      </PageFrame>
    </>
  )
}

function ImportFile({ onOpened }: { onOpened: (batchNo: string) => void }) {
  const t = useText()
  const may = useMay(importData)
  const file = useImport()
  const { told } = file
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
      <Panel
        title={t('imports.steps')}
        extra={
          <DownloadButton call={importTemplate} input={{ lang: langNow() }}>
            {t('imports.template')}
          </DownloadButton>
        }
      >
        <Stack gap={4}>
          <Stack as="ol" gap={2} className={css.steps}>
            <li>{t('imports.stepTemplate')}</li>
            <li>{t('imports.stepDrop')}</li>
            <li>{t('imports.stepPay')}</li>
          </Stack>
          <DropZone busy={file.checking} problem={file.fileProblem} onFile={file.check} />
        </Stack>
      </Panel>
      <ImportPrice file={file} off={off} onOpen={() => void start()} />
      {told && (
        <div className={open.wide}>
          <ImportRows told={told} fileName={file.fileName ?? ''} />
        </div>
      )}
    </div>
  )
}

/** The row that a coupon applies to: the first valid one. */
function firstOf(told: Told | undefined) {
  const cells = told?.rows.find(({ cost }) => cost !== null)?.cells
  const cell = (name: (typeof importFields)[number]) => cells?.[importFields.indexOf(name)]
  return { segment: cell('vid'), amount: parse(cell('rechargeAmount') ?? '') }
}

/** Always visible: the price of the whole file, and the button that charges exactly that. */
function ImportPrice({
  file: { told, opening, openProblem, couponId, useCoupon },
  off,
  onOpen,
}: {
  file: Import
  /** Why it is disabled. */
  off: string | undefined
  onOpen: () => void
}) {
  const t = useText()
  const reachable = useReachable()
  const { totalCost = 0, valid = 0, stop = null } = told ?? {}
  // What the wallet lacks is among the reasons to stop.
  const price = told && { ...told.parts, ...told, total: totalCost, popStatus: 0 as const, popMsg: '' }
  return (
    <aside className={open.price} aria-label={t('imports.price')}>
      <Row between>
        <b>{t('imports.price')}</b>
        <span>
          {t('imports.cards')} {valid}
        </span>
      </Row>
      <ChargeLines priced={{ price, stale: false }} openFee />
      <CouponField scene="BATCH_OPEN" {...firstOf(told)} value={couponId} onChange={useCoupon} />
      {stop && (
        <Note tone="warn">
          {stop.words[langNow()]}{' '}
          {stop.reason === 'INSUFFICIENT_WALLET' && reachable(paths.rechargeIndex) && (
            <Link to={paths.rechargeIndex}>{t('cards.price.short')}</Link>
          )}
        </Note>
      )}
      <FormError text={openProblem} />
      <Stack gap={2} className={open.pay}>
        <Button look="primary" size="l" wide loading={opening} disabled={off} onClick={onOpen}>
          {told?.status === 'READY' && !stop
            ? t('imports.submitFor', { total: show(totalCost), count: valid })
            : t('imports.submit')}
        </Button>
        {off && <Muted as="p">{off}</Muted>}
      </Stack>
    </aside>
  )
}

/** Accepts a dropped or chosen file. It wraps an input, so that keyboards and screen readers can use it. */
function DropZone({
  busy,
  problem,
  onFile,
}: {
  /** The name of the file being checked. */
  busy: string | undefined
  problem: string | undefined
  onFile: (file: File) => void
}) {
  const t = useText()
  const id = useId()
  const [over, setOver] = useState(false)
  const take = (files: FileList | null | undefined) => files?.[0] && onFile(files[0])
  return (
    <Stack gap={2}>
      <label
        className={css.drop}
        data-over={over}
        data-bad={problem !== undefined}
        aria-busy={busy !== undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          take(event.dataTransfer.files)
        }}
      >
        <input
          type="file"
          accept=".xlsx,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
          aria-label={t('imports.drop')}
          aria-describedby={id}
          aria-invalid={problem !== undefined || undefined}
          disabled={busy !== undefined}
          onChange={(event) => {
            take(event.target.files)
            // The same file, corrected, counts as a new choice.
            event.target.value = ''
          }}
        />
        <span className={css.dropIcon}>
          <Icon name="upload" size={24} />
        </span>
        <b>{busy ? t('imports.checking', { name: busy }) : over ? t('imports.dropNow') : t('imports.drop')}</b>
        <Muted>{t('imports.limits', { rows: IMPORT_MAX_ROWS })}</Muted>
        {busy && <span className={css.busy} role="progressbar" aria-label={t('imports.checking', { name: busy })} />}
      </label>
      <p id={id} className={css.problem} role="alert">
        {problem}
      </p>
    </Stack>
  )
}
