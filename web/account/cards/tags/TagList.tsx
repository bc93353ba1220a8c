import { useState } from 'react'
import { Link } from 'react-router'
import { removeTags } from '#contract/cards/tags.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { SkeletonLines } from '#web/ui/Skeleton.tsx'
import { TagChip } from '#web/ui/tags/TagChip.tsx'
import { paths } from '#web/account/paths.ts'
import { CallForm } from '#web/parts/forms/CallForm.tsx'
import { useForm } from '#web/parts/forms/useForm.ts'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
import { toast } from '#web/ui/dialogs/toast.ts'
import { useTags, type Tag, tagsChanged } from './labels.ts'
import { TagDialog } from './TagDialog.tsx'
import { useText } from './text.ts'
import css from './Tags.module.css'

type Doing = { what: 'add' } | { what: 'edit' | 'remove'; tag: Tag }

/** All tags of the account, each with its cards. */
export function TagList() {
  const t = useText()
  const query = useTags({ everyMs: 10_000 })
  const [doing, setDoing] = useState<Doing>()
  const tags = query.data?.data ?? []
  const close = () => setDoing(undefined)
  const add = (
    <Button look="primary" icon="plus" guardMs={0} onClick={() => setDoing({ what: 'add' })}>
      {t('tags.make')}
    </Button>
  )
  return (
    <section aria-label={t('tags.list')} className={css.page}>
      {tags.length > 0 && <div>{add}</div>}
      {query.isPending ? (
        <SkeletonLines lines={5} />
      ) : query.isError && tags.length === 0 ? (
        <Empty
          icon="warn"
          title={t('parts.loadFailed')}
          text={query.error.says}
          action={<Button onClick={() => void query.refetch()}>{t('parts.again')}</Button>}
        />
      ) : tags.length === 0 ? (
        <Empty icon="folder" title={t('tags.none')} text={t('tags.noneText')} action={add} />
      ) : (
        <ul className={css.list}>
          {tags.map((tag) => (
            <li key={tag.tagId} className={css.row} aria-label={tag.name}>
              <span className={css.word}>
                <TagChip name={tag.name} hue={tag.color} />
              </span>
              <Link
                to={`${paths.cardList}?tagId=${tag.tagId}&scope=all`}
                aria-label={t('tags.cardsOf', { name: tag.name })}
              >
                {t('tags.cards', { count: tag.cardCount })}
              </Link>
              <Button
                size="s"
                look="quiet"
                guardMs={0}
                aria-label={`${t('tags.change')} ${tag.name}`}
                onClick={() => setDoing({ what: 'edit', tag })}
              >
                {t('tags.change')}
              </Button>
              <Button
                size="s"
                look="quiet"
                guardMs={0}
                icon="trash"
                aria-label={`${t('tags.delete')} ${tag.name}`}
                onClick={() => setDoing({ what: 'remove', tag })}
              />
            </li>
          ))}
        </ul>
      )}
      {doing?.what === 'add' && <TagDialog onClose={close} />}
      {doing?.what === 'edit' && <TagDialog tag={doing.tag} onClose={close} />}
      {doing?.what === 'remove' && <RemoveTagDialog tag={doing.tag} onClose={close} />}
    </section>
  )
}

function RemoveTagDialog({ tag, onClose }: { tag: Tag; onClose: () => void }) {
  const t = useText()
  const form = useForm(removeTags, { initial: { tagId: [tag.tagId] } })
  async function submit() {
    const answer = await form.submit()
    if (!answer) return
    tagsChanged()
    toast.ok(t('tags.removed', { count: answer.untagged }))
    onClose()
  }
  return (
    <Dialog title={t('tags.remove')} onClose={onClose}>
      <CallForm
        form={form}
        problem={form.submitError ?? form.problemOf('tagId')}
        onSubmit={() => void submit()}
        onCancel={onClose}
        submit={t('tags.remove')}
      >
        <p>
          <TagChip name={tag.name} hue={tag.color} />
        </p>
        <p>{t('tags.removeText', { count: tag.cardCount })}</p>
      </CallForm>
    </Dialog>
  )
}
