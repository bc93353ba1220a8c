import { useState } from 'react'
import { wouldPass } from '#contract/trades/wouldPass.ts'
import type { Output } from '#contract/core/call.ts'
import { showTime } from '#web/parts/dates.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { useMay } from '#web/parts/client/useMay.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Muted, Section, Stack } from '#web/ui/layout.tsx'
import { Note } from '#web/ui/Notes.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import type { Authorization } from '../tradeTones.ts'
import { useText } from '../text.ts'
import { TriedCards } from '../wouldPass/TriedCards.tsx'

/** Other cards that would take it. */
const OTHERS = 5

/** Whether the charge would pass now, on its own card or on another one: the rules that decide are asked, and nothing is charged. */
export function TryAgain({ auth }: { auth: Authorization }) {
  const t = useText()
  const may = useMay(wouldPass)
  const [asked, setAsked] = useState(false)
  const query = useAsk(wouldPass, { cardAuthId: auth.cardAuthId }, { enabled: asked, quiet: true })
  if (!may.shown) return null
  const again = query.data !== undefined || query.isError
  return (
    <Section
      title={t('trades.try.title')}
      extra={
        <Button
          disabled={may.reason}
          loading={asked && query.isFetching}
          onClick={() => (asked ? void query.refetch() : setAsked(true))}
        >
          {t(again ? 'trades.try.again' : 'trades.try.check')}
        </Button>
      }
    >
      {!asked && <Muted as="p">{t('trades.try.about')}</Muted>}
      <div aria-live="polite">
        {asked && query.isPending && <Skeleton height={96} radius={8} />}
        {query.isError && <Note tone="warn">{query.error.says}</Note>}
        {query.data && <Result result={query.data} auth={auth} onAgain={() => void query.refetch()} />}
      </div>
    </Section>
  )
}

function Result({
  result: { list, passing, time, charge },
  auth,
  onAgain,
}: {
  result: Output<typeof wouldPass>
  auth: Authorization
  onAgain: () => void
}) {
  const t = useText()
  const own = list.filter(({ cardId }) => cardId === auth.cardId)
  const others = list.filter(({ cardId, pass }) => pass && cardId !== auth.cardId)
  const shown = [...own, ...others.slice(0, OTHERS)]
  const more = passing - shown.filter(({ pass }) => pass).length
  return (
    <Stack gap={3}>
      <TriedCards cards={shown} amount={charge.amount} own={auth.cardId} most={shown.length} onAgain={onAgain} />
      {more > 0 && <Muted as="p">{t('trades.try.more', { count: more })}</Muted>}
      {others.length === 0 && <Muted as="p">{t('trades.try.noOther')}</Muted>}
      <Muted as="small">{t('trades.try.asOf', { time: showTime(time) })}</Muted>
    </Stack>
  )
}
