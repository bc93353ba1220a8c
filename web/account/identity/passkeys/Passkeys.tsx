import { useState } from 'react'
import { useNavigate } from 'react-router'
import { listPasskeys, type PasskeyRow } from '#contract/identity/passkeys.ts'
import { showDay, showTime } from '#web/parts/dates.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { canUsePasskeys } from '#web/parts/client/browserId.ts'
import { Panel } from '#web/ui/dialogs/Panel.tsx'
import { Button } from '#web/ui/forms/Button.tsx'
import { Muted, Row } from '#web/ui/layout.tsx'
import { SkeletonLines } from '#web/ui/Skeleton.tsx'
import { StatusTag } from '#web/ui/tags/Tag.tsx'
import { paths } from '#web/account/paths.ts'
import { SettingRow } from '../SettingRow.tsx'
import { useText } from '../text.ts'
import { RemovePasskey, RenamePasskey } from './PasskeyDialogs.tsx'

/** The passkeys of this login: the devices that sign in and confirm without a code. */
export function Passkeys() {
  const t = useText()
  const navigate = useNavigate()
  const { data } = useAsk(listPasskeys, {}, { everyMs: 60_000, live: ['account'] })
  const [open, setOpen] = useState<{ what: 'rename' | 'remove'; passkey: PasskeyRow }>()
  const full = data && data.list.length >= data.most
  const off = !data
    ? undefined
    : data.rpId === null
      ? t('identity.passkeys.notHere')
      : !canUsePasskeys
        ? t('identity.passkeys.unsupported')
        : full
          ? t('identity.passkeys.most', { most: data.most })
          : undefined
  const close = () => setOpen(undefined)
  return (
    <Panel
      title={t('identity.passkeys.title')}
      extra={
        <Button size="s" icon="plus" disabled={off} onClick={() => void navigate(paths.accountDialog('passkey'))}>
          {t('identity.passkeys.add')}
        </Button>
      }
    >
      <Muted as="p">{t('identity.passkeys.text')}</Muted>
      {!data && <SkeletonLines lines={1} />}
      {data?.list.length === 0 && <p>{t('identity.passkeys.none')}</p>}
      {data?.list.map((passkey) => (
        <SettingRow
          key={passkey.passkeyId}
          title={passkey.name}
          tag={
            <StatusTag
              tone={passkey.backedUp ? 'ok' : 'quiet'}
              text={t(passkey.backedUp ? 'identity.passkeys.synced' : 'identity.passkeys.local')}
            />
          }
          note={[
            t('identity.passkeys.made', { date: showDay(passkey.createTime), device: passkey.device }),
            passkey.lastUsedTime === null
              ? t('identity.passkeys.unused')
              : t('identity.passkeys.used', { date: showTime(passkey.lastUsedTime) }),
          ].join(' · ')}
        >
          <Row gap={1}>
            {(['rename', 'remove'] as const).map((what) => (
              <Button
                key={what}
                size="s"
                look="quiet"
                aria-label={`${t(`identity.passkeys.${what}`)} ${passkey.name}`}
                onClick={() => setOpen({ what, passkey })}
              >
                {t(`identity.passkeys.${what}`)}
              </Button>
            ))}
          </Row>
        </SettingRow>
      ))}
      {open?.what === 'rename' && <RenamePasskey passkey={open.passkey} onClose={close} />}
      {open?.what === 'remove' && <RemovePasskey passkey={open.passkey} onClose={close} />}
    </Panel>
  )
}
