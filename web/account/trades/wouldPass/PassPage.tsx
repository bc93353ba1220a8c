import { useEffect, useId, useRef, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { chooseBrands } from '#contract/brands/brands.ts'
import type { Output } from '#contract/core/call.ts'
import { currencies, parse } from '#contract/core/money.ts'
import { TRIED_MAX, triedFilters, wouldPass } from '#contract/trades/wouldPass.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { useMay } from '#web/parts/client/useMay.ts'
import { showTime } from '#web/parts/dates.ts'
import { CallForm } from '#web/parts/forms/CallForm.tsx'
import { BoundField, CheckField, MoneyField, SelectField } from '#web/parts/forms/fields.tsx'
import { useForm } from '#web/parts/forms/useForm.ts'
import { Drawer } from '#web/ui/dialogs/Dialog.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { Input } from '#web/ui/forms/Input.tsx'
import { Grid, Muted, Stack } from '#web/ui/layout.tsx'
import { Note } from '#web/ui/Notes.tsx'
import { countryName } from '#web/account/countries.ts'
import { useListPath } from '#web/account/listPath.ts'
import { passParams, paths } from '#web/account/paths.ts'
import { merchantKind } from '../merchantKinds.ts'
import { useText } from '../text.ts'
import { TriedCards } from './TriedCards.tsx'

/** So many cards are shown until all are asked for. */
const SHOWN = 10

/** Would a charge pass on the selected cards, or on those that the list shows? With a merchant and an amount in the address it is tried at once. */
export default function PassPage() {
  const t = useText()
  const navigate = useNavigate()
  const here = useListPath()
  const { search } = useLocation()
  const close = () => {
    const params = new URLSearchParams(search)
    for (const name of Object.values(passParams)) params.delete(name)
    void navigate({ pathname: here(paths.cardList), search: params.toString() })
  }
  return (
    <Drawer title={t('trades.try.page')} width={640} onClose={close}>
      {/* Opened again from the palette, it is another charge. */}
      <Pass key={search} />
    </Drawer>
  )
}

function Pass() {
  const t = useText()
  const may = useMay(wouldPass)
  const [params] = useSearchParams()
  const [merchantName, amount] = [params.get(passParams.merchant) ?? '', params.get(passParams.amount) ?? '']
  const { cards, chosen } = useMeantCards(params)
  const { brandIdOf, names } = useBrandNames()
  const form = useForm(wouldPass, {
    initial: { merchantName, amount, currency: 'USD', threeDs: 'NONE', partialOk: false },
    money: ['amount'],
  })
  const [result, setResult] = useState<Output<typeof wouldPass>>()

  async function check() {
    const brandId = brandIdOf(form.text('merchantName'))
    const answer = await form.submit({ ...cards, ...(brandId !== undefined && { brandId, merchantName: undefined }) })
    if (answer) setResult(answer)
  }
  const filled = useRef(merchantName !== '' && parse(amount) !== undefined)
  useEffect(() => {
    if (!filled.current) return
    filled.current = false
    void check()
  })

  return (
    <Stack gap={5}>
      <CallForm
        form={form}
        submit={t(result ? 'trades.try.again' : 'trades.try.check')}
        submitOff={may.reason}
        onSubmit={() => void check()}
      >
        <Muted as="p">
          {t('trades.try.about')} {chosen ? t('trades.try.chosen', { count: chosen }) : t('trades.try.listed')}
        </Muted>
        <MerchantField form={form} names={names} />
        <Grid min={150}>
          <MoneyField form={form} name="amount" label={t('trades.try.amount')} required />
          <SelectField
            form={form}
            name="currency"
            label={t('trades.try.currency')}
            options={Object.keys(currencies).map((code) => ({ value: code, label: code }))}
          />
          <SelectField
            form={form}
            name="threeDs"
            label={t('trades.try.threeDs')}
            options={[
              { value: 'NONE', label: t('trades.try.threeDsNone') },
              { value: 'CHALLENGED', label: t('trades.try.threeDsDone') },
            ]}
          />
        </Grid>
        <CheckField form={form} name="partialOk" label={t('trades.try.partialOk')} />
      </CallForm>
      <div aria-live="polite">{result && <Result result={result} onAgain={() => void check()} />}</div>
    </Stack>
  )
}

/** The name of a brand, or of any merchant. */
function MerchantField({
  form,
  names,
}: {
  form: ReturnType<typeof useForm<typeof wouldPass>>
  names: readonly string[]
}) {
  const t = useText()
  const listId = useId()
  const { problem: _, ...bound } = form.field('merchantName')
  return (
    <BoundField
      form={form}
      name="merchantName"
      label={t('trades.try.merchant')}
      hint={t('trades.try.merchantHint')}
      required
    >
      {(wiring) => (
        <>
          <Input {...wiring} {...bound} list={listId} maxLength={60} autoComplete="off" data-autofocus />
          <datalist id={listId}>
            {names.map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
        </>
      )}
    </BoundField>
  )
}

function Result({ result, onAgain }: { result: Output<typeof wouldPass>; onAgain: () => void }) {
  const t = useText()
  const { list, passing, more, charge, time } = result
  const kind = merchantKind(charge.mcc) ?? `MCC ${charge.mcc}`
  if (list.length === 0) return <Empty icon="cards" title={t('trades.try.none')} text={t('trades.try.noneText')} />
  return (
    <Stack gap={3}>
      <strong>{t('trades.try.count', { passing, count: list.length })}</strong>
      <Muted as="p">
        {t('trades.try.charge', { merchant: charge.merchantName, kind, country: countryName(charge.country) })}
      </Muted>
      {!charge.known && <Note tone="warn">{t('trades.try.unknown')}</Note>}
      <TriedCards cards={list} amount={charge.amount} most={SHOWN} onAgain={onAgain} />
      {more > 0 && <Muted as="p">{t('trades.try.cut', { max: TRIED_MAX })}</Muted>}
      <Muted as="small">{t('trades.try.asOf', { time: showTime(time) })}</Muted>
    </Stack>
  )
}

/** The selected cards; without a selection those of the list, by the filters in the address. */
function useMeantCards(params: URLSearchParams) {
  const state = useLocation().state as { chosen?: readonly { cardId: string }[] } | null
  const here = useListPath()
  const chosen = state?.chosen ?? []
  if (chosen.length > 0) return { cards: { cardIds: chosen.map(({ cardId }) => cardId) }, chosen: chosen.length }
  const scope = here(paths.cardList) === paths.cardList ? ('own' as const) : ('subs' as const)
  const filters = Object.fromEntries(
    Object.keys(triedFilters).flatMap((name) => (params.get(name) ? [[name, params.get(name)]] : [])),
  )
  return { cards: { scope, ...filters }, chosen: 0 }
}

/** Brands to choose from, for those who may read them; the server knows the others by their names too. */
function useBrandNames() {
  const may = useMay(chooseBrands)
  const { data = [] } = useAsk(chooseBrands, {}, { quiet: true, enabled: may.shown })
  const same = (name: string, text: string): boolean => name.toLowerCase() === text.trim().toLowerCase()
  return {
    names: data.map(({ name }) => name),
    brandIdOf: (text: string) => data.find(({ name }) => same(name, text))?.brandId,
  }
}
