import { useState } from 'react'
import {
  addRange,
  listRangesAtDesk,
  offeredRanges,
  priceFields,
  rangeFields,
  type OfferedIssuer,
  type OfferedRange,
} from '#contract/cards/desk/ranges.ts'
import { threeDsWays } from '#contract/cards/states.ts'
import type { Input } from '#contract/core/call.ts'
import { Answered } from '#web/parts/Answered.tsx'
import { useAsk } from '#web/parts/client/queries.ts'
import { TextField } from '#web/parts/forms/fields.tsx'
import { FormDialog } from '#web/parts/forms/FormDialog.tsx'
import { useForm } from '#web/parts/forms/useForm.ts'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { Field } from '#web/ui/forms/Field.tsx'
import { Select } from '#web/ui/forms/Input.tsx'
import { Facts, Muted } from '#web/ui/layout.tsx'
import { Note } from '#web/ui/Notes.tsx'
import { ReasonField } from '#web/operator/parts/ReasonDialog.tsx'
import { FigureGrid } from '#web/operator/products/FigureGrid.tsx'
import { meant, typed, type Fields } from '#web/operator/products/figures.ts'
import { langNow } from '#web/text.ts'
import { useText } from '../text.ts'

type Choice = OfferedRange & { issuer: OfferedIssuer }

/** Adds one of the programmes that the issuers have and that is not set up yet. */
export function AddRangeDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const query = useAsk(offeredRanges, {}, { quiet: true })
  const choices = (query.data?.issuers ?? []).flatMap((issuer) =>
    issuer.ranges.filter(({ usable }) => usable).map((range): Choice => ({ ...range, issuer })),
  )
  if (choices.length > 0) return <AddForm choices={choices} onClose={onClose} />
  return (
    <Dialog title={t('ranges.add')} onClose={onClose}>
      <Answered query={query}>
        {({ issuers }) => (
          <>
            {issuers
              .filter(({ answered }) => !answered)
              .map(({ issuerId }) => (
                <Note key={issuerId} tone="warn">
                  {t('ranges.noAnswer', { issuer: issuerId })}
                </Note>
              ))}
            <Empty icon="cards" title={t('ranges.nothingToAdd')} text={t('ranges.nothingToAddText')} />
          </>
        )}
      </Answered>
    </Dialog>
  )
}

const usual = { minOpen: 2_00, maxOpen: 1_000_00, minLoad: 1_00, perLoadMax: 1_000_00, maxBalance: 10_000_00 }
const keyOf = ({ issuer, programRef }: Choice): string => `${issuer.issuerId} ${programRef}`
const nameOf = ({ issuer, bin, network, country }: Choice): string =>
  [issuer.issuerId, bin, network === 'VISA' ? 'Visa' : 'Mastercard', country].join(' · ')

/** The fields that this issuer leaves open. Availability is not among them: a new range is off sale. */
const fieldsFor = ({ issuer, threeDs }: Choice): Fields =>
  Object.fromEntries(
    Object.entries(rangeFields).filter(
      ([name]) => name !== 'status' && (name !== 'threeDs' || threeDs) && (name !== 'editAddress' || issuer.editHolder),
    ),
  )

const figuresIn = (fields: Fields, values: Readonly<Record<string, string>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([name, { as }]) => [name, meant(as, values[name]!)]))

function AddForm({ choices, onClose }: { choices: readonly Choice[]; onClose: () => void }) {
  const t = useText()
  const [key, setKey] = useState(keyOf(choices[0]!))
  const chosen = choices.find((one) => keyOf(one) === key) ?? choices[0]!
  const [figures, setFigures] = useState<Record<string, string>>(() =>
    Object.fromEntries(
      Object.entries(rangeFields).map(([name, { as }]) => [name, typed(as, usual[name as keyof typeof usual])]),
    ),
  )
  const [prices, setPrices] = useState<Record<string, string>>(() =>
    Object.fromEntries(Object.keys(priceFields).map((name) => [name, ''])),
  )
  const form = useForm(addRange, {
    initial: { vid: '', reason: '' },
    later: ['issuerId', 'programRef', 'figures', 'price'],
  })
  const fields = fieldsFor(chosen)
  const meantFigures = figuresIn(fields, figures)
  const meantPrices = figuresIn(priceFields, prices)
  const lacks = [
    ...Object.entries(meantFigures).filter(([name]) => name !== 'stock'),
    ...Object.entries(meantPrices),
  ].some(([, value]) => value === null || value === undefined)
  const { issuer } = chosen
  return (
    <FormDialog
      form={form}
      title={t('ranges.add')}
      width={760}
      submit={t('ranges.addSubmit')}
      submitOff={lacks || meantFigures['stock'] === undefined ? t('ranges.fillAll') : undefined}
      done={t('ranges.added')}
      refreshes={[listRangesAtDesk, offeredRanges]}
      problem={form.refused?.fields['change'] ?? form.refused?.fields['programRef']}
      send={() =>
        form.submit({
          issuerId: issuer.issuerId,
          programRef: chosen.programRef,
          figures: { threeDs: false, editAddress: false, ...meantFigures },
          price: meantPrices,
        } as Partial<Input<typeof addRange>>)
      }
      onClose={onClose}
    >
      <Muted as="p">{t('ranges.addText')}</Muted>
      <Field label={t('ranges.program')}>
        {(wiring) => (
          <Select
            {...wiring}
            value={keyOf(chosen)}
            onChange={setKey}
            options={choices.map((one) => ({ value: keyOf(one), label: nameOf(one) }))}
          />
        )}
      </Field>
      <Facts
        facts={[
          [t('ranges.currency'), chosen.currency],
          [t('ranges.threeDs'), threeDsWays[chosen.threeDs ? issuer.threeDsBy : 'NONE'][langNow()]],
          [t('ranges.holders'), t(`ranges.holderMode.${issuer.holderMode}`)],
          [t('ranges.partial'), t(issuer.partialApproval ? 'products.yes' : 'products.no')],
          [t('ranges.disputes'), t(issuer.disputesByApi ? 'ranges.byApi' : 'ranges.byHand')],
        ]}
      />
      <TextField form={form} name="vid" label={t('ranges.name')} hint={t('ranges.nameHint')} required />
      <FigureGrid
        fields={fields}
        values={figures}
        onChange={setFigures}
        empty={{ stock: t('ranges.unlimited') }}
        required
      />
      <h3>{t('ranges.prices')}</h3>
      <FigureGrid fields={priceFields} values={prices} onChange={setPrices} required />
      <ReasonField form={form} />
    </FormDialog>
  )
}
