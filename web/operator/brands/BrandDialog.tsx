import { useState, type ComponentProps } from 'react'
import { listBrands, saveBrand, type Brand } from '#contract/brands/desk.ts'
import { BoundField, TextField } from '#web/parts/forms/fields.tsx'
import { FormDialog } from '#web/parts/forms/FormDialog.tsx'
import { useForm } from '#web/parts/forms/useForm.ts'
import { TextArea } from '#web/ui/forms/Input.tsx'
import { ReasonField } from '../parts/ReasonDialog.tsx'
import { useText } from './text.ts'

type Filled = Pick<Brand, 'name' | 'words' | 'aliases' | 'mccs'>

/** A brand's words, aliases and codes, one on each line. Without an id it is a new one. */
export function BrandDialog({ brandId, brand, onClose }: { brandId?: string; brand: Filled; onClose: () => void }) {
  const t = useText()
  const { name, words, aliases, mccs } = brand
  const form = useForm(saveBrand, { initial: { ...(brandId && { brandId }), name, words, aliases, mccs, reason: '' } })
  const lines = (field: 'words' | 'aliases' | 'mccs') => ({ form, name: field, initial: brand[field] }) as const
  return (
    <FormDialog
      form={form}
      title={brandId ? `${t('brands.edit')} · ${name}` : t('brands.add')}
      width={560}
      submit={t('brands.save')}
      done={t('brands.saved')}
      refreshes={[listBrands]}
      onClose={onClose}
    >
      <TextField form={form} name="name" label={t('brands.name')} autoFocus />
      <LinesField {...lines('words')} label={t('brands.words')} hint={t('brands.wordsHint')} rows={4} />
      <LinesField {...lines('aliases')} label={t('brands.aliases')} hint={t('brands.aliasesHint')} rows={2} />
      <LinesField {...lines('mccs')} label={t('brands.mccs')} hint={t('brands.mccsHint')} rows={2} />
      <ReasonField form={form} />
    </FormDialog>
  )
}

const linesIn = (text: string): string[] =>
  text
    .split(/[\n,，、;；]/)
    .map((line) => line.trim())
    .filter(Boolean)

type FieldProps = ComponentProps<typeof BoundField<typeof saveBrand>>

function LinesField({
  initial,
  rows,
  ...field
}: Pick<FieldProps, 'form' | 'name' | 'label' | 'hint'> & { initial: readonly string[]; rows: number }) {
  const [text, setText] = useState(initial.join('\n'))
  const { form, name } = field
  return (
    <BoundField {...field}>
      {(wiring) => (
        <TextArea
          {...wiring}
          rows={rows}
          value={text}
          onChange={(typed) => {
            setText(typed)
            form.set({ [name]: linesIn(typed) })
          }}
        />
      )}
    </BoundField>
  )
}
