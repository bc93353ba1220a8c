import { useState } from 'react'
import { cardLog } from '#contract/cards/cards.ts'
import { cardStatuses, type ShownStatus } from '#contract/cards/states.ts'
import { Answered } from '#web/parts/Answered.tsx'
import { showTime } from '#web/parts/dates.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { Empty } from '#web/ui/Empty.tsx'
import { Stack } from '#web/ui/layout.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Timeline } from '#web/ui/Timeline.tsx'
import { Turner } from '../Turner.tsx'
import { langNow } from '#web/text.ts'
import { useText } from '../text.ts'

/** The card's operations and who performed them, newest first. */
export function CardLog({ cardId }: { cardId: string }) {
  const t = useText()
  const [pageNo, setPageNo] = useState(1)
  const query = useAsk(
    cardLog,
    { cardId, pageNo, pageSize: 20 },
    { quiet: true, everyMs: 10_000, live: ['cards'], ofCard: cardId },
  )
  return (
    <Answered query={query}>
      {(page) =>
        page.data.length === 0 ? (
          <Empty icon="log" title={t('cards.drawer.noLog')} />
        ) : (
          <Stack gap={4}>
            <Timeline
              label={t('cards.drawer.log')}
              steps={page.data.map(({ id, typeText, before, after, remark, createTime, actorName, amount }) => ({
                key: id,
                state: 'done',
                title: typeText,
                text: [
                  before !== after && after !== null && `${before === null ? '' : `${word(before)} → `}${word(after)}`,
                  remark,
                ]
                  .filter(Boolean)
                  .join(' · '),
                time: `${showTime(createTime)} · ${actorName}`,
                value: amount ? <Money cents={amount} strong /> : undefined,
              }))}
            />
            <Turner page={page} onTurn={setPageNo} />
          </Stack>
        )
      }
    </Answered>
  )
}

const word = (state: string): string => (state in cardStatuses ? cardStatuses[state as ShownStatus][langNow()] : state)
