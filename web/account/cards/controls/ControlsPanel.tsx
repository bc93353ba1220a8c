import { useEffect, useRef, useState } from 'react'
import { saveControls, showControls } from '#contract/controls/controls.ts'
import { show } from '#contract/core/money.ts'
import { wordsOf } from '#contract/core/refusals.ts'
import { Answered } from '#web/parts/Answered.tsx'
import { useAsk } from '#web/parts/client/queries.ts'
import { useMay } from '#web/parts/client/useMay.ts'
import { showTime } from '#web/parts/dates.ts'
import { keyIn, limitKey } from '#web/account/trades/stopped.ts'
import { useSession } from '#web/parts/client/useSession.ts'
import { langNow } from '#web/text.ts'
import { Empty } from '#web/ui/Empty.tsx'
import { Button } from '#web/ui/forms/Button.tsx'
import { Muted, Row, Rows, Section, Stack } from '#web/ui/layout.tsx'
import { Note } from '#web/ui/Notes.tsx'
import { Changed } from './Changed.tsx'
import { ControlEditor } from './ControlEditor.tsx'
import { ControlHistory } from './ControlHistory.tsx'
import { Gauge } from './Gauge.tsx'
import { CardLock } from './CardLock.tsx'
import { limitName, linesOf } from './form/lines.ts'
import { RemoveDialog } from './RemoveDialog.tsx'
import { UsesLeft } from './UsesLeft.tsx'
import type { Held, Shown } from './useSaveControls.ts'
import { useBrands } from './form/useBrands.ts'
import { useText } from './form/text.ts'
import css from './form/Controls.module.css'

/** What an owner allows, what is left of the limits, and the form that changes both: of a card, or of all cards of a group, a sub-account or the account. */
export function ControlsPanel({
  held,
  ofCard,
  mayPin = false,
  off,
  line,
}: {
  held: Held
  /** Fresh answers come when this card changes. */
  ofCard?: string
  /** Whether the controls may be locked for the sub-account that has the card. */
  mayPin?: boolean
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
          <ControlEditor held={held} shown={shown} line={line} mayPin={mayPin} onEnd={() => setEditing(false)} />
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
  const { subAccount } = useSession()
  const { brandName } = useBrands()
  const { controls, standing, effective, lock, setBy, setTime, timeZone } = shown
  const locked =
    subAccount && (controls.pinned || shown.returns?.pinned) ? wordsOf('controls_pinned', langNow()) : undefined
  const off = may.reason ?? locked ?? never
  const own = { scope: held.scope, controls, standing, watched: shown.watched }
  const found = [own, ...effective].some((one) =>
    linesOf(one.controls, brandName).some(({ key }) => keyIn(one.scope, key) === line),
  )
  const none = linesOf(controls, brandName).length === 0
  const edit = may.shown && (
    <Button look="primary" disabled={off} guardMs={0} onClick={onEdit}>
      {t(none ? 'controls.set' : 'controls.edit')}
    </Button>
  )
  const lockPart = held.scope === 'CARD' && (
    <Section title={t('trades.stopped.line.lock')}>
      <Rows framed>
        <LineRow stopped={line === 'lock'}>
          <CardLock cardId={held.scopeId!} lock={lock} off={locked ?? never} />
        </LineRow>
      </Rows>
    </Section>
  )
  return (
    <Stack gap={5}>
      {line !== undefined && !found && <Note>{t('controls.gone')}</Note>}
      {effective.map((one) => (
        <Lines key={one.scope} title={t(`controls.of.${one.scope}`, { name: one.name })} document={one} line={line} />
      ))}
      {shown.until !== null && (
        <Note>
          {t('controls.until.shown', { time: showTime(shown.until) })}
          <Changed before={controls} after={shown.returns ?? {}} />
        </Note>
      )}
      {none ? (
        <>
          <Empty icon="shield" title={t('controls.none')} text={t(`controls.noneText.${held.scope}`)} action={edit} />
          {lockPart}
        </>
      ) : (
        <>
          <Lines
            title={t(effective.length ? 'controls.of.CARD' : 'controls.allowed')}
            document={own}
            line={line}
            uses={
              held.scopeId !== undefined &&
              shown.usesLeft !== null && <UsesLeft cardId={held.scopeId} left={shown.usesLeft} off={locked ?? never} />
            }
          />
          {lockPart}
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
      <ControlHistory held={held} />
      {removing && <RemoveDialog held={held} shown={shown} onClose={() => setRemoving(false)} />}
    </Stack>
  )
}

/** One document: the gauges of its limits first, then what else it says. */
function Lines({
  title,
  document: { scope, controls, standing, watched },
  line,
  uses,
}: {
  title: string
  document: Pick<Shown['effective'][number], 'scope' | 'controls' | 'standing' | 'watched'>
  line: string | undefined
  /** What is left of a card's uses. */
  uses?: React.ReactNode
}) {
  const t = useText()
  const { brandName } = useBrands()
  const isStopped = (key: string) => keyIn(scope, key) === line
  // The lock of a card is told apart, with what it is locked to now.
  const lines = linesOf({ ...controls, limits: undefined, lock: undefined }, brandName)
  if (!lines.length && !controls.limits) return null
  return (
    <Section title={title}>
      {watched && (
        <Note>
          {watched.count === 0
            ? t('controls.watch.none')
            : t('controls.watch.seen', { count: watched.count, amount: show(watched.amount) })}
        </Note>
      )}
      <Rows framed>
        {(controls.limits ?? []).map((limit) => {
          const now = standing.find(({ limitId }) => limitId === limit.limitId)
          return (
            <LineRow key={limit.limitId} stopped={isStopped(limitKey(limit))}>
              <b>{limitName(limit)}</b>
              {now && <Gauge limit={limit} standing={now} />}
            </LineRow>
          )
        })}
        {lines.map(({ key, name, text }) => (
          <LineRow key={key} stopped={isStopped(key)}>
            <Muted>{name}</Muted>
            <span className={css.text}>{text}</span>
            {key === 'uses' && uses}
          </LineRow>
        ))}
      </Rows>
    </Section>
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
