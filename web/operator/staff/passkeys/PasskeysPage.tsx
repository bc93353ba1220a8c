import { useState } from 'react'
import { listStaffPasskeys } from '#contract/staff/passkeys.ts'
import type { PasskeyRow } from '#contract/identity/passkeys.ts'
import { Answered } from '#web/parts/Answered.tsx'
import { showDay, showTime } from '#web/parts/dates.ts'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { useAsk } from '#web/parts/client/queries.ts'
import { canUsePasskeys } from '#web/parts/client/browserId.ts'
import { useSelf } from '#web/operator/desk.ts'
import { PageHead } from '#web/operator/parts/PageHead.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { Panel } from '#web/ui/dialogs/Panel.tsx'
import { Button } from '#web/ui/forms/Button.tsx'
import { Muted, Row, Stack } from '#web/ui/layout.tsx'
import { Note } from '#web/ui/Notes.tsx'
import { StatusTag } from '#web/ui/tags/Tag.tsx'
import { useText } from '../text.ts'
import { AddPasskey, RemovePasskey, RenamePasskey } from './PasskeyDialogs.tsx'

type Open = { what: 'add' } | { what: 'rename' | 'remove'; passkey: PasskeyRow }

/** One's own passkeys: at sign-in, each stands in for the authenticator. */
export default function PasskeysPage() {
  const t = useText()
  const query = useAsk(listStaffPasskeys, {}, { everyMs: 60_000 })
  const [open, setOpen] = useState<Open>()
  const self = useSelf()
  const { data } = query
  const close = () => setOpen(undefined)
  const off = !data
    ? undefined
    : data.rpId === null || !canUsePasskeys
      ? t('passkeys.unsupported')
      : data.list.length >= data.most
        ? t('passkeys.most', { most: data.most })
        : undefined
  return (
    <PageFrame>
      <PageHead
        title={t('passkeys.lead')}
        moves={
          <Button look="primary" icon="plus" disabled={off} onClick={() => setOpen({ what: 'add' })}>
            {t('passkeys.add')}
          </Button>
        }
      />
      {self?.passkeyNeeded === 1 && <Note tone="warn">{t('passkeys.needed')}</Note>}
      <Answered query={query}>
        {({ list }) =>
          list.length === 0 ? (
            <Empty title={t('passkeys.none')} text={t('passkeys.noneText')} />
          ) : (
            <Stack gap={3}>
              {list.map((passkey) => (
                <Panel
                  key={passkey.passkeyId}
                  title={passkey.name}
                  extra={
                    <Row gap={1}>
                      {(['rename', 'remove'] as const).map((what) => (
                        <Button
                          key={what}
                          size="s"
                          look="quiet"
                          aria-label={`${t(`passkeys.${what}`)} ${passkey.name}`}
                          onClick={() => setOpen({ what, passkey })}
                        >
                          {t(`passkeys.${what}`)}
                        </Button>
                      ))}
                    </Row>
                  }
                >
                  <Row>
                    <StatusTag
                      tone={passkey.backedUp ? 'ok' : 'quiet'}
                      text={t(passkey.backedUp ? 'passkeys.synced' : 'passkeys.local')}
                    />
                    <Muted>
                      {t('passkeys.made', { date: showDay(passkey.createTime), device: passkey.device })} ·{' '}
                      {passkey.lastUsedTime === null
                        ? t('passkeys.unused')
                        : t('passkeys.used', { date: showTime(passkey.lastUsedTime) })}
                    </Muted>
                  </Row>
                </Panel>
              ))}
            </Stack>
          )
        }
      </Answered>
      {open?.what === 'add' && <AddPasskey onClose={close} />}
      {open?.what === 'rename' && <RenamePasskey passkey={open.passkey} onClose={close} />}
      {open?.what === 'remove' && <RemovePasskey passkey={open.passkey} onClose={close} />}
    </PageFrame>
  )
}
