import { suggestMerchants, type Place } from '#contract/grades/grades.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { useSettled } from '#web/parts/client/useSettled.ts'
import { Empty } from '#web/ui/Empty.tsx'
import { Panel } from '#web/ui/dialogs/Panel.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { countryName } from '../trades/countries.ts'
import { useText } from './text.ts'
import css from './Grades.module.css'

/** Known merchants to choose from: what the words may mean, and before anything is typed those that are used most. */
export function MerchantPicks({
  words,
  country,
  onPick,
}: {
  words: string
  country: string | undefined
  onPick: (place: Place) => void
}) {
  const t = useText()
  const settled = useSettled(words.trim(), 250)
  const input = { ...(settled && { words: settled }), ...(country && { country }) }
  const { data, isError } = useAsk(suggestMerchants, input, { quiet: true, keep: true })
  if (!data) return isError ? null : <Skeleton height={180} radius={12} />
  if (data.length === 0)
    return (
      <Panel>
        <Empty icon="scene" title={settled ? t('grades.noPick') : t('grades.ask')} text={t('grades.askText')} />
      </Panel>
    )
  return (
    <Panel title={settled ? t('grades.suggested') : t('grades.mostUsed')}>
      {!settled && <p className={css.lead}>{t('grades.askText')}</p>}
      <ul className={css.picks} aria-label={settled ? t('grades.suggested') : t('grades.mostUsed')}>
        {data.map((one) => (
          <li key={`${one.name} ${one.mcc} ${one.country}`}>
            <button type="button" className={css.pick} onClick={() => onPick(one)}>
              <b>{one.name}</b>
              <small>
                {[one.category || one.mcc, countryName(one.country), t('grades.sampleOf', { count: one.sample })].join(
                  ' · ',
                )}
              </small>
            </button>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
