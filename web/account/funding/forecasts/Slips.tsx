import { useRef, useState } from 'react'
import { MOST_SLIPS } from '#contract/funding/forecasts.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Grid, Muted, Stack } from '#web/ui/layout.tsx'
import { Field } from '#web/ui/forms/Field.tsx'
import { accepted, type Slip, type useSlips } from './useSlips.ts'
import { SlipPicture } from './SlipPicture.tsx'
import { useText } from './text.ts'
import css from './Forecasts.module.css'

/** Slips can be chosen or dropped, are shown while compressed and uploaded, and can be removed. */
export function Slips({ of, problem }: { of: ReturnType<typeof useSlips>; problem: string | undefined }) {
  const t = useText()
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const full = of.slips.length >= MOST_SLIPS
  return (
    <Field
      label={t('forecasts.field.slips')}
      hint={t('forecasts.field.slipsHint', { most: MOST_SLIPS })}
      problem={of.problem ?? problem}
      required
    >
      {(wiring) => (
        <Grid
          gap={3}
          min={152}
          className={css.slips}
          data-over={over}
          onDragOver={(event) => (event.preventDefault(), setOver(true))}
          onDragLeave={() => setOver(false)}
          onDrop={(event) => {
            event.preventDefault()
            setOver(false)
            of.take(event.dataTransfer.files)
          }}
        >
          {of.slips.map((slip) => (
            <One key={slip.key} slip={slip} onAgain={() => of.again(slip)} onRemove={() => of.remove(slip.key)} />
          ))}
          <input
            {...wiring}
            ref={input}
            className="said"
            type="file"
            multiple
            accept={accepted}
            tabIndex={-1}
            onChange={(event) => {
              of.take(event.target.files ?? [])
              event.target.value = ''
            }}
          />
          {!full && (
            <Stack gap={1} className={css.add}>
              <Button icon="plus" guardMs={0} onClick={() => input.current?.click()}>
                {t('forecasts.slips.add')}
              </Button>
              <Muted>{t('forecasts.slips.drop')}</Muted>
            </Stack>
          )}
        </Grid>
      )}
    </Field>
  )
}

const kb = (bytes: number): string => `${Math.max(1, Math.round(bytes / 1024))} KB`
/** Progress: first compressed, then uploaded. */
const progress = { compress: 35, send: 70, done: 100, failed: 100 } as const

function One({ slip, onAgain, onRemove }: { slip: Slip; onAgain: () => void; onRemove: () => void }) {
  const t = useText()
  const working = slip.state === 'compress' || slip.state === 'send'
  return (
    <Stack gap={2} className={css.slip} data-state={slip.state} aria-busy={working}>
      {slip.look ? <img src={slip.look} alt={slip.name} /> : <SlipPicture fileId={slip.fileId!} name={slip.name} />}
      <Stack gap={1}>
        <span>{slip.name}</span>
        <small>
          {slip.state === 'compress' && t('forecasts.slips.compress')}
          {slip.state === 'send' && t('forecasts.slips.send')}
          {slip.state === 'failed' && slip.problem}
          {slip.state === 'done' &&
            slip.before !== undefined &&
            slip.after !== undefined &&
            t('forecasts.slips.saved', { before: kb(slip.before), after: kb(slip.after) })}
        </small>
        {working && <progress max={100} value={progress[slip.state]} aria-label={slip.name} />}
        {slip.state === 'failed' && (
          <Button size="s" onClick={onAgain}>
            {t('forecasts.slips.again')}
          </Button>
        )}
      </Stack>
      <span className={css.remove}>
        <Button
          look="quiet"
          size="s"
          icon="close"
          guardMs={0}
          aria-label={t('forecasts.slips.remove', { name: slip.name })}
          onClick={onRemove}
        />
      </span>
    </Stack>
  )
}
