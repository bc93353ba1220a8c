import { useState } from 'react'
import { addCardGroup, groupCards } from '#contract/cards/groups.ts'
import { CallForm } from '#web/parts/forms/CallForm.tsx'
import { useCall } from '#web/parts/client/queries.ts'
import { useForm } from '#web/parts/forms/useForm.ts'
import { useSession } from '#web/parts/client/useSession.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
import { Input } from '#web/ui/forms/Input.tsx'
import { SkeletonLines } from '#web/ui/Skeleton.tsx'
import { toast } from '#web/ui/dialogs/toast.ts'
import type { Chosen } from '../cardNavigation.ts'
import { groupsChanged, useGroups } from './labels.ts'
import { useText } from './text.ts'
import css from './Labels.module.css'

/** Above this many the list has a field to search by. */
const MANY = 8

/** One card or many into a group, or out of theirs. */
export function MoveCards({ cards, onClose }: { cards: readonly Chosen[]; onClose: () => void }) {
  const t = useText()
  const query = useGroups()
  const [find, setFind] = useState('')
  const [made, setMade] = useState('')
  const mayMake = !useSession().subAccount
  const here = new Set(cards.map(({ gid }) => gid ?? '0'))
  const form = useForm(groupCards, { initial: { cardIds: cards.map(({ cardId }) => cardId), gid: '' } })
  const make = useCall(addCardGroup, {
    onDone: ({ gid }) => {
      groupsChanged()
      setMade('')
      setFind('')
      form.set({ gid })
    },
  })
  const chosen = String(form.values.gid)
  const groups = query.data?.data ?? []
  const options = [
    { gid: '0', name: t('cards.label.ungrouped'), count: undefined },
    ...groups.map(({ gid, name, cardCount }) => ({ gid, name, count: cardCount })),
  ].filter(({ name }) => name.toLowerCase().includes(find.toLowerCase()))
  const nowhere = here.size === 1 && here.has(chosen)

  async function submit() {
    const answer = await form.submit()
    if (!answer) return
    groupsChanged()
    toast.ok(t('tags.move.done', { count: answer.moved }))
    onClose()
  }
  return (
    <Dialog title={t('tags.move.title', { count: cards.length })} onClose={onClose}>
      <CallForm
        loading={form.loading}
        submitError={form.submitError ?? form.problemOf('gid') ?? form.problemOf('cardIds')}
        submitOff={nowhere ? t('tags.move.same') : chosen ? undefined : t('tags.move.into')}
        onSubmit={() => void submit()}
        onCancel={onClose}
        submit={t('tags.move.submit')}
      >
        {groups.length > MANY && (
          <Input
            value={find}
            onChange={setFind}
            type="search"
            placeholder={t('tags.move.find')}
            aria-label={t('tags.move.find')}
          />
        )}
        {query.isLoading ? (
          <SkeletonLines lines={4} />
        ) : (
          <div role="radiogroup" aria-label={t('tags.move.into')} className={css.options}>
            {options.map(({ gid, name, count }, at) => (
              <label key={gid}>
                <input
                  type="radio"
                  name="gid"
                  checked={chosen === gid}
                  onChange={() => form.set({ gid })}
                  data-autofocus={at === 0 || undefined}
                />
                <span>{name}</span>
                <small>{here.has(gid) ? t('tags.move.here') : count !== undefined && t('tags.cards', { count })}</small>
              </label>
            ))}
          </div>
        )}
        {groups.length === 0 && !query.isLoading && !mayMake && <p className={css.quiet}>{t('tags.move.none')}</p>}
        {mayMake && (
          <div className={css.make}>
            <Input
              value={made}
              onChange={setMade}
              maxLength={20}
              placeholder={t('tags.move.new')}
              aria-label={t('tags.move.new')}
              autoComplete="off"
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return
                event.preventDefault()
                if (made.trim() && !make.isPending) make.mutate({ name: made })
              }}
            />
            <Button
              loading={make.isPending}
              disabled={made.trim() ? undefined : t('tags.move.name')}
              onClick={() => make.mutate({ name: made })}
            >
              {t('tags.move.make')}
            </Button>
          </div>
        )}
      </CallForm>
    </Dialog>
  )
}
