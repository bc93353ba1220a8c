import { useState, useId } from 'react'
import { useSearchParams, Link } from 'react-router'
import { importData, importTemplate, importFields, IMPORT_MAX_ROWS } from '#contract/cards/imports.ts'
import { parse, show } from '#contract/core/money.ts'
import { download } from '#web/parts/client/client.ts'
import { useMay } from '#web/parts/client/useMay.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Panel } from '#web/ui/dialogs/Panel.tsx'
import { IdentityNote } from '#web/account/identity/verification/IdentityNote.tsx'
import { langNow } from '#web/text.ts'
import { FormError } from '#web/parts/forms/CallForm.tsx'
import { PriceLines } from '#web/ui/PriceLines.tsx'
import { useReachable } from '#web/account/useReachable.ts'
import { paths } from '#web/account/paths.ts'
import { Note } from '#web/ui/Notes.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { OpenWays } from '../opening/OpenWays.tsx'
import { CouponField } from '../CouponField.tsx'
import { ImportedBatch } from './ImportedBatch.tsx'
import { ImportRows } from './ImportRows.tsx'
import { useImport } from './useImport.ts'
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

/** The row that a coupon applies to: the first valid one. */
function firstOf(told: Told | undefined) {
  const cells = told?.rows.find(({ cost }) => cost !== null)?.cells
  const cell = (name: (typeof importFields)[number]) => cells?.[importFields.indexOf(name)]
  return { segment: cell('vid'), amount: parse(cell('rechargeAmount') ?? '') }
}

/** Always visible: the price of the whole file, and the button that charges exactly that. */
function ImportPrice({
  told,
  off,
  loading,
  problem,
  couponId,
  onCoupon,
  onOpen,
}: {
  told: Told | undefined
  /** Why it is disabled. */
  off: string | undefined
  loading: boolean
  problem: string | undefined
  couponId: string
  onCoupon: (couponId: string) => void
  onOpen: () => void
}) {
  const t = useText()
  const reachable = useReachable()
  const { parts, totalCost = 0, valid = 0, walletBalance = null, stop = null, unit } = told ?? {}
  return (
    <aside className={open.price} aria-label={t('imports.price')}>
      <h2 className={css.title}>{t('imports.price')}</h2>
      <dl className={css.count}>
        <dt>{t('imports.cards')}</dt>
        <dd>{valid}</dd>
      </dl>
      <PriceLines
        unit={unit ?? 'USD'}
        lines={[
          { label: t('imports.openFee'), cents: parts?.openFee ?? 0 },
          { label: t('imports.amount'), cents: parts?.amount ?? 0 },
          { label: t('imports.serviceFee'), cents: parts?.serviceFee ?? 0 },
          ...(parts?.couponOff ? [{ label: t('cards.price.coupon'), cents: parts.couponOff, minus: true }] : []),
        ]}
        total={{ label: t('imports.total'), cents: totalCost }}
      />
      <CouponField scene="BATCH_OPEN" {...firstOf(told)} value={couponId} onChange={onCoupon} />
      {walletBalance !== null && (
        <dl className={css.count} data-short={walletBalance < totalCost}>
          <dt>{t('imports.walletBefore')}</dt>
          <dd>{show(walletBalance)}</dd>
          <dt>{t('imports.walletAfter')}</dt>
          <dd>{show(walletBalance - totalCost)}</dd>
        </dl>
      )}
      {stop && (
        <Note tone="warn">
          {stop.words[langNow()]}{' '}
          {stop.reason === 'INSUFFICIENT_WALLET' && reachable(paths.rechargeIndex) && (
            <Link to={paths.rechargeIndex}>{t('cards.price.short')}</Link>
          )}
        </Note>
      )}
      <FormError text={problem} />
      <div className={open.pay}>
        <Button look="primary" size="l" wide loading={loading} disabled={off} onClick={onOpen}>
          {told?.status === 'READY' && !stop
            ? t('imports.submitFor', { total: show(totalCost), count: valid })
            : t('imports.submit')}
        </Button>
        {off && <p className={css.why}>{off}</p>}
      </div>
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
    <div className={css.place}>
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
        <small>{t('imports.limits', { rows: IMPORT_MAX_ROWS })}</small>
        {busy && <span className={css.busy} role="progressbar" aria-label={t('imports.checking', { name: busy })} />}
      </label>
      <p id={id} className={css.problem} role="alert">
        {problem}
      </p>
    </div>
  )
}
