import { useState } from 'react'
import { controlHistory } from '#contract/controls/controls.ts'
import { Answered } from '#web/parts/Answered.tsx'
import { useAsk } from '#web/parts/client/queries.ts'
import { showTime } from '#web/parts/dates.ts'
import { Section, Stack } from '#web/ui/layout.tsx'
import { Timeline } from '#web/ui/Timeline.tsx'
import { Turner } from '../Turner.tsx'
import { differences, linesOf } from './form/lines.ts'
import { rearmedText } from './form/lockWords.ts'
import type { Held } from './useSaveControls.ts'
import { useBrands } from './form/useBrands.ts'
import { useText } from './form/text.ts'

/** Who changed the controls, when, and what was different then, newest first. */
export function ControlHistory({ held }: { held: Held }) {
  const t = useText()
  const { brandName } = useBrands()
  const [pageNo, setPageNo] = useState(1)
  const query = useAsk(
    controlHistory,
    { ...held, pageNo, pageSize: 10 },
    { quiet: true, everyMs: 10_000, live: ['cards'] },
  )
  return (
    <Answered query={query}>
      {(page) =>
        page.data.length > 0 && (
          <Section title={t('controls.history.title')}>
            <Stack gap={4}>
              <Timeline
                label={t('controls.history.title')}
                steps={page.data.map(({ id, createTime, setBy, note, before, after, until, returned }) => ({
                  key: id,
                  state: 'done',
                  title: returned
                    ? t('controls.history.returned')
                    : t(linesOf(after, brandName).length === 0 ? 'controls.history.removed' : 'controls.history.set'),
                  text: [
                    rearmedText(before, after),
                    ...(until === null ? [] : [t('controls.until.only', { time: showTime(until) })]),
                    ...differences(before, after, brandName).map(({ name, text }) => `${name}: ${text}`),
                    note,
                  ]
                    .filter(Boolean)
                    .join(' · '),
                  time: `${showTime(createTime)} · ${setBy}`,
                }))}
              />
              <Turner page={page} onTurn={setPageNo} />
            </Stack>
          </Section>
        )
      }
    </Answered>
  )
}
