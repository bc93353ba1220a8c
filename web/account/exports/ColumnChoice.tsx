import {
  cardExportColumns,
  cardExportKeys,
  usualCardColumns,
  type CardExportColumn,
} from '#contract/exports/exports.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Field } from '#web/ui/forms/Field.tsx'
import { Checkbox } from '#web/ui/forms/Input.tsx'
import { langNow } from '#web/text.ts'
import { useText } from './text.ts'
import { Grid } from '#web/ui/layout.tsx'

/** Without the security code, which is never in an unencrypted file. */
const offered = cardExportKeys.filter((key) => key !== 'cvc')

export function ColumnChoice({
  chosen,
  onChange,
}: {
  chosen: readonly CardExportColumn[]
  onChange: (columns: CardExportColumn[]) => void
}) {
  const t = useText()
  return (
    <Field
      group
      label={t('exports.columns')}
      extra={
        <Button size="s" look="quiet" guardMs={0} onClick={() => onChange([...usualCardColumns])}>
          {t('exports.columnsUsual')}
        </Button>
      }
    >
      {() => (
        <Grid gap={2} min={136}>
          {offered.map((key) => (
            <Checkbox
              key={key}
              checked={chosen.includes(key)}
              // In the order of the table, not of the clicks.
              onChange={(on) => onChange(offered.filter((one) => (one === key ? on : chosen.includes(one))))}
            >
              {cardExportColumns[key][langNow()]}
            </Checkbox>
          ))}
        </Grid>
      )}
    </Field>
  )
}
