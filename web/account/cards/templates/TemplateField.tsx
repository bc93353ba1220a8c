import { lazy, Suspense, useState } from 'react'
import { saveTemplate } from '#contract/controls/templates.ts'
import { useMay } from '#web/parts/client/useMay.ts'
import { useSession } from '#web/parts/client/useSession.ts'
import { langNow, withText } from '#web/text.ts'
import { Panel } from '#web/ui/dialogs/Panel.tsx'
import { Button } from '#web/ui/forms/Button.tsx'
import { Field } from '#web/ui/forms/Field.tsx'
import { Select } from '#web/ui/forms/Input.tsx'
import { Muted, Stack } from '#web/ui/layout.tsx'
import { Note } from '#web/ui/Notes.tsx'
import { Lines } from './Lines.tsx'
import type { Begun } from './TemplateDialog.tsx'
import type { Template } from './useTemplates.ts'
import { useText } from './text.ts'

const TemplateDialog = lazy(withText(() => import('./TemplateDialog.tsx')))

/** The fields of the opening form that a template fills. */
export type FilledField = 'vid' | 'rechargeAmount' | 'gid' | 'tags' | 'remark'

/** Chooses a template for the cards to be opened, says what comes from it, and keeps the form as another one. */
export function TemplateField({
  templates,
  chosen,
  filled,
  unavailable,
  now,
  onChoose,
}: {
  templates: readonly Template[] | undefined
  chosen: Template | undefined
  /** What is in the form as the template has it. */
  filled: readonly FilledField[]
  /** Its segment opens no cards now. */
  unavailable: boolean
  /** What the form would keep. */
  now: () => Begun
  onChoose: (templateId: string) => void
}) {
  const t = useText()
  const { subAccount } = useSession()
  const maySave = useMay(saveTemplate)
  const [begun, setBegun] = useState<Begun>()
  // Who has none is not held up by it; the first is made on the page of all controls.
  if (!templates?.length) return null
  const fields = filled.map((name) => t(`templates.fieldNames.${name}`)).join(langNow() === 'cn' ? '、' : ', ')
  return (
    <Panel
      title={t('templates.field')}
      extra={
        !subAccount && (
          <Button size="s" look="quiet" guardMs={0} disabled={maySave.reason} onClick={() => setBegun(now())}>
            {t('templates.saveAs')}
          </Button>
        )
      }
    >
      <Stack gap={3}>
        <Field label={t('templates.choose')}>
          {(wiring) => (
            <Select
              {...wiring}
              placeholder={t('templates.noTemplate')}
              options={templates.map(({ templateId, name }) => ({ value: templateId, label: name }))}
              value={chosen?.templateId ?? ''}
              onChange={onChoose}
            />
          )}
        </Field>
        {chosen && (
          <>
            {unavailable && <Note tone="warn">{t('templates.noSegment')}</Note>}
            <Muted as="p">{fields ? t('templates.filled', { fields }) : t('templates.filledNone')}</Muted>
            <Muted as="p">{t('templates.gives')}</Muted>
            <Lines controls={chosen.controls} />
          </>
        )}
      </Stack>
      {begun && (
        <Suspense fallback={null}>
          <TemplateDialog begun={begun} onClose={() => setBegun(undefined)} />
        </Suspense>
      )}
    </Panel>
  )
}
