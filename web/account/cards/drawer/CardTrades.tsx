import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { showControls } from '#contract/controls/controls.ts'
import type { StoppedBy } from '#contract/controls/stoppedBy.ts'
import { pageAuthorizations } from '#contract/trades/trades.ts'
import { Answered } from '#web/parts/Answered.tsx'
import { showTime } from '#web/parts/dates.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { useMay } from '#web/parts/client/useMay.ts'
import { Empty } from '#web/ui/Empty.tsx'
import { Stack } from '#web/ui/layout.tsx'
import { Money } from '#web/ui/Money.tsx'
import { StatusTag } from '#web/ui/tags/Tag.tsx'
import { useReachable } from '#web/account/useReachable.ts'
import { paths } from '#web/account/paths.ts'
import { authTone } from '#web/account/trades/authTones.ts'
import { lineKey, stoppedText } from '#web/account/trades/stopped.ts'
import { Turner } from '../Turner.tsx'
import { useText } from '../text.ts'
import { Entries, Entry } from './Entries.tsx'

/** This card's transactions, live. */
export function CardTrades({ cardId, cardSeqNo }: { cardId: string; cardSeqNo: string }) {
  const t = useText()
  const linked = useReachable()(paths.cardRecord)
  const [pageNo, setPageNo] = useState(1)
  const asked = { cardId, pageNo, pageSize: 20, scope: 'all' } as const
  const query = useAsk(pageAuthorizations, asked, { quiet: true, everyMs: 3_000, live: ['trades'], ofCard: cardId })
  return (
    <Answered query={query}>
      {(page) =>
        page.data.length === 0 ? (
          <Empty icon="trades" title={t('cards.drawer.noTrades')} text={t('cards.drawer.noTradesText')} />
        ) : (
          <Stack>
            <Entries>
              {page.data.map(({ cardAuthId, status, statusText, unit, amount, ...row }) => {
                const name = row.merchantName || row.desc
                const declined = status === 'DECLINED'
                return (
                  <Entry
                    key={cardAuthId}
                    title={linked ? <Link to={paths.trade(cardAuthId)}>{name}</Link> : name}
                    text={
                      <>
                        {showTime(row.tradeTime)}
                        {row.merchantCurrency !== unit && (
                          <>
                            {' · '}
                            <Money cents={row.merchantAmount} unit={row.merchantCurrency} />
                          </>
                        )}
                        {declined && ` · ${row.reasonText}`}
                        {row.why && (
                          <>
                            {' · '}
                            <Stopped why={row.why} />
                          </>
                        )}
                      </>
                    }
                    tag={<StatusTag tone={authTone[status]} text={statusText} />}
                    off={declined}
                  >
                    <Money cents={amount} unit={unit} strong />
                  </Entry>
                )
              })}
            </Entries>
            <Turner page={page} onTurn={setPageNo} />
            {linked && <Link to={paths.cardTrades(cardSeqNo)}>{t('cards.drawer.allTrades')}</Link>}
          </Stack>
        )
      }
    </Answered>
  )
}

/** The control that stopped it, with the way to it. */
function Stopped({ why }: { why: StoppedBy }) {
  const { pathname } = useLocation()
  const may = useMay(showControls)
  const text = stoppedText(why)
  if (!may.shown) return text
  return <Link to={{ pathname, search: `?tab=controls&line=${lineKey(why)}` }}>{text}</Link>
}
