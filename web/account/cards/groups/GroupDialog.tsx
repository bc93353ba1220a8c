import { useState } from 'react'
import { addCardGroup, changeCardGroup, mergeCardGroups, removeCardGroups } from '#contract/cards/groups.ts'
import { add } from '#contract/core/money.ts'
import { ChoicesField, TextField } from '#web/parts/forms/fields.tsx'
import { ConfirmDialog, FormDialog } from '#web/parts/forms/FormDialog.tsx'
import { ComboboxField } from '#web/parts/forms/pickers.tsx'
import { useForm, type Form } from '#web/parts/forms/useForm.ts'
import { Facts, Muted, Row } from '#web/ui/layout.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Note } from '#web/ui/Notes.tsx'
import { GroupRadios } from '../tags/GroupRadios.tsx'
import { groupsChanged, type Group } from '../tags/labels.ts'
import { useText } from './text.ts'

type Sub = Group['shared'][number]
type Props = { groups: readonly Group[]; onClose: () => void; onDone: () => void }

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
  const form = useForm(group ? changeCardGroup : addCardGroup, {
    initial: {
      name: group?.name ?? '',
      remark: group?.remark ?? '',
      ...(group && { gid: group.gid, subUids: group.shared.map(({ subUid }) => subUid) }),
    },
  })
  return (
    <FormDialog
      form={form}
      title={group ? group.name : t('groups.add')}
      submit={t('groups.save')}
      submitOff={group && !form.text('name').trim() ? t('groups.name') : undefined}
      // A cleared remark is sent as a space: empty fields are not sent, and the old one would stay.
      send={() => form.submit(group && { remark: form.text('remark') || ' ' })}
      done={t(group ? 'groups.saved' : 'groups.added')}
      onDone={groupsChanged}
      onClose={onClose}
    >
      <TextField form={form} name="name" label={t('groups.name')} hint={t('groups.nameHint')} autoFocus required />
      <TextField form={form} name="remark" label={t('groups.remark')} />
      {subs.length > 0 && (
        <ChoicesField
          form={form as Form<typeof changeCardGroup>}
          name="subUids"
          label={t('groups.subs')}
          hint={t('groups.subsHint')}
          options={subs.map(({ subUid, nickname }) => ({
            value: subUid,
            label: (
              <>
                {nickname} <small>{subUid}</small>
              </>
            ),
          }))}
        />
      )}
    </FormDialog>
  )
}

const cardsIn = (groups: readonly Group[]) => groups.reduce((sum, { cardCount }) => sum + cardCount, 0)

/** What the groups hold: how many cards and how much money. */
function Held({ groups, strong }: { groups: readonly Group[]; strong?: boolean }) {
  const t = useText()
  return (
    <Row as="span" gap={3} end>
      <Muted>{t('groups.cards', { count: cardsIn(groups) })}</Muted>
      <Money cents={add(...groups.map(({ balance }) => balance))} {...(strong && { strong })} />
    </Row>
  )
}

/** Merges several groups into one of them, after a preview. */
export function MergeDialog({ groups, onClose, onDone }: Props) {
  const t = useText()
  // The fullest group is the most likely target.
  const [toGid, setTo] = useState(() => groups.toSorted((a, b) => b.cardCount - a.cardCount)[0]!.gid)
  const { name } = groups.find(({ gid }) => gid === toGid)!
  const from = groups.filter(({ gid }) => gid !== toGid)
  return (
    <ConfirmDialog
      call={mergeCardGroups}
      input={{ fromGids: from.map(({ gid }) => gid), toGid }}
      title={t('groups.mergeTitle', { count: groups.length })}
      width={560}
      submit={t('groups.mergeSubmit', { count: cardsIn(from) })}
      done={({ moved }) => t('groups.merged', { count: moved })}
      onDone={() => {
        groupsChanged()
        onDone()
      }}
      onClose={onClose}
    >
      <GroupRadios
        label={t('groups.mergeInto')}
        value={toGid}
        onChange={setTo}
        groups={groups.map((group) => ({
          gid: group.gid,
          name: group.name,
          note: group.gid === toGid ? t('groups.stays') : t('groups.moves', { count: group.cardCount }),
          extra: <Money cents={group.balance} />,
        }))}
      />
      <Facts framed facts={[[`${t('groups.result')} · ${name}`, <Held groups={groups} strong />]]} />
      <p>{t('groups.mergeText', { name })}</p>
      {groups.some(({ shared }) => shared.length > 0) && <Note>{t('groups.mergeShare', { name })}</Note>}
    </ConfirmDialog>
  )
}

/** Deletes groups; their cards move to a group chosen here. */
export function RemoveDialog({ groups, all, onClose, onDone }: Props & { all: readonly Group[] }) {
  const t = useText()
  const gids = groups.map(({ gid }) => gid)
  const form = useForm(removeCardGroups, { initial: { gids, toGid: '0' } })
  return (
    <FormDialog
      form={form}
      title={t('groups.removeTitle', { count: groups.length })}
      problem={form.problemOf('gids')}
      submit={t('groups.removeSubmit')}
      done={({ removed, moved }) => t('groups.removed', { removed, moved })}
      onDone={() => {
        groupsChanged()
        onDone()
      }}
      onClose={onClose}
    >
      <p>{t('groups.removeText')}</p>
      <Facts
        framed
        facts={[
          ...groups.map((group) => [group.name, <Held groups={[group]} />] as const),
          groups.length > 1 && ['', <Held groups={groups} strong />],
        ]}
      />
      <ComboboxField
        form={form}
        name="toGid"
        label={t('groups.removeTo')}
        options={[
          { value: '0', label: t('groups.ungrouped') },
          ...all.filter(({ gid }) => !gids.includes(gid)).map(({ gid, name }) => ({ value: gid, label: name })),
        ]}
      />
    </FormDialog>
  )
}
