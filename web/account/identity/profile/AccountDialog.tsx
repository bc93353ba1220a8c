import { Navigate, useNavigate, useParams } from 'react-router'
import { useSession } from '#web/parts/client/useSession.ts'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
import { paths } from '#web/account/paths.ts'
import { CloseForm } from '../closing/CloseForm.tsx'
import { GooglePanel } from '../security/GooglePanel.tsx'
import { IdentityForm } from '../verification/IdentityForm.tsx'
import { MobileForm } from './MobileForm.tsx'
import { NicknameForm } from './NicknameForm.tsx'
import { PasswordForm } from '../security/PasswordForm.tsx'
import { useText } from '../text.ts'

const dialogs = {
  password: { title: 'identity.password', Form: PasswordForm, parent: false },
  google: { title: 'identity.google', Form: GooglePanel, parent: false },
  nickname: { title: 'identity.nickname', Form: NicknameForm, parent: true },
  mobile: { title: 'identity.mobile', Form: MobileForm, parent: true },
  identity: { title: 'identity.identity', Form: IdentityForm, parent: true },
  close: { title: 'identity.closing', Form: CloseForm, parent: true },
} as const

/** What is being changed, over the page. */
export default function AccountDialog() {
  const t = useText()
  const navigate = useNavigate()
  const { what = '' } = useParams()
  const { subAccount } = useSession()
  const chosen = Object.hasOwn(dialogs, what) ? dialogs[what as keyof typeof dialogs] : undefined
  if (!chosen || (chosen.parent && subAccount)) return <Navigate to={paths.account} replace />
  const close = () => void navigate(paths.account)
  const { Form } = chosen
  return (
    <Dialog title={t(chosen.title)} onClose={close} width={what === 'google' ? 640 : 520}>
      <Form onDone={close} />
    </Dialog>
  )
}
