import { useState, type ReactNode } from 'react'
import type { Output } from '#contract/core/call.ts'
import { parse, show } from '#contract/core/money.ts'
import { wouldPass } from '#contract/trades/wouldPass.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { useSettled } from '#web/parts/client/useSettled.ts'
import { useMay } from '#web/parts/client/useMay.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Muted, Section, Stack } from '#web/ui/layout.tsx'
import { Note } from '#web/ui/Notes.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { stoppedText } from '../stopped.ts'
import type { Authorization } from '../tradeTones.ts'
import { ApplyControl, ApplyLoad, ApplyUnfreeze } from './Apply.tsx'
import { ControlChange, LoadChange, UnfreezeChange } from './Changes.tsx'
import { changeOf, keyOf, suggested, typedAmount, type Draft } from './drafts.ts'
import { useText } from './text.ts'
import css from './Replay.module.css'

type Answer = Output<typeof wouldPass>
type Tried = Answer['list'][number]

/** Between two letters of an amount. */
const PAUSE_MS = 250

/** Tries the purchase again with what its owner could change. The rules that decide answer; nothing is done until it is applied. */
export function WhatIf({ auth }: { auth: Authorization }) {
  const t = useText()
  const may = useMay(wouldPass)
  const today = useAsk(wouldPass, { cardAuthId: auth.cardAuthId, cardIds: [auth.cardId] }, { quiet: true })
  const [round, setRound] = useState(0)
  const answer = today.data
  const card = answer?.list[0]
  if (!may.shown) return null
  return (
    <Section title={t('replay.whatIf.title')}>
      <Muted as="p">{t('replay.whatIf.about')}</Muted>
      {today.isPending && <Skeleton height={150} radius={8} />}
      {today.isError && <Note tone="warn">{today.error.says}</Note>}
      {answer && card && (
        <Trial
          key={round}
          auth={auth}
          today={answer}
          onApplied={() => void today.refetch().then(() => setRound((one) => one + 1))}
        />
      )}
    </Section>
  )
}

function Trial({ auth, today, onApplied }: { auth: Authorization; today: Answer; onApplied: () => void }) {
  const t = useText()
  const { charge } = today
  const now = today.list[0]!
  const { cardId } = auth
  const [amount, setAmount] = useState(() => (now.shortBy === null ? '' : typedAmount(suggestedLoad(now))))
  const [drafts, setDrafts] = useState<readonly Draft[]>(() => suggested(now))
  const mayUnfreeze = now.cures.some(({ kind }) => kind === 'UNFREEZE')
  const [unfrozen, setUnfrozen] = useState(mayUnfreeze)
  const load = parse(amount)
  const changes = drafts.flatMap((draft) => changeOf(draft, charge) ?? [])
  const supposed = {
    ...(load !== undefined && load > 0 && { load }),
    ...(unfrozen && { unfreeze: 1 as const }),
    ...(changes.length > 0 && { changes }),
  }
  const isChanged = Object.keys(supposed).length > 0
  const text = JSON.stringify(supposed)
  const suppose = useSettled(text, PAUSE_MS)
  const trial = useAsk(
    wouldPass,
    { cardAuthId: auth.cardAuthId, cardIds: [cardId], suppose: JSON.parse(suppose) as typeof supposed },
    { quiet: true, keep: true, enabled: suppose !== '{}' },
  )
  const then = isChanged ? trial.data?.list[0] : now
  if (now.pass) return <Verdict tried={now} words={t('replay.whatIf.fine')} />
  const set = (draft: Draft) => setDrafts(drafts.map((one) => (keyOf(one.why) === keyOf(draft.why) ? draft : one)))
  const next = then?.why && !drafts.some(({ why }) => keyOf(why) === keyOf(then.why!)) ? then : undefined
  const missing = isChanged && then?.shortBy ? (load ?? 0) + then.shortBy : undefined
  return (
    <Stack gap={4}>
      <div aria-live="polite">
        {then ? (
          <Verdict
            tried={then}
            words={wordsOf(t, then, isChanged, charge.amount)}
            old={isChanged && (trial.isPlaceholderData || text !== suppose)}
          >
            {next && (
              <Button size="s" guardMs={0} onClick={() => setDrafts([...drafts, ...suggested(next)])}>
                {t('replay.whatIf.also')}
              </Button>
            )}
            {missing !== undefined && (
              <Button size="s" guardMs={0} onClick={() => setAmount(typedAmount(missing))}>
                {t(load ? 'replay.whatIf.insteadLoad' : 'replay.whatIf.alsoLoad', { amount: show(missing) })}
              </Button>
            )}
          </Verdict>
        ) : (
          <Skeleton height={56} radius={8} />
        )}
        {trial.isError && <Note tone="warn">{trial.error.says}</Note>}
      </div>
      {mayUnfreeze && (
        <div className={css.change}>
          <UnfreezeChange on={unfrozen} onChange={setUnfrozen} />
          {unfrozen && <ApplyUnfreeze cardId={cardId} onDone={onApplied} />}
        </div>
      )}
      {drafts.map((draft) => (
        <div key={keyOf(draft.why)} className={css.change}>
          <ControlChange draft={draft} charge={charge} onChange={set} />
          <ApplyControl change={changeOf(draft, charge)} onDone={onApplied} />
        </div>
      ))}
      <div className={css.change}>
        <LoadChange value={amount} onChange={setAmount} />
        <ApplyLoad cardId={cardId} amount={load} onDone={onApplied} />
      </div>
      {now.cures.length === 0 && <Muted as="p">{now.advice}</Muted>}
    </Stack>
  )
}

/** What the card lacks, or the least that can be loaded. */
const suggestedLoad = ({ cures, shortBy }: Tried): number =>
  cures.find(({ kind }) => kind === 'LOAD')?.amount ?? shortBy ?? 0

function wordsOf(t: ReturnType<typeof useText>, tried: Tried, isChanged: boolean, asked: number): string {
  if (tried.pass)
    return tried.amount < asked ? t('replay.whatIf.part', { amount: show(tried.amount) }) : t('replay.whatIf.passes')
  const why = [
    tried.reasonText,
    tried.why && stoppedText(tried.why),
    tried.shortBy !== null && t('replay.whatIf.short', { amount: show(tried.shortBy) }),
  ]
  return t(isChanged ? 'replay.whatIf.stops' : 'replay.whatIf.same', { why: why.filter(Boolean).join(' · ') })
}

function Verdict({
  tried,
  words,
  old = false,
  children,
}: {
  tried: Tried
  words: string
  old?: boolean
  children?: ReactNode
}) {
  return (
    <div className={css.verdict} data-passes={tried.pass === 1} data-old={old}>
      <Icon name={tried.pass ? 'check' : 'close'} size={20} />
      <p>{words}</p>
      {children}
    </div>
  )
}
