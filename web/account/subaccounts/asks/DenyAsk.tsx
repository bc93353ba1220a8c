import { answerAsk } from '#contract/subaccounts/subaccounts.ts'
import { CallForm } from '#web/parts/forms/CallForm.tsx'
import { useForm } from '#web/parts/forms/useForm.ts'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
import { Field } from '#web/ui/forms/Field.tsx'
import { Input } from '#web/ui/forms/Input.tsx'
import { toast } from '#web/ui/dialogs/toast.ts'
import { askWords } from './askLook.ts'
import type { ShownAsk } from './AskList.tsx'
import { subsChanged } from '../changed.ts'
import { useText } from '../text.ts'

/** A no, with words. */
export function DenyAsk({ ask, onClose }: { ask: ShownAsk; onClose: () => void }) {
  const t = useText()
  const form = useForm(answerAsk, { initial: { askId: ask.askId, grant: false, words: '' } })
  const words = form.field('words')
  async function submit() {
    if (!(await form.submit())) return
    subsChanged()
    toast.ok(t('subaccounts.asks.denied'))
    onClose()
  }
  return (
    <Dialog title={t('subaccounts.asks.denyTitle')} onClose={onClose}>
      <CallForm
        loading={form.loading}
        submitError={form.submitError}
        submit={t('subaccounts.asks.deny')}
        onSubmit={() => void submit()}
        onCancel={onClose}
      >
        <p>
          {ask.subNickname} · {askWords(ask)}
        </p>
        <Field label={t('subaccounts.asks.words')} hint={t('subaccounts.asks.wordsHint')} problem={words.problem}>
          {(wiring) => (
            <Input {...wiring} value={words.value} onChange={words.onChange} maxLength={200} data-autofocus />
          )}
        </Field>
      </CallForm>
    </Dialog>
  )
}
