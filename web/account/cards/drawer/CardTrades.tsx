import { useState } from 'react'
import { Link } from 'react-router'
import { pageAuthorizations } from '#contract/trades/trades.ts'
import { Answered } from '#web/parts/Answered.tsx'
import { showTime } from '#web/parts/dates.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { Empty } from '#web/ui/Empty.tsx'
import { Stack } from '#web/ui/layout.tsx'
import { Money } from '#web/ui/Money.tsx'
import { StatusTag } from '#web/ui/tags/Tag.tsx'
import { useReachable } from '#web/account/useReachable.ts'
import { paths } from '#web/account/paths.ts'
import { authTone } from '#web/account/trades/authTones.ts'
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
            {linked && (
              <Link to={{ pathname: paths.cardRecord, search: `?cardSeqNo=${cardSeqNo}` }}>
                {t('cards.drawer.allTrades')}
              </Link>
            )}
          </Stack>
        )
      }
    </Answered>
  )
}
