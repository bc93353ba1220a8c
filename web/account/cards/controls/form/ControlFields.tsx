import { controlBounds, controlModes, type ControlMode } from '#contract/controls/documents.ts'
import { currencies, show } from '#contract/core/money.ts'
import { merchantGroups, merchantKinds } from '#contract/trades/merchantKinds.ts'
import { countryName, countryOptions } from '#web/account/countries.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Field } from '#web/ui/forms/Field.tsx'
import { MoneyInput, Switch, TextArea } from '#web/ui/forms/Input.tsx'
import { Segmented } from '#web/ui/forms/Segmented.tsx'
import { Row, Section, Stack } from '#web/ui/layout.tsx'
import { langNow } from '#web/text.ts'
import { choices, newHours, newLimit, type ChoiceName, type Draft } from './draft.ts'
import { HoursFields } from './HoursFields.tsx'
import { LifeFields } from './LifeFields.tsx'
import { LimitFields } from './LimitFields.tsx'
import { currencyName, kindName } from './lines.ts'
import { LockFields } from './LockFields.tsx'
import { UsesFields } from './UsesFields.tsx'
import { PickMany } from './PickMany.tsx'
import type { ProblemOf } from './useDraft.ts'
import { useBrands } from './useBrands.ts'
import { useText } from './text.ts'

const pickers: Record<ChoiceName, { nameOf: (id: string) => string; ids: () => readonly string[] }> = {
  kinds: { nameOf: kindName, ids: () => [...Object.keys(merchantGroups), ...Object.keys(merchantKinds)] },
  countries: { nameOf: countryName, ids: () => countryOptions().map(({ value }) => value) },
  currencies: { nameOf: currencyName, ids: () => Object.keys(currencies) },
}

/** The fields of a document: its amounts first, then where and when the card may be used. */
export function ControlFields({
  draft,
  problemOf,
  mayPin = false,
  ofCards = false,
  onChange,
}: {
  draft: Draft
  problemOf: ProblemOf
  /** A parent locks the controls of its sub-accounts' cards. */
  mayPin?: boolean
  /** Only cards have a lock, a number of uses and dates. */
  ofCards?: boolean
  onChange: (draft: Draft) => void
}) {
  const t = useText()
  const { brandIds, brandName } = useBrands()
  const set = (change: Partial<Draft>) => onChange({ ...draft, ...change })
  const replaced = <T,>(list: readonly T[], at: number, by: T) => list.map((one, index) => (index === at ? by : one))
  const without = <T,>(list: readonly T[], at: number) => list.filter((_, index) => index !== at)
  const amounts = { min: show(1), max: show(controlBounds.singleMax) }
  const full = (count: number, max: number) => (count >= max ? t('controls.form.full', { max }) : undefined)
  return (
    <Stack gap={5}>
      <div data-line="singleMax">
        <Field
          label={t('controls.form.singleMax')}
          hint={t('controls.form.singleMaxHint')}
          problem={problemOf('singleMax', t('controls.wrong.amount', amounts))}
        >
          {(wiring) => <MoneyInput {...wiring} value={draft.singleMax} onChange={(singleMax) => set({ singleMax })} />}
        </Field>
      </div>
      <Section title={t('controls.form.limits')}>
        {draft.limits.map((limit, at) => (
          <LimitFields
            key={limit.limitId}
            no={at + 1}
            limit={limit}
            problemOf={(name, otherwise) => problemOf(`limits.${at}.${name}`, otherwise)}
            onChange={(next) => set({ limits: replaced(draft.limits, at, next) })}
            onRemove={() => set({ limits: without(draft.limits, at) })}
          />
        ))}
        <Row>
          <Button
            icon="plus"
            guardMs={0}
            disabled={full(draft.limits.length, controlBounds.limits)}
            onClick={() => set({ limits: [...draft.limits, newLimit()] })}
          >
            {t('controls.form.addLimit')}
          </Button>
        </Row>
      </Section>
      {ofCards && <UsesFields uses={draft.uses} problemOf={problemOf} onChange={(uses) => set({ uses })} />}
      <Section title={t('trades.stopped.line.brands')}>
        <Stack data-line="brands">
          <Mode
            what={t('trades.stopped.line.brands')}
            value={draft.brands.mode}
            onChange={(mode) => set({ brands: { ...draft.brands, mode } })}
          />
          <PickMany
            what={t('trades.stopped.line.brands')}
            ids={brandIds}
            nameOf={brandName}
            chosen={draft.brands.brandIds}
            problem={problemOf('brands.brandIds', t('controls.wrong.many', { max: controlBounds.brandIds }))}
            onChange={(chosen) => set({ brands: { ...draft.brands, brandIds: chosen } })}
          />
          <Field
            label={t('controls.form.words')}
            hint={t('controls.form.wordsHint')}
            problem={problemOf('brands.words', t('controls.wrong.words', { max: controlBounds.words }))}
          >
            {(wiring) => (
              <TextArea
                {...wiring}
                spellCheck={false}
                value={draft.brands.words}
                onChange={(words) => set({ brands: { ...draft.brands, words } })}
              />
            )}
          </Field>
        </Stack>
      </Section>
      {ofCards && <LockFields lock={draft.lock} problemOf={problemOf} onChange={(lock) => set({ lock })} />}
      {choices.map((name) => {
        const { nameOf, ids } = pickers[name]
        const what = t(`trades.stopped.line.${name}`)
        return (
          <Section key={name} title={what}>
            <Stack data-line={name}>
              <Mode
                what={what}
                value={draft[name].mode}
                onChange={(mode) => set({ [name]: { ...draft[name], mode } })}
              />
              <PickMany
                what={what}
                ids={ids()}
                nameOf={nameOf}
                chosen={draft[name].of}
                problem={problemOf(name, t('controls.wrong.many', { max: controlBounds[name] }))}
                onChange={(of) => set({ [name]: { ...draft[name], of } })}
              />
            </Stack>
          </Section>
        )
      })}
      <div data-line="online">
        <Switch checked={draft.online} hint={t('controls.form.onlineHint')} onChange={(online) => set({ online })}>
          {t('controls.form.online')}
        </Switch>
      </div>
      <Section title={t('trades.stopped.line.hours')}>
        <Stack data-line="hours">
          <p>{t('controls.form.hoursHint')}</p>
          {draft.hours.map((hours, at) => (
            <HoursFields
              key={at}
              no={at + 1}
              hours={hours}
              problemOf={(name, otherwise) => problemOf(`hours.${at}.${name}`, otherwise)}
              onChange={(next) => set({ hours: replaced(draft.hours, at, next) })}
              onRemove={() => set({ hours: without(draft.hours, at) })}
            />
          ))}
          <Row>
            <Button
              icon="plus"
              guardMs={0}
              disabled={full(draft.hours.length, controlBounds.hours)}
              onClick={() => set({ hours: [...draft.hours, newHours()] })}
            >
              {t('controls.form.addHours')}
            </Button>
          </Row>
        </Stack>
      </Section>
      {ofCards && <LifeFields draft={draft} problemOf={problemOf} onChange={set} />}
      <Switch checked={draft.watch} hint={t('controls.form.watchHint')} onChange={(watch) => set({ watch })}>
        {t('controls.form.watch')}
      </Switch>
      {mayPin && (
        <Switch checked={draft.pinned} hint={t('controls.form.pinnedHint')} onChange={(pinned) => set({ pinned })}>
          {t('controls.form.pinned')}
        </Switch>
      )}
    </Stack>
  )
}

/** Whether nothing else passes, or everything else. */
function Mode({ what, value, onChange }: { what: string; value: ControlMode; onChange: (mode: ControlMode) => void }) {
  const t = useText()
  return (
    <Segmented
      label={t('controls.form.mode', { what })}
      value={value}
      options={(Object.keys(controlModes) as ControlMode[]).map((mode) => ({
        value: mode,
        label: controlModes[mode][langNow()],
      }))}
      onChange={onChange}
    />
  )
}
