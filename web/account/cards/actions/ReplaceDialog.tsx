import { useState } from 'react'
import { cardRanges } from '#contract/cards/cards.ts'
import {
  keepDays,
  priceReplacement,
  replaceCard,
  replaceReasons,
  type ReplaceReason,
} from '#contract/cards/replacing.ts'
import { show } from '#contract/core/money.ts'
import { showTime } from '#web/parts/dates.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { MoneyField, SelectField, TextField } from '#web/parts/forms/fields.tsx'
import { FormDialog } from '#web/parts/forms/FormDialog.tsx'
import { Outcome } from '#web/parts/forms/Outcome.tsx'
import { useForm } from '#web/parts/forms/useForm.ts'
import { usePrice } from '#web/parts/forms/usePrice.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Facts, Stack } from '#web/ui/layout.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Note } from '#web/ui/Notes.tsx'
import { PriceLines } from '#web/ui/PriceLines.tsx'
import { langNow } from '#web/text.ts'
import { Rehearsal } from './Rehearsal.tsx'
import { cardChanged, type ShownCard } from '../cardChanged.ts'
import { useCardNavigation } from '../cardNavigation.ts'
import { WhichCard } from '../WhichCard.tsx'
import { useText } from '../replacing/text.ts'

const reasons = Object.keys(replaceReasons) as ReplaceReason[]

/** Replaces a card: says what it costs, and what happens to the money and to the former card, before anything is done. */
export function ReplaceDialog({ card: { card, address }, onClose }: { card: ShownCard; onClose: () => void }) {
  const t = useText()
  const { toCard } = useCardNavigation()
  const { cardId } = card
  const [before] = useState(card.status)
  const form = useForm(replaceCard, {
    initial: { cardId, reason: 'LOST', vid: '', keepDays: String(keepDays.usual), keepAmount: '' },
    money: ['keepAmount'],
  })
  const reason = form.text('reason') as ReplaceReason
  const goes = replaceReasons[reason].goes || before === 'EXPIRED'
  const segments = useAsk(cardRanges, {}, { quiet: true })
  // The holder's address goes along, so only segments of its country take the card.
  const sold = segments.data?.filter((one) => one.available === 1 && one.billingCountry === address.country)
  const others = sold?.filter(({ vid }) => vid !== card.vid)
  const choosesSegment = reason === 'MOVED' || (sold !== undefined && sold.every(({ vid }) => vid !== card.vid))

  const { vid, keepDays: days, keepAmount } = form.input ?? {}
  const unsure = form.refused !== undefined && (form.refused.unknown || form.refused.refusal === 'in_progress')
  const ready = form.input !== undefined && (!choosesSegment || form.text('vid') !== '')
  const { price, refused, stale } = usePrice(
    priceReplacement,
    ready ? { cardId, reason, ...(choosesSegment && { vid }), keepDays: days, keepAmount } : undefined,
    { paused: unsure },
  )
  const short = price && price.short > 0 ? t('replacing.short', { short: show(price.short) }) : undefined
  const submit = price && price.fee > 0 ? t('replacing.submit', { fee: show(price.fee) }) : t('replacing.free')
  return (
    <FormDialog
      form={form}
      title={t('replacing.title')}
      width={520}
      send={() => form.submit({ vid: choosesSegment ? form.text('vid') : '', expectFee: price?.fee })}
      onDone={cardChanged}
      onClose={onClose}
      danger={goes}
      problem={unsure ? t('parts.price.unsure') : (form.submitError ?? refused?.says ?? short)}
      submit={unsure ? t('cards.action.retry') : price ? submit : t('replacing.title')}
      submitOff={unsure ? undefined : (short ?? (price && !stale ? undefined : t('parts.price.coming')))}
      summary={
        <PriceLines
          stale={stale}
          unit={card.unit}
          lines={[
            { label: t('replacing.moves'), cents: price?.moves ?? 0 },
            ...(goes ? [] : [{ label: t('replacing.left'), cents: price?.stays ?? 0 }]),
            ...(price?.pending ? [{ label: t('replacing.pending'), cents: price.pending }] : []),
            ...(price?.toWallet ? [{ label: t('replacing.toWallet'), cents: price.toWallet }] : []),
          ]}
          total={{ label: t('replacing.fee'), cents: price?.fee ?? 0 }}
        />
      }
      outcome={(done) => (
        <Outcome
          title={t('replacing.done')}
          text={t('replacing.doneText')}
          facts={[
            [t('replacing.moves'), <Money cents={done.moves} unit={card.unit} strong />],
            [
              t('replacing.closes'),
              done.former === 'KEPT' ? t('replacing.until', { time: showTime(done.closeTime) }) : t('replacing.now'),
            ],
          ]}
          onClose={onClose}
        >
          <Button onClick={() => toCard(done.cardId)}>{t('replacing.open')}</Button>
        </Outcome>
      )}
    >
      <WhichCard card={card} />
      <Stack as="fieldset" gap={4} disabled={unsure || form.loading}>
        <SelectField
          form={form}
          name="reason"
          label={t('replacing.reason')}
          options={reasons.map((value) => ({ value, label: replaceReasons[value].name[langNow()] }))}
        />
        {choosesSegment && (
          <SelectField
            form={form}
            name="vid"
            label={t('replacing.segment')}
            required
            placeholder={others?.length === 0 ? t('replacing.noSegments') : t('replacing.chooseSegment')}
            options={(others ?? []).map((one) => ({ value: one.vid, label: `${one.name} · ${one.network}` }))}
          />
        )}
        {!goes && (
          <>
            <TextField form={form} name="keepDays" label={t('replacing.days')} inputMode="numeric" maxLength={2} />
            <MoneyField
              form={form}
              name="keepAmount"
              label={t('replacing.stays')}
              hint={t('replacing.staysHint')}
              required={false}
              prefix="$"
              placeholder="0.00"
            />
          </>
        )}
      </Stack>
      {goes && before !== 'EXPIRED' && <Rehearsal cardIds={[cardId]} move="delete" />}
      <Note tone="warn">{goes ? t('replacing.goes') : t('replacing.kept')}</Note>
      <Note>{t('replacing.same')}</Note>
      {price && !goes && <Facts framed facts={[[t('replacing.closes'), showTime(price.closeTime)]]} />}
    </FormDialog>
  )
}
