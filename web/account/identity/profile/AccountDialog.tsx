import type { ComponentType } from 'react'
import { Navigate, useNavigate, useParams } from 'react-router'
import { useSession } from '#web/parts/client/useSession.ts'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
import { paths } from '#web/account/paths.ts'
import { CloseForm } from '../closing/CloseForm.tsx'
import { AddPasskey } from '../passkeys/AddPasskey.tsx'
import { GooglePanel } from '../security/GooglePanel.tsx'
import { IdentityForm } from '../verification/IdentityForm.tsx'
import { useText } from '../text.ts'
import { MobileDialog, NicknameDialog, PasswordDialog } from './ProfileDialogs.tsx'

/** A dialog whose content has several steps. */
const dialogOf = (Content: ComponentType<{ onDone: () => void }>, width = 520) =>
  function Steps({ title, onClose }: { title: string; onClose: () => void }) {
    return (
      <Dialog title={title} onClose={onClose} width={width}>
        <Content onDone={onClose} />
      </Dialog>
    )
  }

const dialogs = {
  password: { title: 'identity.password', One: PasswordDialog, parent: false },
  google: { title: 'identity.google', One: dialogOf(GooglePanel, 640), parent: false },
  passkey: { title: 'identity.passkeys.add', One: AddPasskey, parent: false },
  nickname: { title: 'identity.nickname', One: NicknameDialog, parent: true },
  mobile: { title: 'identity.mobile', One: MobileDialog, parent: true },
  identity: { title: 'identity.identity', One: dialogOf(IdentityForm), parent: true },
  close: { title: 'identity.closing', One: dialogOf(CloseForm), parent: true },
} as const

/** The dialogs over the page. */
export default function AccountDialog() {
  const t = useText()
  const navigate = useNavigate()
  const { what = '' } = useParams()
  const { subAccount } = useSession()
  const chosen = Object.hasOwn(dialogs, what) ? dialogs[what as keyof typeof dialogs] : undefined
  if (!chosen || (chosen.parent && subAccount)) return <Navigate to={paths.account} replace />
  return <chosen.One title={t(chosen.title)} onClose={() => void navigate(paths.account)} />
}
