import type { openCard } from '#contract/cards/cards.ts'
import type { Form } from '#web/parts/forms/useForm.ts'
import { Panel } from '#web/ui/dialogs/Panel.tsx'
import { HolderInputs, useHolderFill } from './HolderInputs.tsx'
import type { Segment } from './SegmentTiles.tsx'
import { useText } from '../text.ts'

/** Who holds the card and where it is billed: by the rules of the segment's country, or filled in by one click. */
export function HolderFields({ form, segment }: { form: Form<typeof openCard>; segment: Segment | undefined }) {
  const t = useText()
  const country = segment?.billingCountry ?? 'US'
  const { button, filled } = useHolderFill({ form, vid: segment?.vid, country })
  return (
    <Panel title={t('cards.open.holder')} extra={button}>
      <HolderInputs form={form} country={country} filled={filled} nameRule={segment?.nameRule} />
    </Panel>
  )
}
