import { useState } from 'react'
import { bookAccounts, bookEntries, bookTransfer, type BookAccount } from '../../../contract/books.ts'
import { showTime } from '../../parts/dates.ts'
import { useAsk } from '../../parts/queries.ts'
import { Button } from '../../ui/Button.tsx'
import { Drawer } from '../../ui/Dialog.tsx'
import { SkeletonLines } from '../../ui/Skeleton.tsx'
import { useSay } from '../say.ts'
import { Sheet } from './Sheet.tsx'
import { units } from './units.ts'
import css from './Books.module.css'

type Paged = { pageNo: number; onPage: (pageNo: number) => void }

/** From a line of the chart to its accounts, their entries, and the other side of each. */
export function AccountsDrawer({
  code,
  asOf,
  onClose,
}: {
  code: string
  asOf: { asOf?: number }
  onClose: () => void
}) {
  const [account, setAccount] = useState<BookAccount>()
  const [transferId, setTransferId] = useState<string>()
  const [pageNo, onPage] = useState(1)
  const { t } = useSay()
  const back = transferId ? () => setTransferId(undefined) : account ? () => setAccount(undefined) : undefined
  return (
    <Drawer title={`${code} ${account?.owner ?? ''}`} width={760} onClose={onClose}>
      <div className={css.lines}>
        {back && (
          <div>
            <Button size="s" icon="left" guardMs={0} onClick={back}>
              {t('bookDesk.back')}
            </Button>
          </div>
        )}
        {transferId ? (
          <Transfer transferId={transferId} />
        ) : account ? (
          <Entries account={account} onOpen={setTransferId} />
        ) : (
          <Accounts wish={{ code, ...asOf }} onOpen={setAccount} pageNo={pageNo} onPage={onPage} />
        )}
      </div>
    </Drawer>
  )
}

function Accounts({
  wish,
  onOpen,
  pageNo,
  onPage,
}: Paged & { wish: { code: string; asOf?: number }; onOpen: (account: BookAccount) => void }) {
  const { t } = useSay()
  const { data } = useAsk(bookAccounts, { ...wish, pageNo, pageSize: 50 })
  if (!data) return <SkeletonLines lines={4} />
  return (
    <>
      <Sheet
        head={[t('bookDesk.owner'), t('bookDesk.balance'), '']}
        rows={data.data.map((one) => ({
          key: String(one.laId),
          cells: [
            one.owner || '–',
            `${units(one.balance, one.scale)} ${one.currency}`,
            <Button key="open" size="s" guardMs={0} onClick={() => onOpen(one)}>
              {t('bookDesk.entries')}
            </Button>,
          ],
        }))}
      />
      <Leaf pageNo={pageNo} more={data.haveNext} onPage={onPage} />
    </>
  )
}

function Entries({ account, onOpen }: { account: BookAccount; onOpen: (transferId: string) => void }) {
  const { t } = useSay()
  const [pageNo, onPage] = useState(1)
  const { data } = useAsk(bookEntries, { laId: account.laId, pageNo, pageSize: 50 })
  if (!data) return <SkeletonLines lines={4} />
  return (
    <>
      <Sheet
        head={[...(['time', 'kind', 'D', 'C', 'after'] as const).map((name) => t(`bookDesk.${name}`)), '']}
        rows={data.data.map((one) => ({
          key: `${one.transferId} ${one.n}`,
          cells: [
            showTime(one.postTime),
            one.kind,
            one.side === 'D' ? units(one.amount, one.scale) : '',
            one.side === 'C' ? units(one.amount, one.scale) : '',
            one.balanceAfter === null ? '–' : units(one.balanceAfter, one.scale),
            <Button key="open" size="s" guardMs={0} onClick={() => onOpen(one.transferId)}>
              {t('bookDesk.transfer')}
            </Button>,
          ],
        }))}
      />
      <Leaf pageNo={pageNo} more={data.haveNext} onPage={onPage} />
    </>
  )
}

/** As T-accounts have it: debits at the left, credits at the right. */
function Transfer({ transferId }: { transferId: string }) {
  const { t } = useSay()
  const { data } = useAsk(bookTransfer, { transferId })
  if (!data) return <SkeletonLines lines={3} />
  return (
    <>
      <p>{`${data.kind} · ${data.bizType} ${data.bizId} · ${showTime(data.postTime)}`}</p>
      <Sheet
        head={[t('bookDesk.code'), t('bookDesk.D'), t('bookDesk.C')]}
        rows={data.entries.map((one) => ({
          key: String(one.n),
          cells: [
            `${one.code} ${one.name}`,
            ...(['D', 'C'] as const).map(
              (side) => one.side === side && `${units(one.amount, one.scale)} ${one.currency}`,
            ),
          ],
        }))}
      />
    </>
  )
}

function Leaf({ pageNo, more, onPage }: Paged & { more: boolean }) {
  const { t } = useSay()
  if (pageNo === 1 && !more) return null
  return (
    <div className={css.row}>
      <Button size="s" guardMs={0} disabled={pageNo === 1} onClick={() => onPage(pageNo - 1)}>
        {t('bookDesk.newer')}
      </Button>
      {pageNo}
      <Button size="s" guardMs={0} disabled={!more} onClick={() => onPage(pageNo + 1)}>
        {t('bookDesk.older')}
      </Button>
    </div>
  )
}
