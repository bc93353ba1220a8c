import { imageKinds } from '#contract/core/images.ts'
import { FileButton } from '#web/parts/forms/FileField.tsx'
import { Button } from '#web/ui/forms/Button.tsx'
import { Field } from '#web/ui/forms/Field.tsx'
import { Row, Stack } from '#web/ui/layout.tsx'
import { useText } from './text.ts'
import type { useEvidence } from './useEvidence.ts'

/** Pictures by name, each with a button that removes it. */
export function EvidenceField({
  of,
  hint,
  problem,
  required,
}: {
  of: ReturnType<typeof useEvidence>
  hint: string
  problem: string | undefined
  required: boolean
}) {
  const t = useText()
  return (
    <Field label={t('disputes.form.evidence')} hint={hint} problem={of.problem ?? problem} required={required}>
      {(wiring) => (
        <Stack gap={2}>
          {of.pictures.map(({ fileId, name }) => (
            <Row key={fileId} between>
              <span>{name}</span>
              <Button
                look="quiet"
                size="s"
                icon="close"
                guardMs={0}
                aria-label={t('disputes.form.remove', { name })}
                onClick={() => of.remove(fileId)}
              />
            </Row>
          ))}
          {!of.isFull && (
            <FileButton wiring={wiring} accepts={imageKinds} busy={of.busy} onFile={of.take}>
              {t('disputes.form.add')}
            </FileButton>
          )}
        </Stack>
      )}
    </Field>
  )
}
