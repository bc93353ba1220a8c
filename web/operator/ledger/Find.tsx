import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { findInBooks } from '#contract/ledger/desk.ts'
import { showTime } from '#web/parts/dates.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { Field } from '#web/ui/forms/Field.tsx'
import { Input } from '#web/ui/forms/Input.tsx'
import { Row } from '#web/ui/layout.tsx'
import { Panel } from '#web/ui/dialogs/Panel.tsx'
import { SkeletonLines } from '#web/ui/Skeleton.tsx'
import { paths } from '../paths.ts'
import { ownerText } from './ownerText.ts'
import { Sheet } from './Sheet.tsx'
import { units } from './units.ts'
import { useText } from './text.ts'
import css from './Books.module.css'

/** Searches by a number from a document. The search is in the address, so the back button restores it. */
export function Find() {
  const t = useText()
  const [params, setParams] = useSearchParams()
  const asked = params.get('q') ?? ''
  const [typed, setTyped] = useState(asked)
  const query = useAsk(findInBooks, { text: asked }, { enabled: asked.length >= 4, quiet: true })
  const found = query.data
  const search = `?${params.toString()}`
  return (
    <Panel title={t('ledger.find')}>
      <form
        role="search"
        onSubmit={(event) => {
          event.preventDefault()
          const q = typed.trim()
          setParams((before) => {
            const next = new URLSearchParams(before)
            if (q.length >= 4) next.set('q', q)
            else next.delete('q')
            return next
          })
        }}
      >
        <Row align="end" gap={3} className={css.find}>
          <Field label={t('ledger.findWhat')}>
            {(wiring) => <Input {...wiring} value={typed} onChange={setTyped} spellCheck={false} maxLength={64} />}
          </Field>
          <Button type="submit" icon="search" guardMs={0}>
            {t('ledger.go')}
          </Button>
        </Row>
      </form>
      <div className={asked ? css.found : undefined} aria-live="polite">
        {asked && query.isPending && <SkeletonLines lines={2} />}
        {query.isError && <Empty icon="warn" title={t('parts.loadFailed')} text={query.error.says} />}
        {asked && found && found.accounts.length + found.transfers.length === 0 && (
          <Empty icon="search" title={t('ledger.foundNothing')} text={t('ledger.foundNothingText')} />
        )}
        {asked && found && found.accounts.length > 0 && (
          <Sheet
            label={t('ledger.accounts')}
            head={[t('ledger.code'), t('ledger.owner'), t('ledger.balance')]}
            wide={[1]}
            rows={found.accounts.map((one) => ({
              key: String(one.laId),
              cells: [
                <Link to={{ pathname: paths.bookAccount(one.laId), search }}>
                  {one.code} {one.name}
                </Link>,
                ownerText(one),
                `${units(one.balance, one.scale)} ${one.currency}`,
              ],
            }))}
          />
        )}
        {asked && found && found.transfers.length > 0 && (
          <Sheet
            label={t('ledger.transfer')}
            head={[t('ledger.kind'), t('ledger.time')]}
            rows={found.transfers.map((one) => ({
              key: one.transferId,
              cells: [
                <Link to={{ pathname: paths.bookTransfer(one.transferId), search }}>{one.kindText}</Link>,
                showTime(one.postTime),
              ],
            }))}
          />
        )}
      </div>
    </Panel>
  )
}
