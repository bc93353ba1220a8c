import { useState } from 'react'
import { tryControls } from '#contract/controls/tryOn.ts'
import type { ControlScope } from '#contract/controls/stoppedBy.ts'
import type { Output } from '#contract/core/call.ts'
import { show } from '#contract/core/money.ts'
import { percent } from '#web/account/trades/tradeTones.ts'
import { useCall } from '#web/parts/client/queries.ts'
import { useMay } from '#web/parts/client/useMay.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Segmented } from '#web/ui/forms/Segmented.tsx'
import { Muted, Row, Rows, Section, Stack } from '#web/ui/layout.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Note } from '#web/ui/Notes.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import type { Document } from './form/draft.ts'
import { limitName } from './form/lines.ts'
import { useText } from './form/text.ts'

type Result = Output<typeof tryControls>
const periods = ['7', '30', '90'] as const
type Period = (typeof periods)[number]

/** What controls would have declined in the past of cards, before they are saved. */
export function TryOn({
  scope = 'CARD',
  scopeIds,
  controls,
  attempt,
}: {
  scope?: ControlScope
  /** None: all cards of the account. */
  scopeIds: readonly string[] | undefined
  /** As they are in the form now, if they are right. */
  controls: Document | undefined
  attempt: () => Document | undefined
}) {
  const t = useText()
  const may = useMay(tryControls)
  const [days, setDays] = useState<Period>('30')
  const tries = useCall(tryControls, { quiet: true })
  if (!may.shown) return null

  function run() {
    const tried = attempt()
    if (tried)
      tries.mutate({ scope, ...(scopeIds && { scopeIds: [...scopeIds] }), controls: tried, days: Number(days) })
  }
  const asked = tries.variables
  const changed = asked !== undefined && JSON.stringify(asked.controls) !== JSON.stringify(controls)
  return (
    <Section title={t('tryOn.title')}>
      <Muted as="p">{t('tryOn.about')}</Muted>
      <Row between>
        <Segmented
          label={t('tryOn.days')}
          value={days}
          options={periods.map((value) => ({ value, label: t('tryOn.lastDays', { count: Number(value) }) }))}
          onChange={(value) => {
            setDays(value)
            tries.reset()
          }}
        />
        <Button disabled={may.reason} loading={tries.isPending} guardMs={0} onClick={run}>
          {t('tryOn.run')}
        </Button>
      </Row>
      <div aria-live="polite">
        {tries.isPending && <Skeleton height={96} radius={8} />}
        {tries.isError && <Note tone="warn">{tries.error.says}</Note>}
        {tries.data && asked && (
          <Stack gap={4}>
            {changed && <Note tone="warn">{t('tryOn.changed')}</Note>}
            <Told
              result={tries.data}
              days={Number(asked.days)}
              of={asked.controls as Document}
              many={scope !== 'CARD' || (scopeIds ?? []).length > 1}
            />
          </Stack>
        )}
      </div>
    </Section>
  )
}

function Told({ result, days, of, many }: { result: Result; days: number; of: Document; many: boolean }) {
  const t = useText()
  const { judged, stopped, stoppedAmount, passed, byLine, merchants, cards, declineRate, cardsLeft } = result
  const { nowBps, thenBps, toStop } = declineRate
  const nameOf = ({ line, limitId }: Result['byLine'][number]) => {
    const limit = of.limits?.find((one) => one.limitId === limitId)
    return limit ? limitName(limit) : t(`trades.stopped.line.${line}`)
  }
  return (
    <>
      <Stack gap={1}>
        <p>
          {judged === 0
            ? t('tryOn.nothing', { count: days })
            : stopped === 0
              ? t('tryOn.none', { days, count: judged })
              : t('tryOn.stopped', { days, count: stopped, judged, amount: show(stoppedAmount) })}
        </p>
        {passed > 0 && <p>{t('tryOn.passed', { count: passed })}</p>}
      </Stack>
      {cardsLeft > 0 && <Note tone="warn">{t('tryOn.left', { count: cardsLeft })}</Note>}
      {judged + passed > 0 && (
        <Rows framed>
          <Line
            name={t('tryOn.rate')}
            below={toStop === null ? undefined : toStop > 0 ? t('tryOn.toStop', { count: toStop }) : t('tryOn.stops')}
          >
            {t('tryOn.rateText', { before: percent(nowBps), after: percent(thenBps) })}
          </Line>
        </Rows>
      )}
      <Sums title={t('tryOn.byLine')} sums={byLine.map((sum) => ({ ...sum, name: nameOf(sum) }))} />
      <Sums title={t('tryOn.merchants')} sums={merchants} />
      {many && (
        <Sums
          title={t('tryOn.cards')}
          sums={cards.map((card) => ({ ...card, name: `···· ${card.lastFour || card.cardSeqNo}` }))}
        />
      )}
      {judged > 0 && <Muted as="small">{t('tryOn.how')}</Muted>}
    </>
  )
}

type Sum = { name: string; stopped: number; amount: number; judged?: number }

function Sums({ title, sums }: { title: string; sums: readonly Sum[] }) {
  const t = useText()
  if (sums.length === 0) return null
  return (
    <Stack gap={2}>
      <Muted as="p">{title}</Muted>
      <Rows framed aria-label={title}>
        {sums.map(({ name, stopped, amount, judged }, index) => (
          <Line
            key={index}
            name={name}
            below={
              judged === undefined
                ? t('tryOn.count', { count: stopped })
                : t('tryOn.ofCount', { count: stopped, judged })
            }
          >
            <Money cents={amount} />
          </Line>
        ))}
      </Rows>
    </Stack>
  )
}

function Line({ name, below, children }: { name: string; below: string | undefined; children: React.ReactNode }) {
  return (
    <Row as="li" between gap={4}>
      <Stack gap={1}>
        <span>{name}</span>
        {below !== undefined && <Muted>{below}</Muted>}
      </Stack>
      <span>{children}</span>
    </Row>
  )
}
