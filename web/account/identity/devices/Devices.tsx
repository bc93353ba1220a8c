import { useState } from 'react'
import type { Output } from '#contract/core/call.ts'
import {
  addPushDevice,
  changePushDevice,
  pushDevices,
  removePushDevice,
  type PushKind,
} from '#contract/notices/devices.ts'
import { showDay, showTime } from '#web/parts/dates.ts'
import { useAsk, useCall } from '#web/parts/client/queries.ts'
import { useSession } from '#web/parts/client/useSession.ts'
import { Panel } from '#web/ui/dialogs/Panel.tsx'
import { toast } from '#web/ui/dialogs/toast.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Muted } from '#web/ui/layout.tsx'
import { SkeletonLines } from '#web/ui/Skeleton.tsx'
import { SettingRow } from '../SettingRow.tsx'
import { useText } from '../text.ts'
import { subscribe, support, unsubscribe } from './subscribe.ts'
import css from './Devices.module.css'

type Device = Output<typeof pushDevices>['list'][number]

/** Notifications on this device, and on others. */
export function Devices() {
  const t = useText()
  const { data } = useAsk(pushDevices, {}, { everyMs: 60_000, live: ['account'] })
  if (data?.publicKey === null) return null
  const own = data?.list.find(({ current }) => current === 1)
  return (
    <Panel title={t('identity.devices.title')} label={t('identity.devices.title')}>
      <Muted as="p">{t('identity.devices.text')}</Muted>
      {!data && <SkeletonLines lines={2} />}
      {data && own && <OwnDevice device={own} />}
      {data && !own && <TurnOn publicKey={data.publicKey ?? ''} />}
      {data?.list
        .filter((device) => device !== own)
        .map((device) => (
          <OtherDevice key={device.deviceId} device={device} />
        ))}
    </Panel>
  )
}

const kinds: readonly PushKind[] = ['CODES', 'DECLINES', 'REQUESTS']

function TurnOn({ publicKey }: { publicKey: string }) {
  const t = useText()
  const [busy, setBusy] = useState(false)
  const [state, setState] = useState(support)
  const add = useCall(addPushDevice, {
    quiet: true,
    refreshes: [pushDevices],
    onDone: () => toast.ok(t('identity.devices.on')),
  })
  async function turnOn() {
    setBusy(true)
    try {
      const subscription = await subscribe(publicKey)
      setState(support())
      if (subscription) await add.mutateAsync({ ...subscription, kinds: [...kinds], showCode: false })
    } catch {
      await unsubscribe().catch(() => {})
      toast.bad(t('identity.devices.failed'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <SettingRow title={t('identity.devices.here')} note={t(`identity.devices.${state}`)}>
      {state === 'yes' && (
        <Button loading={busy} onClick={() => void turnOn()}>
          {t('identity.devices.turnOn')}
        </Button>
      )}
    </SettingRow>
  )
}

function OwnDevice({ device }: { device: Device }) {
  const t = useText()
  const { subAccount } = useSession()
  const change = useCall(changePushDevice, { refreshes: [pushDevices] })
  const remove = useCall(removePushDevice, {
    refreshes: [pushDevices],
    onDone: () => void unsubscribe().then(() => toast.ok(t('identity.devices.off'))),
  })
  const { deviceId, showCode } = device
  const has = (kind: PushKind) => device.kinds.includes(kind)
  const toggle = (kind: PushKind, on: boolean) =>
    change.mutate({ deviceId, showCode: showCode === 1, kinds: kinds.filter((one) => (one === kind ? on : has(one))) })
  return (
    <>
      <SettingRow title={t('identity.devices.here')} note={noteOf(t, device)}>
        <Button loading={remove.isPending} onClick={() => remove.mutate({ deviceId })}>
          {t('identity.devices.turnOff')}
        </Button>
      </SettingRow>
      <fieldset className={css.kinds} disabled={change.isPending}>
        <legend>{t('identity.devices.what')}</legend>
        {kinds.map((kind) => (
          <label key={kind}>
            <input
              type="checkbox"
              checked={has(kind)}
              // The last one goes with the button.
              disabled={device.kinds.length === 1 && has(kind)}
              onChange={(event) => toggle(kind, event.target.checked)}
            />
            {t(kind === 'REQUESTS' && subAccount ? 'identity.devices.ANSWERS' : `identity.devices.${kind}`)}
          </label>
        ))}
        <label>
          <input
            type="checkbox"
            checked={showCode === 1}
            disabled={!has('CODES')}
            aria-describedby="show-code"
            onChange={(event) => change.mutate({ deviceId, kinds: device.kinds, showCode: event.target.checked })}
          />
          {t('identity.devices.showCode')}
        </label>
        <Muted as="small" id="show-code">
          {t('identity.devices.showCodeText')}
        </Muted>
      </fieldset>
    </>
  )
}

function OtherDevice({ device }: { device: Device }) {
  const t = useText()
  const remove = useCall(removePushDevice, { refreshes: [pushDevices] })
  return (
    <SettingRow title={device.device} note={noteOf(t, device)}>
      <Button
        look="quiet"
        size="s"
        loading={remove.isPending}
        aria-label={t('identity.devices.removeOf', { device: device.device })}
        onClick={() => remove.mutate({ deviceId: device.deviceId })}
      >
        {t('identity.devices.remove')}
      </Button>
    </SettingRow>
  )
}

const noteOf = (t: ReturnType<typeof useText>, { createTime, lastSentTime }: Device): string =>
  [
    t('identity.devices.since', { date: showDay(createTime) }),
    lastSentTime === null ? t('identity.devices.never') : t('identity.devices.last', { time: showTime(lastSentTime) }),
  ].join(' · ')
