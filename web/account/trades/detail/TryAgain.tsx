import { useState } from 'react'
import { Link } from 'react-router'
import { wouldPass } from '#contract/trades/wouldPass.ts'
import type { Output } from '#contract/core/call.ts'
import { show } from '#contract/core/money.ts'
import { showTime } from '#web/parts/dates.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { useMay } from '#web/parts/client/useMay.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Muted, Row, Rows, Section, Stack, TwoLines } from '#web/ui/layout.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Note } from '#web/ui/Notes.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Tag } from '#web/ui/tags/Tag.tsx'
import { useReachable } from '#web/account/useReachable.ts'
import { paths } from '#web/account/paths.ts'
import type { Authorization } from '../tradeTones.ts'
import { stoppedText } from '../stopped.ts'
import { useText } from '../text.ts'
import css from '../Trades.module.css'

type Tried = Output<typeof wouldPass>['list'][number]
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
        {query.data && <Result result={query.data} auth={auth} />}
      </div>
    </Section>
  )
}

function Result({ result: { list, passing, time }, auth }: { result: Output<typeof wouldPass>; auth: Authorization }) {
  const t = useText()
  const own = list.find(({ cardId }) => cardId === auth.cardId)
  const others = list.filter(({ cardId, pass }) => pass && cardId !== auth.cardId)
  const more = passing - (own?.pass ?? 0) - OTHERS
  return (
    <Stack gap={3}>
      <Rows framed>
        {own && <Card tried={own} own />}
        {others.slice(0, OTHERS).map((tried) => (
          <Card key={tried.cardId} tried={tried} />
        ))}
      </Rows>
      {more > 0 && <Muted as="p">{t('trades.try.more', { count: more })}</Muted>}
      {others.length === 0 && <Muted as="p">{t('trades.try.noOther')}</Muted>}
      <Muted as="small">{t('trades.try.asOf', { time: showTime(time) })}</Muted>
    </Stack>
  )
}

function Card({ tried, own = false }: { tried: Tried; own?: boolean }) {
  const t = useText()
  const reachable = useReachable()
  const { cardId, cardSeqNo, lastFour, pass, available, shortBy, reasonText, advice, why } = tried
  const number = `···· ${lastFour || cardSeqNo}`
  return (
    <Row as="li" between gap={4}>
      <Stack gap={1}>
        <Row gap={2}>
          <span className={pass ? css.passes : css.why}>
            <Icon name={pass ? 'check' : 'warn'} size={16} />
          </span>
          {reachable(paths.cardList) ? <Link to={paths.card(cardId)}>{number}</Link> : number}
          {own && <Tag tone="quiet">{t('trades.try.thisCard')}</Tag>}
        </Row>
        <Muted>
          {pass
            ? t('trades.try.passes')
            : shortBy !== null
              ? t('trades.try.short', { amount: show(shortBy) })
              : [reasonText, why ? stoppedText(why) : advice].join(' · ')}
        </Muted>
      </Stack>
      <TwoLines end below={t('trades.try.available')}>
        <Money cents={available} />
      </TwoLines>
    </Row>
  )
}
