import { rails, type Rail } from '#contract/funding/funding.ts'
import { show, type Cents } from '#contract/core/money.ts'
import { CopyButton } from '#web/ui/forms/CopyButton.tsx'
import { Muted, Stack } from '#web/ui/layout.tsx'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
import { langNow } from '#web/text.ts'
import { useText } from './text.ts'
import css from './Funding.module.css'

/** Above the limits in the texts, staff take over: the details to send them can be copied. */
export function HandOver({
  rail,
  amount,
  unit,
  onClose,
}: {
  rail: Rail
  amount: Cents | undefined
  unit: string
  onClose: () => void
}) {
  const t = useText()
  const name = rails[rail][langNow()]
  const message = t('funding.handOver.message', { rail: name, amount: amount === undefined ? '' : show(amount, unit) })
  return (
    <Dialog title={t('funding.handOver.title')} onClose={onClose}>
      <Stack>
        <p>{t('funding.handOver.text')}</p>
        <div className={css.copyBox}>
          <span>{message}</span>
          <CopyButton text={message} what={t('funding.handOver.what')} />
        </div>
        <Muted as="p">{t('funding.handOver.where')}</Muted>
      </Stack>
    </Dialog>
  )
}
