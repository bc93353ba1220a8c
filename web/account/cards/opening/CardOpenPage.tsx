import { useNavigate, useSearchParams } from 'react-router'
import { openCard, priceOpening } from '#contract/cards/cards.ts'
import { show } from '#contract/core/money.ts'
import { useForm } from '#web/parts/forms/useForm.ts'
import { Panel } from '#web/ui/dialogs/Panel.tsx'
import { paths } from '#web/account/paths.ts'
import { CardFace } from '#web/ui/CardFace.tsx'
import { holderName } from '../cardTones.ts'
import { useText } from '../text.ts'
import { HolderInputs, useHolderFill } from './HolderInputs.tsx'
import { OpenForm } from './OpenForm.tsx'
import { useOpening } from './useOpening.ts'
import { useVerifiedHolder, VerifiedHolder } from './VerifiedHolder.tsx'
import css from './Open.module.css'

const blank = { firstName: '', lastName: '', street: '', city: '', state: '', zipCode: '' }

/** Quick open: choose a segment, enter the holder, and see the price before it is charged. */
export default function CardOpenPage() {
  const t = useText()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const form = useForm(openCard, {
    initial: {
      vid: search.get('vid') ?? '',
      rechargeAmount: search.get('amount') ?? '20',
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
  const opening = useOpening(form, priceOpening, { payUnit: 'USD' })
  const { segment, priced } = opening
  const country = segment?.billingCountry ?? 'US'
  const { button, filled } = useHolderFill(form, segment?.vid, country)
  const verified = useVerifiedHolder(form, segment)
  const name = holderName({ firstName: form.text('firstName'), lastName: form.text('lastName') }).trim()
  return (
    <OpenForm
      opening={opening}
      scene="OPEN"
      title={t('cards.open.money')}
      amountLabel={t('cards.price.amount')}
      submit={t('cards.open.submit')}
      problem={verified.problem}
      submitPriced={t('cards.open.submitFor', { total: show(priced.price?.total ?? 0) })}
      onOpened={(answer) =>
        'cardId' in answer &&
        void navigate({ pathname: paths.cardOpened(answer.cardId), search: `?vid=${form.text('vid')}` })
      }
      holder={
        <Panel title={t('cards.open.holder')} extra={verified.only ? undefined : button}>
          {verified.only ? (
            <VerifiedHolder {...verified} />
          ) : (
            <HolderInputs form={form} country={country} filled={filled} nameRule={segment?.nameRule} />
          )}
        </Panel>
      }
      preview={
        <div className={css.preview} aria-label={t('cards.open.preview')} role="img">
          <CardFace
            network={segment?.network ?? 'VISA'}
            segment={segment?.name ?? '0000'}
            lastFour={null}
            holder={name || t('cards.open.yourName')}
          />
        </div>
      }
    />
  )
}
