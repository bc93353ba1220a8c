import { lockWays, type LockBy } from '#contract/controls/locks.ts'
import { Combobox } from '#web/ui/forms/Combobox.tsx'
import { Field } from '#web/ui/forms/Field.tsx'
import { Select } from '#web/ui/forms/Input.tsx'
import { Section, Stack } from '#web/ui/layout.tsx'
import { useBrands } from './useBrands.ts'
import type { ProblemOf } from './useDraft.ts'
import type { LockDraft, LockWay } from './lockDraft.ts'
import { useText } from './text.ts'

/** Whether the card locks itself, by what, or to which brand it is locked. */
export function LockFields({
  lock,
  problemOf,
  onChange,
}: {
  lock: LockDraft
  problemOf: ProblemOf
  onChange: (lock: LockDraft) => void
}) {
  const t = useText()
  const { brandIds, brandName } = useBrands()
  const ways = Object.keys(lockWays) as LockBy[]
  return (
    <Section title={t('lock.title')}>
      <Stack data-line="lock">
        <Field label={t('lock.field')} hint={t('lock.hint')}>
          {(wiring) => (
            <Select
              {...wiring}
              value={lock.way}
              options={[
                { value: '', label: t('lock.off') },
                ...ways.map((way) => ({ value: way, label: t(`lock.first.${way}`) })),
                { value: 'TO', label: t('lock.to') },
              ]}
              onChange={(way) => onChange({ ...lock, way: way as LockWay })}
            />
          )}
        </Field>
        {lock.way === 'TO' && (
          <Combobox
            label={t('lock.brand')}
            items={brandIds.map((id) => ({ id, text: brandName(id) }))}
            value={lock.to || null}
            problem={problemOf('lock.to', t('lock.needed'))}
            onChange={(to) => onChange({ ...lock, to: to ?? '' })}
          />
        )}
      </Stack>
    </Section>
  )
}
