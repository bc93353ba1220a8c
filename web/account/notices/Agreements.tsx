import { acceptAgreement, agreementsToAccept } from '#contract/notices/agreements.ts'
import { useAsk, useCall } from '#web/parts/client/queries.ts'
import { SafeHtml } from '#web/parts/SafeHtml.tsx'
import { Button } from '#web/ui/forms/Button.tsx'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
import { signOut } from '../identity/signIn/signOut.ts'
import { useText } from './text.ts'

/** A new version that everyone must accept: the dialog cannot be closed, and declining signs out. */
export default function Agreements() {
  const t = useText()
  const asked = useAsk(agreementsToAccept, {}, { quiet: true })
  const accept = useCall(acceptAgreement, { refreshes: [agreementsToAccept] })
  const next = asked.data?.[0]
  if (!next) return null
  return (
    <Dialog
      title={t('notices.agreement.title', { title: next.title, version: next.version })}
      width={640}
      footer={
        <>
          <Button onClick={() => void signOut().catch(() => {})}>{t('notices.agreement.refuse')}</Button>
          <Button look="primary" loading={accept.isPending} onClick={() => accept.mutate({ id: next.id })}>
            {t('notices.agreement.accept')}
          </Button>
        </>
      }
    >
      <p>{t('notices.agreement.text')}</p>
      <SafeHtml html={next.msg} />
    </Dialog>
  )
}
