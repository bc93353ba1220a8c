import { useEffect, useRef, useState } from 'react'
import { saveControls, showControls } from '#contract/controls/controls.ts'
import { Answered } from '#web/parts/Answered.tsx'
import { useAsk } from '#web/parts/client/queries.ts'
import { useMay } from '#web/parts/client/useMay.ts'
import { showTime } from '#web/parts/dates.ts'
import { lineKey } from '#web/account/trades/stopped.ts'
import { Empty } from '#web/ui/Empty.tsx'
import { Button } from '#web/ui/forms/Button.tsx'
import { Muted, Row, Rows, Section, Stack } from '#web/ui/layout.tsx'
import { Note } from '#web/ui/Notes.tsx'
import { ControlEditor } from './ControlEditor.tsx'
import { Gauge } from './Gauge.tsx'
import { limitName, linesOf } from './lines.ts'
import { RemoveDialog } from './RemoveDialog.tsx'
import type { Held, Shown } from './useSaveControls.ts'
import { useText } from './text.ts'
import css from './Controls.module.css'

/** What an owner allows, what is left of the limits, and the form that changes both: of a card, or of all cards of a group, a sub-account or the account. */
export function ControlsPanel({
  held,
  ofCard,
  off,
  line,
}: {
  held: Held
  /** Fresh answers come when this card changes. */
  ofCard?: string
  /** Why nothing can be changed. */
  off?: string | undefined
  /** The line that stopped a purchase. */
  line?: string | undefined
}) {
  const [editing, setEditing] = useState(false)
  const query = useAsk(showControls, held, { quiet: true, everyMs: 5_000, live: ['cards', 'trades'], ofCard })
  return (
    <Answered query={query}>
      {(shown) =>
        editing ? (
          <ControlEditor held={held} shown={shown} line={line} onEnd={() => setEditing(false)} />
        ) : (
          <Overview held={held} off={off} shown={shown} line={line} onEdit={() => setEditing(true)} />
        )
      }
    </Answered>
  )
}

function Overview({
  held,
  off: never,
  shown,
  line,
  onEdit,
}: {
  held: Held
  off: string | undefined
  shown: Shown
  line: string | undefined
  onEdit: () => void
}) {
  const t = useText()
  const may = useMay(saveControls)
  const [removing, setRemoving] = useState(false)
  const { controls, standing, setBy, setTime, timeZone } = shown
  const off = may.reason ?? never
  const all = linesOf(controls)
  const lines = all.filter(({ key }) => !key.startsWith('limits.'))
  const limits = (controls.limits ?? []).map((limit) => ({ limit, key: lineKey({ line: 'limits', ...limit }) }))
  const found = all.some(({ key }) => key === line)
  const none = all.length === 0
  const edit = may.shown && (
    <Button look="primary" disabled={off} guardMs={0} onClick={onEdit}>
      {t(none ? 'controls.set' : 'controls.edit')}
    </Button>
  )
  return (
    <Stack gap={5}>
      {line !== undefined && !found && <Note>{t('controls.gone')}</Note>}
      {none ? (
        <Empty icon="shield" title={t('controls.none')} text={t(`controls.noneText.${held.scope}`)} action={edit} />
      ) : (
        <>
          {limits.length > 0 && (
            <Section title={t('controls.limits')}>
              <Rows framed>
                {limits.map(({ limit, key }) => {
                  const now = standing.find(({ limitId }) => limitId === limit.limitId)
                  return (
                    <LineRow key={key} stopped={key === line}>
                      <b>{limitName(limit)}</b>
                      {now && <Gauge limit={limit} standing={now} />}
                    </LineRow>
                  )
                })}
              </Rows>
            </Section>
          )}
          {lines.length > 0 && (
            <Section title={t('controls.allowed')}>
              <Rows framed>
                {lines.map(({ key, name, text }) => (
                  <LineRow key={key} stopped={key === line}>
                    <Muted>{name}</Muted>
                    <span className={css.text}>{text}</span>
                  </LineRow>
                ))}
              </Rows>
            </Section>
          )}
          <Stack gap={1}>
            {setBy !== null && <Muted as="p">{t('controls.setBy', { by: setBy, time: showTime(setTime) })}</Muted>}
            <Muted as="p">{t('controls.zone', { zone: timeZone })}</Muted>
          </Stack>
          <Row>
            {edit}
            {may.shown && (
              <Button look="danger" disabled={off} guardMs={0} onClick={() => setRemoving(true)}>
                {t('controls.remove.action')}
              </Button>
            )}
          </Row>
        </>
      )}
      {removing && <RemoveDialog held={held} shown={shown} onClose={() => setRemoving(false)} />}
    </Stack>
  )
}

/** A line; the one that stopped a purchase is where the page begins. */
function LineRow({ stopped, children }: { stopped: boolean; children: React.ReactNode }) {
  const place = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (!stopped) return
    place.current?.scrollIntoView({ block: 'center' })
    place.current?.focus({ preventScroll: true })
  }, [stopped])
  return (
    <li
      ref={place}
      className={css.line}
      data-stopped={stopped}
      {...(stopped && { tabIndex: -1, 'aria-current': true as const })}
    >
      {children}
    </li>
  )
}
