import { audiences, noticeKinds, saveNotice, type DeskNotice } from '#contract/notices/content.ts'
import { noticeLevels } from '#contract/notices/notices.ts'
import { CallForm } from '#web/parts/forms/CallForm.tsx'
import { useForm } from '#web/parts/forms/useForm.ts'
import { Field } from '#web/ui/forms/Field.tsx'
import { Input, Select } from '#web/ui/forms/Input.tsx'
import css from './Content.module.css'
import { HtmlField } from './HtmlField.tsx'
import { langNow } from '#web/text.ts'
import { useText } from './text.ts'

type Name = 'titleCn' | 'titleEn' | 'audienceIds'

export function NoticeForm({
  notice,
  copy,
  onDone,
  onClose,
}: {
  notice: DeskNotice | undefined
  copy: boolean
  onDone: (words: string) => void
  onClose: () => void
}) {
  const t = useText()
  const form = useForm(saveNotice, {
    initial: {
      ...(notice && !copy && { id: notice.id }),
      kind: notice?.kind ?? 'CAROUSEL',
      level: notice?.level ?? 'INFO',
      titleCn: notice?.titleCn ?? '',
      titleEn: notice?.titleEn ?? '',
      htmlCn: notice?.htmlCn ?? '',
      htmlEn: notice?.htmlEn ?? '',
      audience: notice?.audience ?? 'ALL',
      audienceIds: notice?.audienceIds.join(',') ?? '',
      ...(!copy && notice && { startTime: notice.startTime }),
      ...(!copy && notice?.endTime && { endTime: notice.endTime }),
    },
  })
  async function save() {
    const answer = await form.submit()
    if (!answer) return
    const left = answer.dropped.length ? ` · ${t('notices.dropped', { what: answer.dropped.join('、') })}` : ''
    onDone(t('notices.saved') + left)
  }
  const text = (name: Name, label: string) => {
    const { problem, ...bound } = form.field(name)
    return (
      <Field label={label} problem={problem} required={name !== 'audienceIds'}>
        {(wiring) => <Input {...wiring} {...bound} />}
      </Field>
    )
  }
  const choice = (
    name: 'kind' | 'level' | 'audience',
    label: string,
    table: Record<string, { cn: string; en: string }>,
  ) => (
    <Field label={label} problem={form.problemOf(name)} required>
      {(wiring) => (
        <Select
          {...wiring}
          value={String(form.values[name])}
          options={Object.entries(table).map(([value, words]) => ({ value, label: words[langNow()] }))}
          onChange={(value) => form.set({ [name]: value })}
        />
      )}
    </Field>
  )
  const when = (name: 'startTime' | 'endTime', label: string, hint: string) => (
    <Field label={label} hint={hint} problem={form.problemOf(name)}>
      {(wiring) => (
        <Input
          {...wiring}
          type="datetime-local"
          value={localOf(form.values[name])}
          onChange={(value) => form.set({ [name]: value ? new Date(value).getTime() : undefined })}
        />
      )}
    </Field>
  )
  return (
    <CallForm form={form} submit={t('notices.save')} onSubmit={() => void save()} onCancel={onClose}>
      <div className={css.two}>
        {choice('kind', t('notices.kind'), noticeKinds)}
        {choice('level', t('notices.level'), noticeLevels)}
        {text('titleCn', t('notices.titleCn'))}
        {text('titleEn', t('notices.titleEn'))}
      </div>
      <HtmlField label={t('notices.htmlCn')} field={form.field('htmlCn')} />
      <HtmlField label={t('notices.htmlEn')} field={form.field('htmlEn')} />
      <div className={css.two}>
        {choice('audience', t('notices.audience'), audiences)}
        {(form.values.audience === 'PLAN' || form.values.audience === 'ACCOUNT') &&
          text('audienceIds', t('notices.audienceIds'))}
        {when('startTime', t('notices.start'), t('notices.startHint'))}
        {when('endTime', t('notices.end'), t('notices.endHint'))}
      </div>
    </CallForm>
  )
}

/** Formats a time for the browser's own input, in the user's time zone. */
export function localOf(value: unknown): string {
  if (typeof value !== 'number') return ''
  const at = new Date(value)
  return new Date(value - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
