import { useState, useEffect, useRef } from 'react'
import { identityStatuses, identityTypes } from '#contract/identity/identity.ts'
import { identityStatus, idTypes, submitIdentity } from '#contract/identity/verification.ts'
import { imageKinds, imageRule, imageWords } from '#contract/core/images.ts'
import { optionsOf } from '#web/parts/lists/filters.ts'
import { PageForm } from '#web/parts/forms/PageForm.tsx'
import { showDay } from '#web/parts/dates.ts'
import { SelectField, TextField } from '#web/parts/forms/fields.tsx'
import { ComboboxField } from '#web/parts/forms/pickers.tsx'
import { useForm } from '#web/parts/forms/useForm.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Field } from '#web/ui/forms/Field.tsx'
import { Input } from '#web/ui/forms/Input.tsx'
import { Facts, Grid, Row, Stack } from '#web/ui/layout.tsx'
import { Segmented } from '#web/ui/forms/Segmented.tsx'
import { SkeletonLines } from '#web/ui/Skeleton.tsx'
import { toast } from '#web/ui/dialogs/toast.ts'
import { loadUserInfo } from '#web/parts/client/whoAmI.ts'
import { langNow } from '#web/text.ts'
import { asRefused } from '#web/parts/client/refused.ts'
import { uploadImage } from '#web/parts/client/uploadImage.ts'
import { countryOptions } from '#web/account/countries.ts'
import { useText } from '../text.ts'
import { useIdentityNews } from './useIdentityNews.ts'
import css from '../Identity.module.css'

/** The case's status and, if one may be submitted, the form. */
export function IdentityForm({ onDone }: { onDone: () => void }) {
  const t = useText()
  const [again, setAgain] = useState(false)
  const state = useIdentityNews(true)
  if (!state) return <SkeletonLines lines={4} />
  if (state.status === 'NONE' || again) return <Papers onDone={onDone} />
  const next = { NEED_INFO: 'identityComplete', REJECTED: 'identityAgain', EXPIRED: 'identityAgain' } as const
  const upgrade = state.status === 'PASSED' && state.type === 'PERSON' ? ('identityUpgrade' as const) : undefined
  const button = next[state.status as keyof typeof next] ?? upgrade
  return (
    <Stack gap={4}>
      <Facts
        facts={[
          [t('identity.kind'), state.type ? identityTypes[state.type][langNow()] : '–'],
          [t('identity.identity'), identityStatuses[state.status][langNow()]],
          ...(state.rejectReason ? [[t('identity.reason'), state.rejectReason] as const] : []),
          ...(state.expireTime
            ? [['', t('identity.identityUntil', { date: showDay(state.expireTime) })] as const]
            : []),
        ]}
      />
      {(state.status === 'PENDING' || state.status === 'REVIEWING') && <p>{t('identity.identitySent')}</p>}
      {button && (
        <Row end>
          <Button look="primary" onClick={() => setAgain(true)}>
            {t(`identity.${button}`)}
          </Button>
        </Row>
      )}
    </Stack>
  )
}

type Company = { name: string; regNo: string; address: string; legalPerson: string }
const noCompany: Company = { name: '', regNo: '', address: '', legalPerson: '' }

function Papers({ onDone }: { onDone: () => void }) {
  const t = useText()
  const [company, setCompany] = useState(noCompany)
  const form = useForm(submitIdentity, {
    initial: {
      type: 'PERSON',
      realName: '',
      idType: 'ID_CARD',
      idNo: '',
      country: 'CN',
      contact: '',
      files: { other: [] },
    },
  })
  const business = form.values.type === 'BUSINESS'
  const idType = form.text('idType')
  const files = form.values.files as { front?: string; back?: string; license?: string }
  const keep = (name: keyof typeof files) => (fileId: string) => form.set({ files: { ...files, [name]: fileId } })
  const ofCompany = (name: keyof Company, label: string) => (
    <Field label={label} required>
      {(wiring) => (
        <Input
          {...wiring}
          value={company[name]}
          onChange={(value) => {
            const next = { ...company, [name]: value }
            setCompany(next)
            form.set({ company: next })
          }}
        />
      )}
    </Field>
  )
  return (
    <PageForm
      form={form}
      submit={t('identity.submit')}
      submitOff={form.input ? undefined : t('identity.identityText')}
      done={t('identity.identitySent')}
      refreshes={[identityStatus]}
      onDone={() => loadUserInfo().then(onDone, onDone)}
    >
      <Segmented
        label={t('identity.kind')}
        value={business ? 'BUSINESS' : 'PERSON'}
        options={optionsOf(identityTypes, ['PERSON', 'BUSINESS'])}
        onChange={(type) => form.set({ type, company: type === 'BUSINESS' ? company : undefined })}
      />
      {business && (
        <>
          <Grid min={200}>
            {ofCompany('name', t('identity.companyName'))}
            {ofCompany('regNo', t('identity.regNo'))}
            {ofCompany('legalPerson', t('identity.legalPerson'))}
            {ofCompany('address', t('identity.address'))}
          </Grid>
          <PaperField label={t('identity.paper.license')} fileId={files.license} onFile={keep('license')} />
        </>
      )}
      <Grid min={200}>
        <TextField
          form={form}
          name="realName"
          label={t(business ? 'identity.legalName' : 'identity.realName')}
          required
        />
        <ComboboxField form={form} name="country" label={t('identity.country')} options={countryOptions()} required />
        <SelectField
          form={form}
          name="idType"
          label={t('identity.idType')}
          options={optionsOf(idTypes, ['ID_CARD', 'PASSPORT', 'HK_MO'])}
        />
        <TextField form={form} name="idNo" label={t('identity.idNo')} required />
      </Grid>
      <PaperField label={t('identity.paper.front')} fileId={files.front} onFile={keep('front')} />
      {idType === 'ID_CARD' && (
        <PaperField label={t('identity.paper.back')} fileId={files.back} onFile={keep('back')} />
      )}
      <TextField form={form} name="contact" label={t('identity.contact')} hint={t('identity.contactHint')} required />
    </PageForm>
  )
}

const MOST_PIXELS = 8_000_000

/** A picture of a document: checked and compressed here, then uploaded. */
function PaperField({
  label,
  fileId,
  onFile,
}: {
  label: string
  fileId: string | undefined
  onFile: (fileId: string) => void
}) {
  const t = useText()
  const input = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [look, setLook] = useState<string>()
  useEffect(() => () => void (look && URL.revokeObjectURL(look)), [look])

  async function take(file: File | undefined) {
    if (!file) return
    setProblem(undefined)
    if (!(imageKinds as readonly string[]).includes(file.type)) return setProblem(imageWords.kind[langNow()])
    if (file.size > imageRule.maxBytes) return setProblem(imageWords.tooLarge[langNow()])
    setBusy(true)
    try {
      const small = await smaller(file)
      const fileId = await uploadImage(small, 'IDENTITY')
      setLook(URL.createObjectURL(small))
      onFile(fileId)
      toast.ok(imageWords.done[langNow()])
    } catch (error) {
      const refused = asRefused(error)
      setProblem(refused?.fields.file ?? refused?.says ?? imageWords.kind[langNow()])
    } finally {
      setBusy(false)
    }
  }
  return (
    <Field label={label} hint={t('identity.paperHint')} problem={problem} required>
      {(wiring) => (
        <Row gap={3} className={css.paper}>
          {look && <img src={look} alt={label} />}
          <input
            {...wiring}
            ref={input}
            className="said"
            type="file"
            accept={imageKinds.join(',')}
            onChange={(event) => void take(event.target.files?.[0])}
          />
          <Button icon="topup" loading={busy} onClick={() => input.current?.click()}>
            {t(fileId ? 'identity.paperOther' : 'identity.paperChoose')}
          </Button>
        </Row>
      )}
    </Field>
  )
}

/** At quality 0.5 and at most eight million pixels; a picture that the browser cannot draw is rejected. */
async function smaller(file: File): Promise<File> {
  const bitmap = await createImageBitmap(file)
  const scale = Math.min(1, Math.sqrt(MOST_PIXELS / (bitmap.width * bitmap.height)))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.floor(bitmap.width * scale))
  canvas.height = Math.max(1, Math.floor(bitmap.height * scale))
  canvas.getContext('2d')!.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', 0.5))
  return blob ? new File([blob], file.name, { type: 'image/jpeg' }) : file
}
