import { useState } from 'react'
import type { Output } from '#contract/core/call.ts'
import { show } from '#contract/core/money.ts'
import { replayDecline } from '#contract/trades/replays.ts'
import { countryName } from '#web/account/countries.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { showTime } from '#web/parts/dates.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Muted, Section } from '#web/ui/layout.tsx'
import { Note } from '#web/ui/Notes.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import type { Authorization } from '../tradeTones.ts'
import { useText } from './text.ts'
import { WhatIf } from './WhatIf.tsx'
import css from './Replay.module.css'

type Step = Output<typeof replayDecline>['steps'][number]
type Fact = Step['facts'][number]

/** A declined authorization: each check of the decision with the values that it had, and what would happen if something were different. */
export default function Replay({ auth }: { auth: Authorization }) {
  const t = useText()
  const query = useAsk(replayDecline, { cardAuthId: auth.cardAuthId }, { quiet: true })
  const { data } = query
  return (
    <>
      <Section title={t('replay.title')}>
        {query.isPending && <Skeleton height={640} radius={8} />}
        {query.isError && <Note tone="warn">{query.error.says}</Note>}
        {data && (
          <>
            <Muted as="p">{t('replay.about', { time: showTime(data.time) })}</Muted>
            <Trail steps={data.steps} />
          </>
        )}
      </Section>
      {data && <WhatIf auth={auth} />}
    </>
  )
}

function Trail({ steps }: { steps: readonly Step[] }) {
  const t = useText()
  const [all, setAll] = useState(false)
  const rest = steps.filter(({ state }) => state === 'NOT_REACHED').length
  const shown = all ? steps : steps.slice(0, steps.length - rest)
  return (
    <>
      <ol className={css.trail} aria-label={t('replay.title')} data-plays={!all}>
        {shown.map((step, n) => (
          <Line key={n} step={step} share={n / shown.length} />
        ))}
      </ol>
      {rest > 0 && (
        <div>
          <Button look="quiet" guardMs={0} aria-expanded={all} onClick={() => setAll(!all)}>
            {t(all ? 'replay.less' : 'replay.rest', { count: rest })}
          </Button>
        </div>
      )}
    </>
  )
}

const icons = { PASSED: 'check', STOPPED: 'close', NOT_REACHED: 'more' } as const

function Line({ step: { name, state, stateText, facts }, share }: { step: Step; share: number }) {
  return (
    <li data-state={state} style={{ ['--step' as string]: share }}>
      <Icon name={icons[state]} size={16} />
      <span className={css.words}>
        <span className={css.name}>{name}</span>
        {facts.map((fact) => (
          <FactText key={fact.name} fact={fact} />
        ))}
      </span>
      <span className={css.state}>{stateText}</span>
    </li>
  )
}

function FactText({ fact }: { fact: Fact }) {
  const t = useText()
  return (
    <span className={css.fact}>
      {fact.name}
      {t('replay.colon')}
      {valueOf(fact) ?? t('replay.notKept')}
    </span>
  )
}

function valueOf({ amount, count, time, text }: Fact): string | undefined {
  if (amount !== undefined) return show(amount)
  if (count !== undefined) return String(count)
  if (time !== undefined) return showTime(time)
  return text === undefined ? undefined : countryName(text)
}
