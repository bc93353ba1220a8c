import {
  changeRail,
  listRails,
  railFieldNames,
  railFields,
  railHistory,
  railPicture,
  takesTwo,
  uploadRailPicture,
  type DeskRail,
  type RailField,
  type RailPatch,
} from '#contract/funding/desk/rails.ts'
import { sayCheck } from '#contract/core/checks.ts'
import { plain } from '#contract/core/money.ts'
import { ask } from '#web/parts/client/client.ts'
import { PageForm } from '#web/parts/forms/PageForm.tsx'
import { TextAreaField, TextField } from '#web/parts/forms/fields.tsx'
import { FileField } from '#web/parts/forms/FileField.tsx'
import { useForm, type Form } from '#web/parts/forms/useForm.ts'
import { Picture } from '#web/parts/Picture.tsx'
import { Checkbox } from '#web/ui/forms/Input.tsx'
import { Grid, Muted, Section } from '#web/ui/layout.tsx'
import { Note } from '#web/ui/Notes.tsx'
import { Tag } from '#web/ui/tags/Tag.tsx'
import { toast } from '#web/ui/dialogs/toast.ts'
import { ReasonField } from '#web/operator/parts/ReasonDialog.tsx'
import { TimeField } from '#web/operator/parts/TimeField.tsx'
import { langNow } from '#web/text.ts'
import { useText } from '../text.ts'

type RailForm = Form<typeof changeRail>

const amounts = ['min', 'maxCn', 'maxEn', 'feeFixed', 'feeBps'] as const
const seconds = ['quoteForS', 'validForS'] as const
const words = ['arrivalCn', 'arrivalEn', 'notesCn', 'notesEn'] as const
/** Only a limit may be empty. */
const needed = ['min', 'feeFixed', 'feeBps', ...seconds, ...words] as const
const bare = (cents: number | null): string => (cents === null ? '' : plain(cents).replaceAll(',', ''))

/** Prefilled with the current values; only changes are sent. */
export function RailForm({ rail }: { rail: DeskRail }) {
  const t = useText()
  const form: RailForm = useForm(changeRail, {
    initial: {
      rail: rail.rail,
      version: rail.version,
      enabled: rail.enabled ? 'on' : 'off',
      ...Object.fromEntries(amounts.map((name) => [name, bare(rail[name])])),
      ...Object.fromEntries(seconds.map((name) => [name, String(rail[name])])),
      ...Object.fromEntries(words.map((name) => [name, rail[name]])),
      limitFileId: rail.limitFileId ?? '',
      reason: '',
    },
    money: amounts,
  })
  const patch = patchOf(form, rail)
  const unchanged = Object.keys(patch).length === 0
  async function save() {
    // The call leaves what is absent as it is, so an emptied field would go unnoticed.
    const empty = needed.find((name) => form.text(name).trim() === '')
    if (empty) return void form.refuse(empty, sayCheck('required', langNow()))
    const none = Object.fromEntries(Object.keys(railFields).map((name) => [name, undefined]))
    return await form.submit({ ...none, ...patch } as RailPatch)
  }
  const unit = rail.payUnit
  const amount = { form, inputMode: 'decimal' } as const
  return (
    <PageForm
      form={form}
      submit={t('funding.save')}
      submitOff={unchanged ? t('funding.nothingChanged') : undefined}
      send={save}
      done={(answer) => t(`funding.done.${answer.done}`)}
      refreshes={[listRails, railHistory]}
    >
      <Section title={t('funding.money')}>
        <Checkbox checked={form.values.enabled === 'on'} onChange={(on) => form.set({ enabled: on ? 'on' : 'off' })}>
          {t('funding.on')}
        </Checkbox>
        <Grid>
          <TextField {...amount} name="maxCn" label={t('funding.maxCn', { unit })} hint={t('funding.maxHint')} />
          <TextField {...amount} name="maxEn" label={t('funding.maxEn', { unit })} />
          <TextField {...amount} name="min" label={t('funding.minField', { unit })} />
          <TextField {...amount} name="feeBps" label={t('funding.feeField')} />
          <TextField {...amount} name="feeFixed" label={t('funding.feeFixed', { unit })} />
          {seconds.map((name) => (
            <TextField key={name} form={form} name={name} label={railFieldNames[name][langNow()]} inputMode="numeric" />
          ))}
        </Grid>
      </Section>
      <Section title={t('funding.wordsTitle')}>
        <Grid>
          <TextField form={form} name="arrivalCn" label={t('funding.arrivalCn')} />
          <TextField form={form} name="arrivalEn" label={t('funding.arrivalEn')} />
          <TextAreaField
            form={form}
            name="notesCn"
            label={t('funding.notesCn')}
            hint={t('funding.notesHint')}
            rows={4}
          />
          <TextAreaField form={form} name="notesEn" label={t('funding.notesEn')} rows={4} />
        </Grid>
        {rail.rail === 'UNIONPAY' && <LimitsPicture form={form} published={rail.limitFileId} />}
      </Section>
      <TimeField form={form} name="effectiveTime" label={t('funding.when')} />
      <ReasonField form={form} />
      {!unchanged && <Note role="status">{t(takesTwo(patch) ? 'funding.takesTwo' : 'funding.takesOne')}</Note>}
    </PageForm>
  )
}

/** What differs from the rail as it is. Of an empty limit nothing is shown to account holders: it is sent as zero. */
function patchOf(form: RailForm, rail: DeskRail): RailPatch {
  const among = (names: readonly string[], name: string) => names.includes(name)
  function typed(name: RailField): unknown {
    const text = form.text(name)
    if (text === '' && name.startsWith('max')) return 0
    if (among(amounts, name)) return form.cents(name) ?? text
    return among(seconds, name) && /^\d+$/.test(text) ? Number(text) : text
  }
  const before = { ...rail, enabled: rail.enabled ? 'on' : 'off', maxCn: rail.maxCn ?? 0, maxEn: rail.maxEn ?? 0 }
  const names = Object.keys(railFields) as RailField[]
  return Object.fromEntries(
    names.filter((name) => typed(name) !== (before[name] ?? '')).map((name) => [name, typed(name)]),
  )
}

/** The bank-limit picture: the current one, or the new one once the change is saved. */
function LimitsPicture({ form, published }: { form: RailForm; published: string | null }) {
  const t = useText()
  const fileId = form.text('limitFileId')
  async function upload(file: File) {
    const answer = await ask(uploadRailPicture, { file }, { quiet: true })
    toast.ok(t('funding.uploaded'))
    return answer
  }
  return (
    <FileField
      form={form}
      name="limitFileId"
      label={t('funding.picture')}
      hint={t('funding.pictureHint')}
      extra={fileId && fileId !== published && <Tag tone="info">{t('funding.notSaved')}</Tag>}
      upload={upload}
      shown={
        fileId ? (
          <Picture
            key={fileId}
            call={railPicture}
            input={{ fileId }}
            name={t('funding.picture')}
            larger={t('funding.pictureLarger')}
            failed={t('funding.missing')}
            height={160}
          />
        ) : (
          <Muted>{t('funding.noPicture')}</Muted>
        )
      }
    />
  )
}
