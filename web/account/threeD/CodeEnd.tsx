import { threeDResults, type ThreeDCode } from '#contract/threeD/threeD.ts'
import { StatusTag } from '#web/ui/tags/Tag.tsx'
import { useSecondsLeft } from '#web/parts/useSecondsLeft.ts'
import { langNow } from '#web/text.ts'
import { useText } from './text.ts'
import css from './ThreeD.module.css'

const tones = { PASSED: 'ok', FAILED: 'bad', EXPIRED: 'quiet' } as const
/** From here on, the user has to hurry. */
const HURRY_S = 60

/** The remaining validity of a code by the server's clock; afterwards, its outcome. */
export function CodeEnd({ code }: { code: ThreeDCode }) {
  const t = useText()
  const left = useSecondsLeft(code.expireTime)
  if (code.used || left === 0) {
    const result = code.result ?? 'EXPIRED'
    return <StatusTag tone={tones[result]} text={threeDResults[result][langNow()]} />
  }
  const clock = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`
  return (
    <time role="timer" className={css.left} data-hurry={left <= HURRY_S} aria-label={`${t('threeD.left')} ${clock}`}>
      {clock}
    </time>
  )
}
