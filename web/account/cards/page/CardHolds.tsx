import { Link } from 'react-router'
import { pageAuthorizations } from '#contract/trades/trades.ts'
import { showTime } from '#web/parts/dates.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { useMay } from '#web/parts/client/useMay.ts'
import { useReachable } from '#web/account/useReachable.ts'
import { paths } from '#web/account/paths.ts'
import { authTone } from '#web/account/trades/authTones.ts'
import { Panel } from '#web/ui/dialogs/Panel.tsx'
import { Muted, Stack } from '#web/ui/layout.tsx'
import { Money } from '#web/ui/Money.tsx'
import { SkeletonLines } from '#web/ui/Skeleton.tsx'
import { StatusTag } from '#web/ui/tags/Tag.tsx'
import type { ShownCard } from '../cardChanged.ts'
import { Entries, Entry } from '../drawer/Entries.tsx'
import { useText } from './text.ts'

/** Shown here; the others are in the list of transactions. */
const MOST = 20

/** What authorizations hold on the card, and until when at the latest. */
export function CardHolds({ card }: Pick<ShownCard, 'card'>) {
  const t = useText()
  const may = useMay(pageAuthorizations).shown
  const linked = useReachable()(paths.cardRecord)
  const of = { cardId: card.cardId, scope: 'all', pageNo: 1, pageSize: MOST } as const
  const reading = { quiet: true, everyMs: 5_000, live: ['trades'], ofCard: card.cardId, enabled: may } as const
  const pending = useAsk(pageAuthorizations, { ...of, status: 'PENDING' }, reading).data
  const partial = useAsk(pageAuthorizations, { ...of, status: 'PARTIAL' }, reading).data
  if (!may) return null
  const rows = [...(pending?.data ?? []), ...(partial?.data ?? [])]
    .filter(({ remainingHold }) => remainingHold > 0)
    .toSorted((a, b) => (a.expireTime ?? 0) - (b.expireTime ?? 0))
  const more = pending?.haveNext || partial?.haveNext
  return (
    <Panel title={t('cardPage.holds')} extra={<Money cents={card.pending} unit={card.unit} strong />}>
      {!pending || !partial ? (
        <SkeletonLines lines={2} />
      ) : rows.length === 0 ? (
        <Muted as="p">{t('cardPage.holdsNone')}</Muted>
      ) : (
        <Stack>
          <Entries>
            {rows.map(({ cardAuthId, merchantName, desc, expireTime, remainingHold, status, statusText, unit }) => (
              <Entry
                key={cardAuthId}
                title={linked ? <Link to={paths.trade(cardAuthId)}>{merchantName || desc}</Link> : merchantName || desc}
                text={expireTime !== null && t('cardPage.until', { time: showTime(expireTime) })}
                tag={<StatusTag tone={authTone[status]} text={statusText} />}
              >
                <Money cents={remainingHold} unit={unit} strong />
              </Entry>
            ))}
          </Entries>
          {more && linked && <Link to={paths.cardTrades(card.cardSeqNo)}>{t('cardPage.all')}</Link>}
        </Stack>
      )}
    </Panel>
  )
}
