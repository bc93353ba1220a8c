import { acceptAgreement, agreementsToAccept } from '#contract/notices/acceptance.ts'
import { useAsk, useCall } from '#web/parts/client/queries.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { signOut } from '../identity/signIn/signOut.ts'
import { ConfirmText } from './lazyConfirmText.ts'
import { useText } from './text.ts'

/** A new version that everyone must accept: the dialog cannot be closed, and declining signs out. */
export function Agreements() {
  const t = useText()
  const asked = useAsk(agreementsToAccept, {}, { quiet: true, aside: true })
  const accept = useCall(acceptAgreement, { refreshes: [agreementsToAccept] })
  const next = asked.data?.[0]
  if (!next) return null
  return (
    <ConfirmText
      title={t('notices.agreement.title', { title: next.title, version: next.version })}
      width={640}
      html={next.msg}
      confirm={t('notices.agreement.accept')}
      loading={accept.isPending}
      onConfirm={() => accept.mutate({ id: next.id })}
      footer={<Button onClick={() => void signOut().catch(() => {})}>{t('notices.agreement.refuse')}</Button>}
    >
      <p>{t('notices.agreement.text')}</p>
    </ConfirmText>
  )
}
