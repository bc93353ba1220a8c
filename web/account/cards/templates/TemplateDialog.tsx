import { useRef } from 'react'
import { cardRanges } from '#contract/cards/cards.ts'
import { saveTemplate } from '#contract/controls/templates.ts'
import { plain } from '#contract/core/money.ts'
import { routeSet } from '#web/account/menu.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { useSession } from '#web/parts/client/useSession.ts'
import { ChoicesField, MoneyField, SelectField, TextField } from '#web/parts/forms/fields.tsx'
import { FormDialog } from '#web/parts/forms/FormDialog.tsx'
import { ComboboxField } from '#web/parts/forms/pickers.tsx'
import { useForm } from '#web/parts/forms/useForm.ts'
import { Grid, Muted, Section, Stack } from '#web/ui/layout.tsx'
import { TagChip } from '#web/ui/tags/TagChip.tsx'
import { ControlFields } from '../controls/form/ControlFields.tsx'
import { useDraft } from '../controls/form/useDraft.ts'
import { useGroups, useTags } from '../tags/labels.ts'
import { templatesChanged, type Template } from './useTemplates.ts'
import { useText } from './text.ts'

/** What a new template begins with. */
export type Begun = Partial<Pick<Template, 'controls' | 'vid' | 'amount' | 'gid' | 'tags' | 'remarkPattern'>>

/** Creates a template, or edits one as a whole. */
export default function TemplateDialog({
  template,
  begun = template,
  onClose,
}: {
  template?: Template
  begun?: Begun | undefined
  onClose: () => void
}) {
  const t = useText()
  const place = useRef<HTMLDivElement>(null)
  const withSubs = routeSet(useSession()) === 'parentWithSubs'
  const { fields, attempt } = useDraft(begun?.controls ?? {}, place)
  const ranges = useAsk(cardRanges, {}, { quiet: true }).data ?? []
  const groups = useGroups().data?.data ?? []
  const tags = useTags().data?.data ?? []
  const form = useForm(saveTemplate, {
    initial: {
      ...(template && { templateId: template.templateId }),
      name: template?.name ?? '',
      vid: begun?.vid ?? '',
      amount: begun?.amount ? plain(begun.amount) : '',
      gid: begun?.gid ?? '',
      tagIds: (begun?.tags ?? []).map(({ tagId }) => tagId),
      remarkPattern: begun?.remarkPattern ?? '',
    },
    money: ['amount'],
  })
  return (
    <FormDialog
      form={form}
      title={t(template ? 'templates.edit' : 'templates.make')}
      width={640}
      submit={t('templates.save')}
      send={async () => {
        const controls = attempt()
        return controls && form.submit({ controls })
      }}
      done={t('templates.saved')}
      onDone={templatesChanged}
      onClose={onClose}
    >
      <div ref={place}>
        <Stack gap={5}>
          <TextField form={form} name="name" label={t('templates.name')} hint={t('templates.nameHint')} autoFocus />
          <Section title={t('templates.fills')}>
            <Muted as="p">{t('templates.fillsText')}</Muted>
            <Grid min={220}>
              <SelectField
                form={form}
                name="vid"
                label={t('templates.segment')}
                placeholder={t('templates.anySegment')}
                options={ranges.map(({ vid, name, network }) => ({ value: vid, label: `${name} · ${network}` }))}
              />
              <MoneyField form={form} name="amount" label={t('templates.amount')} prefix="$" placeholder="0.00" />
              {groups.length > 0 && (
                <ComboboxField
                  form={form}
                  name="gid"
                  label={t('cards.filter.group')}
                  placeholder={t('cards.label.ungrouped')}
                  options={groups.map(({ gid, name }) => ({ value: gid, label: name }))}
                />
              )}
              <TextField
                form={form}
                name="remarkPattern"
                label={t('templates.remark')}
                hint={t('templates.remarkHint')}
              />
            </Grid>
            {tags.length > 0 && (
              <ChoicesField
                form={form}
                name="tagIds"
                label={t('cards.filter.tag')}
                options={tags.map(({ tagId, name, color }) => ({
                  value: tagId,
                  label: <TagChip name={name} hue={color} />,
                }))}
              />
            )}
          </Section>
          <Section title={t('templates.limits')}>
            <Muted as="p">{t('templates.limitsText')}</Muted>
            <ControlFields {...fields} mayPin={withSubs} />
          </Section>
        </Stack>
      </div>
    </FormDialog>
  )
}
