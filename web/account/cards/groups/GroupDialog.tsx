import { useState } from 'react'
import { addCardGroup, changeCardGroup, mergeCardGroups, removeCardGroups } from '#contract/cards/groups.ts'
import { add } from '#contract/core/money.ts'
import { CallForm } from '#web/parts/forms/CallForm.tsx'
import { useForm } from '#web/parts/forms/useForm.ts'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
import { Field } from '#web/ui/forms/Field.tsx'
import { Checkbox, Input, Select } from '#web/ui/forms/Input.tsx'
import { toast } from '#web/ui/dialogs/toast.ts'
import { Money } from '#web/ui/Money.tsx'
import { Note } from '#web/ui/Notes.tsx'
import { groupsChanged, type Group } from '../tags/labels.ts'
import { useText } from './text.ts'
import css from './Groups.module.css'

type Sub = Group['shared'][number]

/** Creates a group, or edits one's name, remark and sharing. */
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
    // A cleared remark is sent as a space: empty fields are not sent, and the old one would stay.
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
      <CallForm form={form} onSubmit={() => void submit()} onCancel={onClose} submit={t('groups.save')}>
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

/** Merges several groups into one of them, after a preview. */
export function MergeDialog({
  groups,
  onClose,
  onDone,
}: {
  groups: readonly Group[]
  onClose: () => void
  onDone: () => void
}) {
  const t = useText()
  // The fullest group is the most likely target.
  const [toGid, setTo] = useState(() => groups.toSorted((a, b) => b.cardCount - a.cardCount)[0]!.gid)
  const to = groups.find(({ gid }) => gid === toGid)!
  const from = groups.filter(({ gid }) => gid !== toGid)
  const moving = from.reduce((sum, { cardCount }) => sum + cardCount, 0)
  const form = useForm(mergeCardGroups, { initial: { fromGids: [], toGid } })
  const input = { fromGids: from.map(({ gid }) => gid), toGid }

  async function submit() {
    const answer = await form.submit(input)
    if (!answer) return
    groupsChanged()
    toast.ok(t('groups.merged', { count: answer.moved }))
    onDone()
  }
  return (
    <Dialog title={t('groups.mergeTitle', { count: groups.length })} onClose={onClose} width={560}>
      <CallForm
        form={form}
        problem={form.submitError ?? form.refused?.says}
        onSubmit={() => void submit()}
        onCancel={onClose}
        submit={t('groups.mergeSubmit', { count: moving })}
      >
        <fieldset className={css.preview}>
          <legend>{t('groups.mergeInto')}</legend>
          {groups.map((group) => (
            <label key={group.gid} data-to={group.gid === toGid}>
              <input
                type="radio"
                name="toGid"
                checked={group.gid === toGid}
                onChange={() => setTo(group.gid)}
                data-autofocus={group.gid === toGid || undefined}
              />
              <span>{group.name}</span>
              <small>{group.gid === toGid ? t('groups.stays') : t('groups.moves', { count: group.cardCount })}</small>
              <Money cents={group.balance} />
            </label>
          ))}
          <div className={css.result}>
            <span>
              {t('groups.result')} · {to.name}
            </span>
            <small>{t('groups.cards', { count: moving + to.cardCount })}</small>
            <Money cents={add(...groups.map(({ balance }) => balance))} strong />
          </div>
        </fieldset>
        <p>{t('groups.mergeText', { name: to.name })}</p>
        {groups.some(({ shared }) => shared.length > 0) && <Note>{t('groups.mergeShare', { name: to.name })}</Note>}
      </CallForm>
    </Dialog>
  )
}

/** Deletes groups; their cards move to a group chosen here. */
export function RemoveDialog({
  groups,
  all,
  onClose,
  onDone,
}: {
  groups: readonly Group[]
  all: readonly Group[]
  onClose: () => void
  onDone: () => void
}) {
  const t = useText()
  const gids = groups.map(({ gid }) => gid)
  const form = useForm(removeCardGroups, { initial: { gids, toGid: '0' } })
  const to = form.field('toGid')
  const targets = all.filter(({ gid }) => !gids.includes(gid))
  const moving = groups.reduce((sum, { cardCount }) => sum + cardCount, 0)

  async function submit() {
    const answer = await form.submit()
    if (!answer) return
    groupsChanged()
    toast.ok(t('groups.removed', { removed: answer.removed, moved: answer.moved }))
    onDone()
  }
  return (
    <Dialog title={t('groups.removeTitle', { count: groups.length })} onClose={onClose}>
      <CallForm
        form={form}
        problem={form.submitError ?? form.problemOf('gids')}
        onSubmit={() => void submit()}
        onCancel={onClose}
        submit={t('groups.removeSubmit')}
      >
        <p>{t('groups.removeText')}</p>
        <div className={css.preview}>
          {groups.map(({ gid, name, cardCount, balance }) => (
            <div key={gid}>
              <span>{name}</span>
              <small>{t('groups.cards', { count: cardCount })}</small>
              <Money cents={balance} />
            </div>
          ))}
          {groups.length > 1 && (
            <div className={css.result}>
              <span />
              <small>{t('groups.cards', { count: moving })}</small>
              <Money cents={add(...groups.map(({ balance }) => balance))} strong />
            </div>
          )}
        </div>
        <Field label={t('groups.removeTo')} problem={to.problem}>
          {(wiring) => (
            <Select
              {...wiring}
              value={to.value}
              onChange={to.onChange}
              data-autofocus
              options={[
                { value: '0', label: t('groups.ungrouped') },
                ...targets.map(({ gid, name }) => ({ value: gid, label: name })),
              ]}
            />
          )}
        </Field>
      </CallForm>
    </Dialog>
  )
}
