import { Navigate, useLocation, useNavigate, useParams } from 'react-router'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
import { paths } from '../paths.ts'
import { AddCardForm } from './AddCardForm.tsx'
import { ToBankForm } from './ToBankForm.tsx'
import { ToWalletForm } from './ToWalletForm.tsx'
import { useText } from './text.ts'

const dialogs = {
  wallet: { title: 'referrals.toWallet', Form: ToWalletForm },
  bank: { title: 'referrals.toBank', Form: ToBankForm },
  card: { title: 'referrals.addCard', Form: AddCardForm },
} as const

/** What is done with commission, over the page. */
export default function RebateDialog() {
  const t = useText()
  const navigate = useNavigate()
  const { search } = useLocation()
  const { what = '' } = useParams()
  if (!Object.hasOwn(dialogs, what)) return <Navigate to={paths.rebate} replace />
  const { title, Form } = dialogs[what as keyof typeof dialogs]
  const close = (tab?: string) => void navigate({ pathname: paths.rebate, search: tab ? `?tab=${tab}` : search })
  return (
    <Dialog title={t(title)} onClose={() => close()}>
      <Form onDone={close} />
    </Dialog>
  )
}
