import { useState } from 'react'
import { mergeCardGroups } from '#contract/cards/groups.ts'
import { add } from '#contract/core/money.ts'
import { CallForm } from '#web/parts/forms/CallForm.tsx'
import { useForm } from '#web/parts/forms/useForm.ts'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
import { Money } from '#web/ui/Money.tsx'
import { toast } from '#web/ui/dialogs/toast.ts'
import { Note } from '#web/ui/Notes.tsx'
import { groupsChanged, type Group } from '../tags/labels.ts'
import { useText } from './text.ts'
import css from './Groups.module.css'

/** Several groups into one of them, after a look at what moves and what comes of it. */
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
  // The fullest is the one that the others most likely go to.
  const [toGid, setTo] = useState(() => groups.toSorted((a, b) => b.cardCount - a.cardCount)[0]!.gid)
  const to = groups.find(({ gid }) => gid === toGid)!
  const from = groups.filter(({ gid }) => gid !== toGid)
  const moving = from.reduce((sum, { cardCount }) => sum + cardCount, 0)
  const form = useForm(mergeCardGroups, { initial: { fromGids: [], toGid } })
  const wish = { fromGids: from.map(({ gid }) => gid), toGid }

  async function submit() {
    const answer = await form.submit(wish)
    if (!answer) return
    groupsChanged()
    toast.ok(t('groups.merged', { count: answer.moved }))
    onDone()
  }
  return (
    <Dialog title={t('groups.mergeTitle', { count: groups.length })} onClose={onClose} width={560}>
      <CallForm
        loading={form.loading}
        submitError={form.submitError ?? form.refused?.says}
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
