import { useState } from 'react'
import { cardBill } from '#contract/cards/cards.ts'
import { billTypes, type BillType } from '#contract/ledger/ledger.ts'
import { Answered } from '#web/parts/Answered.tsx'
import { showTime } from '#web/parts/dates.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { Empty } from '#web/ui/Empty.tsx'
import { Select } from '#web/ui/forms/Input.tsx'
import { Muted, Row, Stack } from '#web/ui/layout.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Tag } from '#web/ui/tags/Tag.tsx'
import { Figures } from '../Figures.tsx'
import { Stepper, Turner } from '../Turner.tsx'
import { Entries, Entry } from './Entries.tsx'
import { monthNow, monthOf, monthsAfter } from './months.ts'
import { langNow } from '#web/text.ts'
import { useText } from '../text.ts'

/** The card's statement of one month: opening balance, every movement with the balance after it, closing balance. */
export function CardBill({ cardId, openDate }: { cardId: string; openDate: number }) {
  const t = useText()
  const [{ month, type, pageNo }, setAsked] = useState({ month: monthNow(), type: '' as BillType | '', pageNo: 1 })
  const query = useAsk(
    cardBill,
    { cardId, month, ...(type && { type }), pageNo, pageSize: 30 },
    { quiet: true, everyMs: 10_000, live: ['money', 'trades'], ofCard: cardId },
  )
  const word = (value: BillType) => billTypes[value][langNow()]
  return (
    <Stack gap={4} aria-busy={query.isPlaceholderData}>
      <Row between>
        <Stepper
          back={{ label: t('cards.drawer.previousMonth'), off: month <= monthOf(openDate) }}
          forth={{ label: t('cards.drawer.nextMonth'), off: month >= monthNow() }}
          onStep={(by) => setAsked({ month: monthsAfter(month, by), type, pageNo: 1 })}
        >
          <strong>{month}</strong>
        </Stepper>
        <Select
          aria-label={t('cards.drawer.billType')}
          value={type}
          onChange={(chosen) => setAsked({ month, type: chosen, pageNo: 1 })}
          options={[
            { value: '', label: t('cards.drawer.billAll') },
            ...(Object.keys(billTypes) as BillType[]).map((value) => ({ value, label: word(value) })),
          ]}
        />
      </Row>
      <Answered query={query}>
        {(page) => (
          <>
            <Figures
              figures={[
                !type && [t('cards.drawer.billOpen'), <Money cents={page.summary.open} />],
                [t('cards.drawer.billIn'), <Money cents={page.summary.in} />],
                [t('cards.drawer.billOut'), <Money cents={page.summary.out} />],
                !type && [t('cards.drawer.billClose'), <Money cents={page.summary.close} strong />],
              ]}
            />
            {page.data.length === 0 && (
              <Empty icon="ledger" title={t('cards.drawer.noBill')} text={t('cards.drawer.noBillText')} />
            )}
            <Entries>
              {page.data.map(({ id, desc, time, merchantAmount, merchantCurrency, unit, ...row }) => (
                <Entry
                  key={id}
                  title={desc}
                  text={
                    <>
                      {showTime(time)}
                      {merchantAmount !== null && merchantCurrency !== null && merchantCurrency !== unit && (
                        <>
                          {' · '}
                          <Money cents={merchantAmount} unit={merchantCurrency} />
                        </>
                      )}
                    </>
                  }
                  tag={desc !== word(row.type) && <Tag>{word(row.type)}</Tag>}
                >
                  <Money cents={row.amount} unit={unit} sign="always" strong />
                  <Muted>
                    {t('cards.drawer.after')} <Money cents={row.balanceAfter} unit={unit} />
                  </Muted>
                </Entry>
              ))}
            </Entries>
            <Turner page={page} onTurn={(next) => setAsked({ month, type, pageNo: next })} />
          </>
        )}
      </Answered>
    </Stack>
  )
}
