import { useState } from 'react'
import { cardLog } from '#contract/cards/cards.ts'
import { controlHistory, showControls } from '#contract/controls/controls.ts'
import { lockStates, type Locked } from '#contract/controls/locks.ts'
import { moveLock, type LockMove } from '#contract/controls/moveLock.ts'
import { lockedName } from '#web/account/trades/stopped.ts'
import { useCall } from '#web/parts/client/queries.ts'
import { useMay } from '#web/parts/client/useMay.ts'
import { showTime } from '#web/parts/dates.ts'
import { FormDialog } from '#web/parts/forms/FormDialog.tsx'
import { useForm } from '#web/parts/forms/useForm.ts'
import { langNow } from '#web/text.ts'
import { toast } from '#web/ui/dialogs/toast.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Combobox } from '#web/ui/forms/Combobox.tsx'
import { Muted, Row, Stack } from '#web/ui/layout.tsx'
import { StatusTag } from '#web/ui/tags/Tag.tsx'
import { useBrands } from './form/useBrands.ts'
import { useText } from './form/text.ts'

const tones = { ARMED: 'info', PROVISIONAL: 'warn', LOCKED: 'ok' } as const
const refreshes = [showControls, controlHistory, cardLog]

/** What the card is locked to, and the steps that change it. `off`: why nothing can be changed. */
export function CardLock({ cardId, lock, off }: { cardId: string; lock: Locked | null; off: string | undefined }) {
  const t = useText()
  const may = useMay(moveLock)
  const [choosing, setChoosing] = useState(false)
  const moving = useCall(moveLock, {
    refreshes,
    onDone: (_, { move }) => toast.ok(t(move === 'RELEASE' ? 'lock.released' : 'lock.armedNow')),
  })
  const step = (move: Exclude<LockMove, 'SET'>, text: string) => (
    <Button
      key={move}
      disabled={off ?? may.reason}
      loading={moving.isPending && moving.variables.move === move}
      onClick={() => moving.mutate({ cardId, move })}
    >
      {text}
    </Button>
  )
  return (
    <Stack gap={2}>
      <State lock={lock} />
      {may.shown && (
        <Row>
          {lock?.state !== 'ARMED' && step('REARM', t(lock ? 'lock.rearm' : 'lock.arm'))}
          <Button disabled={off ?? may.reason} guardMs={0} onClick={() => setChoosing(true)}>
            {t('lock.set')}
          </Button>
          {lock && step('RELEASE', t('lock.unlock'))}
        </Row>
      )}
      {choosing && <ToBrand cardId={cardId} onClose={() => setChoosing(false)} />}
    </Stack>
  )
}

function State({ lock }: { lock: Locked | null }) {
  const t = useText()
  if (!lock) return <Muted>{t('lock.none')}</Muted>
  const { state, by, since, until } = lock
  return (
    <>
      <Row between>
        <span>{state === 'ARMED' ? t(`lock.armed.${by}`) : t('lock.only', { what: lockedName(lock) })}</span>
        <StatusTag tone={tones[state]} text={lockStates[state][langNow()]} />
      </Row>
      {until !== undefined ? (
        <Muted>{t('lock.until', { time: showTime(until) })}</Muted>
      ) : (
        since !== undefined && <Muted>{t('lock.since', { time: showTime(since) })}</Muted>
      )}
    </>
  )
}

function ToBrand({ cardId, onClose }: { cardId: string; onClose: () => void }) {
  const t = useText()
  const { brandIds, brandName } = useBrands()
  const form = useForm(moveLock, { initial: { cardId, move: 'SET', brandId: '' } })
  return (
    <FormDialog
      form={form}
      title={t('lock.dialog')}
      submit={t('lock.submit')}
      done={t('lock.lockedTo', { what: brandName(form.text('brandId')) })}
      refreshes={refreshes}
      onClose={onClose}
    >
      <Combobox
        label={t('lock.brand')}
        required
        items={brandIds.map((id) => ({ id, text: brandName(id) }))}
        value={form.text('brandId') || null}
        problem={form.problemOf('brandId') && t('lock.needed')}
        onChange={(brandId) => form.set({ brandId: brandId ?? '' })}
      />
    </FormDialog>
  )
}
