import { listBrands, mergeBrands, type Brand } from '#contract/brands/desk.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { FormDialog } from '#web/parts/forms/FormDialog.tsx'
import { ComboboxField } from '#web/parts/forms/pickers.tsx'
import { useForm } from '#web/parts/forms/useForm.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { ReasonField } from '../parts/ReasonDialog.tsx'
import { useText } from './text.ts'

/** The brands with the most attempts can be chosen; one with fewer is merged into them. */
const CHOICES = 200

export function MergeDialog({ brand, onClose }: { brand: Brand; onClose: () => void }) {
  const t = useText()
  const brands = useAsk(listBrands, { pageSize: CHOICES })
  const form = useForm(mergeBrands, { initial: { brandId: brand.brandId, into: '', reason: '' } })
  const others = (brands.data?.data ?? []).filter(({ brandId }) => brandId !== brand.brandId)
  return (
    <FormDialog
      form={form}
      title={`${t('brands.merge')} · ${brand.name}`}
      submit={t('brands.merge')}
      done={t('brands.merged')}
      refreshes={[listBrands]}
      onClose={onClose}
    >
      <p>{t('brands.mergeText', { name: brand.name })}</p>
      {brands.data ? (
        <ComboboxField
          form={form}
          name="into"
          label={t('brands.mergeInto')}
          options={others.map(({ brandId, name }) => ({ value: brandId, label: name }))}
        />
      ) : (
        <Skeleton height={64} />
      )}
      <ReasonField form={form} />
    </FormDialog>
  )
}
