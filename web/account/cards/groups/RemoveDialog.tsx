import { removeCardGroups } from '#contract/cards/groups.ts'
import { add } from '#contract/core/money.ts'
import { CallForm } from '#web/parts/forms/CallForm.tsx'
import { useForm } from '#web/parts/forms/useForm.ts'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
import { Field } from '#web/ui/forms/Field.tsx'
import { Select } from '#web/ui/forms/Input.tsx'
import { Money } from '#web/ui/Money.tsx'
import { toast } from '#web/ui/dialogs/toast.ts'
import { groupsChanged, type Group } from '../tags/labels.ts'
import { useText } from './text.ts'
import css from './Groups.module.css'

/** Groups go, their cards stay: where to is chosen here. */
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
        loading={form.loading}
        submitError={form.submitError ?? form.problemOf('gids')}
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
