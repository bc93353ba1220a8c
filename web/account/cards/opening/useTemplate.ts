import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { plain } from '#contract/core/money.ts'
import { useTags } from '../tags/labels.ts'
import type { FilledField } from '../templates/TemplateField.tsx'
import { useTemplates, type Template } from '../templates/useTemplates.ts'
import type { Opening, OpeningForm } from './useOpening.ts'

/** What a template puts into the form. */
const valuesOf = ({ vid, amount, gid, tags, remarkPattern }: Template): Partial<Record<FilledField, unknown>> => ({
  ...(vid !== null && { vid }),
  ...(amount !== null && { rechargeAmount: plain(amount).replaceAll(',', '').replace(/\.00$/, '') }),
  ...(gid !== null && { gid }),
  ...(tags.length > 0 && { tags: tags.map(({ tagId }) => tagId) }),
  ...(remarkPattern && { remark: remarkPattern }),
})

/** The template that cards are opened from, also if the address names it. */
export function useTemplate({ form, ranges, choose, amount }: Opening) {
  const [search] = useSearchParams()
  const { data: templates } = useTemplates()
  const tags = useTags().data?.data ?? []
  const chosen = templates?.find(({ templateId }) => templateId === form.text('templateId'))
  const asked = useRef(search.get('template'))

  function use(templateId: string): void {
    const template = templates?.find((one) => one.templateId === templateId)
    form.set({ templateId: template?.templateId ?? '' })
    if (!template) return
    const { vid: _, ...values } = valuesOf(template)
    form.set(values)
    const segment = segmentOf(template)
    if (segment) choose(segment)
  }
  const segmentOf = ({ vid }: Template) => ranges.data?.find((range) => range.vid === vid && range.available)

  const ready = templates !== undefined && ranges.data !== undefined
  useEffect(() => {
    if (!ready || asked.current === null) return
    use(asked.current)
    asked.current = null
    // oxlint-disable-next-line react/exhaustive-deps
  }, [ready])

  return {
    templates,
    chosen,
    filled: chosen ? filledIn(form, valuesOf(chosen)) : [],
    unavailable: chosen !== undefined && chosen.vid !== null && ready && !segmentOf(chosen),
    onChoose: use,
    now: () => ({
      ...(chosen && { controls: chosen.controls }),
      vid: form.text('vid') || null,
      amount: amount ?? null,
      gid: form.text('gid') || null,
      tags: tags.filter(({ tagId }) => (form.values.tags as readonly string[]).includes(tagId)),
      remarkPattern: form.text('remark').slice(0, 40),
    }),
    /** What is left empty here is to be empty, though the template has it. A group that is not shown stays the template's. */
    emptied: (): { remark?: string; gid?: string } =>
      chosen
        ? {
            ...(form.text('remark') === '' && { remark: ' ' }),
            ...(form.text('gid') === '' && chosen.gid !== null && { gid: '0' }),
          }
        : {},
  }
}

const filledIn = (form: OpeningForm, values: Partial<Record<FilledField, unknown>>): FilledField[] =>
  (Object.keys(values) as FilledField[]).filter((name) => String(form.values[name]) === String(values[name]))
