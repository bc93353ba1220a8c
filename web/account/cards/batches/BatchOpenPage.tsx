import { useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { BATCH_MOST, openBatch, priceBatchOpening } from '#contract/cards/batches.ts'
import { show } from '#contract/core/money.ts'
import { paths } from '#web/account/paths.ts'
import { TextField } from '#web/parts/forms/fields.tsx'
import { useForm, type Form } from '#web/parts/forms/useForm.ts'
import { Panel } from '#web/ui/dialogs/Panel.tsx'
import { Segmented } from '#web/ui/forms/Segmented.tsx'
import { Grid, Muted } from '#web/ui/layout.tsx'
import { Note } from '#web/ui/Notes.tsx'
import { AddressInputs, NameInputs } from '../opening/HolderInputs.tsx'
import { OpenForm } from '../opening/OpenForm.tsx'
import { useOpening } from '../opening/useOpening.ts'
import { useVerifiedHolder, VerifiedHolder } from '../opening/VerifiedHolder.tsx'
import { useText } from './text.ts'

const blank = { firstName: '', lastName: '', street: '', city: '', state: '', zipCode: '' }

/** Opens several cards of one segment: how many, with how much, for whom; and their total price before it is held. */
export default function BatchOpenPage() {
  const t = useText()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const form = useForm(openBatch, {
    initial: {
      vid: search.get('vid') ?? '',
      num: search.get('num') ?? '5',
      rechargeAmount: search.get('amount') ?? '20',
      nameMode: 'AUTO',
      addressMode: 'AUTO',
      ...blank,
      remark: search.get('remark') ?? '',
      gid: search.get('gid') ?? '',
      subUid: search.get('subUid') ?? '',
      tags: [],
      couponId: '',
      templateId: '',
    },
    money: ['rechargeAmount'],
  })
  const num = /^\d{1,4}$/.test(form.text('num')) ? Number(form.text('num')) : undefined
  const opening = useOpening(form, priceBatchOpening, num && num >= 2 ? { num } : undefined)
  const { segment, priced } = opening
  const verified = useVerifiedHolder(form, segment)
  const { price } = priced
  // An impossible number has no price: the plan's maximum is remembered from the last one.
  const [batchMax, setBatchMax] = useState(BATCH_MOST)
  const allowed = price?.batchMax
  useEffect(() => {
    if (allowed) setBatchMax(allowed)
  }, [allowed])
  const numProblem =
    form.problemOf('num') ??
    priced.refused?.fields['num'] ??
    (num !== undefined && num < 2 ? t('batches.open.numProblem', { max: batchMax }) : undefined)
  return (
    <OpenForm
      opening={opening}
      scene="BATCH_OPEN"
      title={t('batches.open.count')}
      amountLabel={t('batches.open.each')}
      submit={t('batches.open.submit')}
      submitPriced={t('batches.open.submitFor', { total: show(price?.total ?? 0), count: price?.num ?? 0 })}
      problem={numProblem ?? verified.problem}
      onOpened={(answer) => 'batchNo' in answer && void navigate(paths.batchOpened(answer.batchNo))}
      count={
        <TextField
          form={form}
          name="num"
          label={t('batches.open.num')}
          problem={numProblem}
          hint={price && t('batches.open.numHint', { max: price.batchMax, left: price.remainQuota })}
          inputMode="numeric"
          maxLength={4}
          required
        />
      }
      modes={
        verified.only ? (
          <Panel title={t('cards.open.holder')}>
            <VerifiedHolder {...verified} />
          </Panel>
        ) : (
          <>
            <ModePanel form={form} name="nameMode" title={t('batches.open.name')}>
              <NameInputs form={form} />
            </ModePanel>
            <ModePanel form={form} name="addressMode" title={t('batches.open.address')}>
              <AddressInputs form={form} country={segment?.billingCountry ?? 'US'} />
            </ModePanel>
          </>
        )
      }
      preview={
        price && (
          <b>
            {price.num} × {t('batches.open.perCard', { total: show(price.perCard) })}
          </b>
        )
      }
      note={<Note>{t('batches.open.held')}</Note>}
    />
  )
}

/** Holders or billing addresses: generated for each card, or the same for all. */
function ModePanel({
  form,
  name,
  title,
  children,
}: {
  form: Form<typeof openBatch>
  name: 'nameMode' | 'addressMode'
  title: string
  children: React.ReactNode
}) {
  const t = useText()
  const modes = [
    { value: 'AUTO', label: t('batches.open.auto') },
    { value: 'FIXED', label: t('batches.open.fixed') },
  ]
  const mode = form.text(name)
  return (
    <Panel
      title={title}
      extra={<Segmented label={title} value={mode} options={modes} onChange={form.field(name).onChange} />}
    >
      {mode === 'AUTO' ? <Muted as="p">{t('batches.open.autoText')}</Muted> : <Grid min={240}>{children}</Grid>}
    </Panel>
  )
}
