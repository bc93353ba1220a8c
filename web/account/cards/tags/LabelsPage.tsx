import { Navigate, useLocation, useParams } from 'react-router'
import { useState, type ReactNode } from 'react'
import { addCardGroup, groupCards } from '#contract/cards/groups.ts'
import { addTag, untagCards, type TagColor } from '#contract/cards/tags.ts'
import { useListPath } from '#web/account/listPath.ts'
import { paths } from '#web/account/paths.ts'
import { FormDialog } from '#web/parts/forms/FormDialog.tsx'
import { useCall } from '#web/parts/client/queries.ts'
import { useForm } from '#web/parts/forms/useForm.ts'
import { useSession } from '#web/parts/client/useSession.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
import { Input } from '#web/ui/forms/Input.tsx'
import { SkeletonLines } from '#web/ui/Skeleton.tsx'
import { Muted, Row, Stack } from '#web/ui/layout.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Swatches, TagChip } from '#web/ui/tags/TagChip.tsx'
import { useCardNavigation, type CameFrom, type Chosen } from '../cardNavigation.ts'
import { GroupRadios } from './GroupRadios.tsx'
import { groupsChanged, useGroups, tagsChanged, useTags } from './labels.ts'
import { withText } from '#web/text.ts'
import { useText } from './text.ts'
import { colorOptions } from './TagDialog.tsx'
import css from './Labels.module.css'

const loadUndo = withText(() => import('../undoing/labelling.ts'))

/** The group or the tags of one or many cards, over the list or over the card it was opened from. */
export default function LabelsPage() {
  const { what } = useParams()
  const { state } = useLocation()
  const here = useListPath()
  const { toCard, toList } = useCardNavigation()
  const from = state as CameFrom
  if ((what !== 'group' && what !== 'tags') || !from?.chosen?.length)
    return <Navigate to={here(paths.cardList)} replace />
  const close = () => (from.back ? toCard(from.back) : toList())
  const Dialog = what === 'group' ? MoveCards : TagCards
  return <Dialog cards={from.chosen} onClose={close} />
}

/** Longer lists get a search field. */
const MANY = 8

/** Moves cards into a group, or out of theirs. */
function MoveCards({ cards, onClose }: { cards: readonly Chosen[]; onClose: () => void }) {
  const t = useText()
  const query = useGroups()
  const [find, setFind] = useState('')
  const mayMake = !useSession().subAccount
  const here = new Set(cards.map(({ gid }) => gid ?? '0'))
  const form = useForm(groupCards, { initial: { cardIds: cards.map(({ cardId }) => cardId), gid: '' } })
  const make = useCall(addCardGroup, {
    onDone: ({ gid }) => {
      groupsChanged()
      setFind('')
      form.set({ gid })
    },
  })
  const chosen = form.text('gid')
  const groups = query.data?.data ?? []
  const options = [
    { gid: '0', name: t('cards.label.ungrouped'), count: undefined },
    ...groups.map(({ gid, name, cardCount }) => ({ gid, name, count: cardCount })),
  ].filter(({ name }) => name.toLowerCase().includes(find.toLowerCase()))
  const nowhere = here.size === 1 && here.has(chosen)
  return (
    <FormDialog
      form={form}
      title={t('tags.move.title', { count: cards.length })}
      problem={form.problemOf('gid') ?? form.problemOf('cardIds')}
      submit={t('tags.move.submit')}
      submitOff={nowhere ? t('tags.move.same') : chosen ? undefined : t('tags.move.into')}
      onDone={({ moved }) => {
        groupsChanged()
        void loadUndo().then(({ offerUnmove }) => offerUnmove(cards, chosen, moved, groupsChanged))
      }}
      onClose={onClose}
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
        <GroupRadios
          label={t('tags.move.into')}
          value={chosen}
          onChange={(gid) => form.set({ gid })}
          groups={options.map(({ gid, name, count }) => ({
            gid,
            name,
            note: here.has(gid) ? t('tags.move.here') : count !== undefined && t('tags.cards', { count }),
          }))}
        />
      )}
      {groups.length === 0 && !query.isLoading && !mayMake && <Muted as="p">{t('tags.move.none')}</Muted>}
      {mayMake && (
        <NewOne
          words={[t('tags.move.new'), t('tags.move.make'), t('tags.move.name')]}
          maxLength={20}
          loading={make.isPending}
          onSubmit={(name, clear) => make.mutate({ name }, { onSuccess: clear })}
        />
      )}
    </FormDialog>
  )
}

/** A name, and the button that makes a group or a tag of it. Enter does the same, without submitting what it stands in. */
function NewOne({
  words: [label, submit, off],
  maxLength,
  loading,
  onSubmit,
  children,
}: {
  /** Of the field, of the button, and why the button is off while there is no name. */
  words: readonly [label: string, submit: string, off: string]
  maxLength: number
  loading: boolean
  onSubmit: (name: string, clear: () => void) => void
  /** What else belongs to it, once there is a name. */
  children?: ReactNode
}) {
  const [name, setName] = useState('')
  const empty = name.trim() === ''
  const make = () => onSubmit(name.trim(), () => setName(''))
  return (
    <>
      <div className={css.make}>
        <Input
          value={name}
          onChange={setName}
          maxLength={maxLength}
          placeholder={label}
          aria-label={label}
          autoComplete="off"
          data-autofocus
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            if (!empty && !loading) make()
          }}
        />
        <Button loading={loading} disabled={empty && off} onClick={make}>
          {submit}
        </Button>
      </div>
      {!empty && children}
    </>
  )
}

/** The tags of these cards: a click adds one to all of them, the next removes it. */
function TagCards({ cards, onClose }: { cards: readonly Chosen[]; onClose: () => void }) {
  const t = useText()
  const query = useTags()
  const cardIds = cards.map(({ cardId }) => cardId)
  /** How many of them have each tag, as of the opening of the dialog. */
  const [on, setOn] = useState(() => {
    const counts = new Map<string, number>()
    for (const { tags } of cards) for (const { tagId } of tags) counts.set(tagId, (counts.get(tagId) ?? 0) + 1)
    return counts as ReadonlyMap<string, number>
  })
  const [color, setColor] = useState<TagColor>('blue')
  const now = (tagId: string, count: number) => {
    setOn((before) => new Map(before).set(tagId, count))
    tagsChanged()
  }
  /** Those without the tag: nothing here changes only a part of them. */
  const lacking = (tagId: string) =>
    (on.get(tagId) ?? 0) === 0 ? cards : cards.filter(({ tags }) => !tags.some((tag) => tag.tagId === tagId))
  const put = useCall(addTag, {
    onDone: ({ tagId }, { name }) => {
      const added = { tagId, name, cards: lacking(tagId) }
      now(tagId, cards.length)
      void loadUndo().then(({ offerUntag }) => offerUntag(added, () => now(tagId, cards.length - added.cards.length)))
    },
  })
  const take = useCall(untagCards, {
    onDone: (_answer, { tagId }) => {
      const taken = { tagId, name: tags.find((tag) => tag.tagId === tagId)?.name ?? '', cards }
      now(tagId, 0)
      void loadUndo().then(({ offerTagAgain }) => offerTagAgain(taken, () => now(tagId, cards.length)))
    },
  })
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
      <Stack gap={4}>
        <Muted as="p">{t(tags.length ? 'tags.text' : 'tags.noneText')}</Muted>
        {query.isLoading ? (
          <SkeletonLines lines={3} />
        ) : (
          <Row role="group" aria-label={t('tags.list')} aria-busy={busy}>
            {tags.map((tag) => {
              const count = on.get(tag.tagId) ?? 0
              const state = count === 0 ? 'off' : count < cards.length ? 'some' : 'all'
              return (
                <button
                  key={tag.tagId}
                  type="button"
                  className={css.toggle}
                  aria-pressed={state === 'all' ? true : state === 'some' ? 'mixed' : false}
                  aria-description={t(`tags.${state}`, { count })}
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
          </Row>
        )}
        <NewOne
          words={[t('tags.new'), t('tags.add'), t('tags.name')]}
          maxLength={16}
          loading={busy}
          onSubmit={(name, clear) => put.mutate({ name, color, cardIds }, { onSuccess: clear })}
        >
          <Swatches label={t('tags.color')} value={color} options={colorOptions()} onChange={setColor} />
        </NewOne>
      </Stack>
    </Dialog>
  )
}
