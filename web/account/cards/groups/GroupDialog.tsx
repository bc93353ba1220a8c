import { useState } from 'react'
import { addCardGroup, changeCardGroup } from '#contract/cards/groups.ts'
import { CallForm } from '#web/parts/forms/CallForm.tsx'
import { useForm } from '#web/parts/forms/useForm.ts'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
import { Field } from '#web/ui/forms/Field.tsx'
import { Checkbox, Input } from '#web/ui/forms/Input.tsx'
import { toast } from '#web/ui/dialogs/toast.ts'
import { groupsChanged, type Group } from '../tags/labels.ts'
import { useText } from './text.ts'
import css from './Groups.module.css'

type Sub = Group['shared'][number]

/** A new group, or another name, remark and sharing for one. */
export function GroupDialog({
  group,
  subs = [],
  onClose,
}: {
  group?: Group
  subs?: readonly Sub[]
  onClose: () => void
}) {
  const t = useText()
  const adding = useForm(addCardGroup, { initial: { name: '', remark: '' } })
  const changing = useForm(changeCardGroup, {
    initial: { gid: group?.gid ?? '', name: group?.name ?? '', remark: group?.remark ?? '' },
  })
  const form = group ? changing : adding
  const [shared, setShared] = useState(() => new Set(group?.shared.map(({ subUid }) => subUid)))
  const [name, remark] = [form.field('name'), form.field('remark')]

  async function submit() {
    // A remark that was emptied is said as a space: what is empty is not sent, and would stay.
    const answer = group
      ? await changing.submit({ remark: remark.value || ' ', subUids: [...shared] })
      : await adding.submit()
    if (!answer) return
    groupsChanged()
    toast.ok(t(group ? 'groups.saved' : 'groups.added'))
    onClose()
  }
  const share = (subUid: string, on: boolean) => {
    const next = new Set(shared)
    if (on) next.add(subUid)
    else next.delete(subUid)
    setShared(next)
  }
  return (
    <Dialog title={group ? group.name : t('groups.add')} onClose={onClose}>
      <CallForm
        loading={form.loading}
        submitError={form.submitError}
        onSubmit={() => void submit()}
        onCancel={onClose}
        submit={t('groups.save')}
      >
        <Field label={t('groups.name')} hint={t('groups.nameHint')} problem={name.problem} required>
          {(wiring) => (
            <Input
              {...wiring}
              value={name.value}
              onChange={name.onChange}
              onBlur={name.onBlur}
              maxLength={20}
              autoComplete="off"
              data-autofocus
            />
          )}
        </Field>
        <Field label={t('groups.remark')} problem={remark.problem}>
          {(wiring) => (
            <Input {...wiring} value={remark.value} onChange={remark.onChange} maxLength={50} autoComplete="off" />
          )}
        </Field>
        {subs.length > 0 && (
          <fieldset className={css.subs}>
            <legend>{t('groups.subs')}</legend>
            {subs.map(({ subUid, nickname }) => (
              <Checkbox key={subUid} checked={shared.has(subUid)} onChange={(on) => share(subUid, on)}>
                {nickname} <small>{subUid}</small>
              </Checkbox>
            ))}
            <p>{t('groups.subsHint')}</p>
          </fieldset>
        )}
      </CallForm>
    </Dialog>
  )
}
