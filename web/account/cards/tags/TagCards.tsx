import { useState } from 'react'
import { addTag, untagCards, type TagColor } from '#contract/cards/tags.ts'
import { useCall } from '#web/parts/client/queries.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Input } from '#web/ui/forms/Input.tsx'
import { SkeletonLines } from '#web/ui/Skeleton.tsx'
import { Swatches, TagChip } from '#web/ui/tags/TagChip.tsx'
import type { Chosen } from '../cardNavigation.ts'
import { colorOptions } from './TagDialog.tsx'
import { tagsChanged, useTags } from './labels.ts'
import { useText } from './text.ts'
import css from './Labels.module.css'

/** Which tags these cards have: a click puts one on all of them, the next takes it off. */
export function TagCards({ cards, onClose }: { cards: readonly Chosen[]; onClose: () => void }) {
  const t = useText()
  const query = useTags()
  const cardIds = cards.map(({ cardId }) => cardId)
  /** On how many of them each tag is. The cards came as they were when the dialog was opened. */
  const [on, setOn] = useState(() => {
    const counts = new Map<string, number>()
    for (const { tags } of cards) for (const { tagId } of tags) counts.set(tagId, (counts.get(tagId) ?? 0) + 1)
    return counts as ReadonlyMap<string, number>
  })
  const [name, setName] = useState('')
  const [color, setColor] = useState<TagColor>('blue')
  const now = (tagId: string, count: number) => {
    setOn((before) => new Map(before).set(tagId, count))
    tagsChanged()
  }
  const put = useCall(addTag, { onDone: ({ tagId }) => now(tagId, cards.length) })
  const take = useCall(untagCards, { onDone: (_answer, { tagId }) => now(tagId, 0) })
  const make = () => put.mutate({ name: name.trim(), color, cardIds }, { onSuccess: () => setName('') })
  const busy = put.isPending || take.isPending
  const tags = query.data?.data ?? []

  return (
    <Dialog
      title={t('tags.title', { count: cards.length })}
      onClose={onClose}
      footer={
        <Button look="primary" guardMs={0} onClick={onClose}>
          {t('tags.done')}
        </Button>
      }
    >
      <div className={css.tagging}>
        <p className={css.quiet}>{t(tags.length ? 'tags.text' : 'tags.noneText')}</p>
        {query.isLoading ? (
          <SkeletonLines lines={3} />
        ) : (
          <div role="group" aria-label={t('tags.list')} className={css.chips} aria-busy={busy}>
            {tags.map((tag) => {
              const count = on.get(tag.tagId) ?? 0
              const state = count === 0 ? 'off' : count < cards.length ? 'some' : 'all'
              return (
                <button
                  key={tag.tagId}
                  type="button"
                  className={css.toggle}
                  aria-pressed={state === 'all' ? true : state === 'some' ? 'mixed' : false}
                  title={t(`tags.${state}`, { count })}
                  disabled={busy}
                  onClick={() =>
                    state === 'all'
                      ? take.mutate({ tagId: tag.tagId, cardIds })
                      : put.mutate({ name: tag.name, cardIds })
                  }
                >
                  <TagChip name={tag.name} hue={tag.color} />
                  {state === 'all' && <Icon name="check" size={15} />}
                  {state === 'some' && (
                    <small>
                      {count}/{cards.length}
                    </small>
                  )}
                </button>
              )
            })}
          </div>
        )}
        <form
          className={css.make}
          onSubmit={(event) => {
            event.preventDefault()
            if (name.trim() && !busy) make()
          }}
        >
          <Input
            value={name}
            onChange={setName}
            maxLength={16}
            placeholder={t('tags.new')}
            aria-label={t('tags.new')}
            autoComplete="off"
            data-autofocus
          />
          <Button type="submit" loading={put.isPending} disabled={name.trim() ? undefined : t('tags.name')}>
            {t('tags.add')}
          </Button>
        </form>
        {name.trim() !== '' && (
          <Swatches label={t('tags.color')} value={color} options={colorOptions()} onChange={setColor} />
        )}
      </div>
    </Dialog>
  )
}
