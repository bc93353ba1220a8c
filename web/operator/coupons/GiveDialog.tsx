import { useState } from 'react'
import { giveCoupon, listGiven, listTemplates, rehearseGiving, type CouponTemplate } from '#contract/coupons/desk.ts'
import { show } from '#contract/core/money.ts'
import { CallForm } from '#web/parts/forms/CallForm.tsx'
import { refresh, useCall } from '#web/parts/client/queries.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
import { Field } from '#web/ui/forms/Field.tsx'
import { TextArea } from '#web/ui/forms/Input.tsx'
import { toast } from '#web/ui/dialogs/toast.ts'
import { useText } from './text.ts'
import css from '../products/Products.module.css'

const numbersIn = (text: string): string[] => [...new Set(text.split(/[\s,，、;；]+/).filter(Boolean))]

/** A list of user numbers is tried first: who would get one, which are nobody's, what it may cost; then it is given. */
export function GiveDialog({ template, onClose }: { template: CouponTemplate; onClose: () => void }) {
  const t = useText()
  const { templateId } = template
  const [text, setText] = useState('')
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState('')
  const numbers = numbersIn(text)
  const rehearse = useCall(rehearseGiving, { quiet: true, onDone: () => setTried(numbers.join()) })
  const give = useCall(giveCoupon, {
    quiet: true,
    onDone: ({ given, approvalId }) => {
      toast.ok(approvalId ? t('products.proposed') : t('coupons.gave', { count: given }))
      refresh(listGiven, listTemplates)
      onClose()
    },
  })
  const seen = tried === numbers.join() ? rehearse.data : undefined
  const off =
    (!seen && t('coupons.tryFirst')) ||
    (seen!.unknown.length > 0 && t('coupons.unknownFirst')) ||
    (seen!.found.length > seen!.left && t('coupons.tooMany', { left: seen!.left })) ||
    (reason.trim().length < 2 && t('products.needReason')) ||
    undefined
  return (
    <Dialog title={`${t('coupons.give')} · ${template.name}`} onClose={onClose} width={560}>
      <CallForm
        loading={give.isPending}
        submitError={give.error?.says ?? rehearse.error?.says}
        onSubmit={() => give.mutate({ templateId, userNos: numbers, reason: reason.trim() })}
        onCancel={onClose}
        submit={t(seen?.twoPeople ? 'products.propose' : 'coupons.give')}
        submitOff={off}
      >
        <Field label={t('coupons.userNos')} hint={t('coupons.userNosHint')} required>
          {(wiring) => <TextArea {...wiring} value={text} onChange={setText} rows={5} data-autofocus />}
        </Field>
        <div>
          <Button
            loading={rehearse.isPending}
            guardMs={0}
            disabled={numbers.length ? undefined : t('coupons.userNosHint')}
            onClick={() => rehearse.mutate({ templateId, userNos: numbers })}
          >
            {t('coupons.try')}
          </Button>
        </div>
        {seen && (
          <div role="status" className={css.column}>
            <p className={css.notice}>
              {t('coupons.tried', { count: seen.found.length, most: show(seen.most), left: seen.left })}
              {seen.twoPeople ? ` ${t('coupons.takesTwo')}` : ''}
            </p>
            {seen.unknown.length > 0 && (
              <p className={css.warn}>{t('coupons.unknown', { numbers: seen.unknown.join(', ') })}</p>
            )}
            {seen.found.some(({ has }) => has > 0) && (
              <p className={css.warn}>
                {t('coupons.haveOne', {
                  numbers: seen.found
                    .filter(({ has }) => has > 0)
                    .map(({ userNo }) => userNo)
                    .join(', '),
                })}
              </p>
            )}
          </div>
        )}
        <Field label={t('desk.reason')} hint={t('desk.reasonHint')} required>
          {(wiring) => <TextArea {...wiring} value={reason} onChange={setReason} rows={2} maxLength={500} />}
        </Field>
      </CallForm>
    </Dialog>
  )
}
