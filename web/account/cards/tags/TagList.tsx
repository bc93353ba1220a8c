import { useState } from 'react'
import { Link } from 'react-router'
import { removeTags } from '#contract/cards/tags.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { TagChip } from '#web/ui/tags/TagChip.tsx'
import { paths } from '#web/account/paths.ts'
import { Answered } from '#web/parts/Answered.tsx'
import { ConfirmDialog } from '#web/parts/forms/FormDialog.tsx'
import { Rows, Stack } from '#web/ui/layout.tsx'
import { useTags, type Tag, tagsChanged } from './labels.ts'
import { TagDialog } from './TagDialog.tsx'
import { useText } from './text.ts'

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
    <Stack as="section" gap={4} aria-label={t('tags.list')}>
      {query.data && tags.length > 0 && <div>{add}</div>}
      <Answered query={query}>
        {() =>
          tags.length === 0 ? (
            <Empty icon="folder" title={t('tags.none')} text={t('tags.noneText')} action={add} />
          ) : (
            <Rows framed>
              {tags.map((tag) => (
                <li key={tag.tagId} aria-label={tag.name}>
                  <span style={{ flex: 1, minWidth: 0 }}>
                    <TagChip name={tag.name} hue={tag.color} />
                  </span>
                  <Link
                    to={`${paths.cardList}?tagId=${tag.tagId}&scope=all`}
                    aria-label={`${t('tags.cards', { count: tag.cardCount })} · ${t('tags.cardsOf', { name: tag.name })}`}
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
            </Rows>
          )
        }
      </Answered>
      {doing?.what === 'add' && <TagDialog onClose={close} />}
      {doing?.what === 'edit' && <TagDialog tag={doing.tag} onClose={close} />}
      {doing?.what === 'remove' && (
        <ConfirmDialog
          call={removeTags}
          input={{ tagId: [doing.tag.tagId] }}
          title={t('tags.remove')}
          submit={t('tags.remove')}
          done={({ untagged }) => t('tags.removed', { count: untagged })}
          onDone={tagsChanged}
          onClose={close}
        >
          <p>
            <TagChip name={doing.tag.name} hue={doing.tag.color} />
          </p>
          <p>{t('tags.removeText', { count: doing.tag.cardCount })}</p>
        </ConfirmDialog>
      )}
    </Stack>
  )
}
