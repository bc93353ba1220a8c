import { useState } from 'react'
import { useSettled } from '#web/parts/client/useSettled.ts'
import { PaletteFrame, type Find, type FindGroup } from '#web/parts/palette/PaletteFrame.tsx'
import { rememberRecent } from '#web/account/recent.ts'
import { flat } from '#web/account/menu.ts'
import { table } from '#web/account/routes.ts'
import { chargeIn } from './chargeIn.ts'
import { commandIn } from './commandIn.ts'
import { useActions } from './useActions.ts'
import { useCommand, useVerbs } from './useCommands.ts'
import { useCards, useCharge, useNumber, usePages, useRecents, useSubs, useTagged, useTrades } from './useFinds.ts'
import { useText } from './text.ts'

const PAUSE_MS = 180

/** One field for everything: what was opened last, commands, cards, transactions, merchants, sub-accounts, numbers, pages and actions. */
export default function Palette({ onFold, onClose }: { onFold: () => void; onClose: () => void }) {
  const t = useText()
  const [typed, setTyped] = useState('')
  const text = useSettled(typed.trim(), PAUSE_MS)
  const command = commandIn(text)
  // A sentence is no name of a merchant or a cardholder.
  const plainText = command === undefined && chargeIn(text) === undefined
  const { trades, merchants } = useTrades(text, plainText)
  const recent = useRecents()
  const verbs = useVerbs(text)
  const groups: FindGroup[] = [
    { title: t('palette.recent'), finds: text === '' ? recent : [] },
    { title: t('palette.commands'), finds: useCommand(command) },
    { title: t('palette.pass'), finds: useCharge(text) },
    { title: t('palette.numbers'), finds: useNumber(text) },
    { title: t('palette.cards'), finds: useCards(text, plainText) },
    { title: t('palette.trades'), finds: trades },
    { title: t('palette.merchants'), finds: merchants },
    { title: t('palette.subs'), finds: useSubs(text) },
    { title: t('palette.tags'), finds: useTagged(text) },
    { title: t('palette.verbs'), finds: command ? [] : verbs },
    { title: t('palette.actions'), finds: useActions(text, onFold) },
    { title: t('palette.pages'), finds: usePages(text) },
  ].filter(({ finds }) => finds.length > 0)

  function remember(find: Find) {
    if (!('to' in find)) return
    const { to, icon, title, note } = find
    // A dialog that does something is not opened again by looking back.
    const isThing = /\/(?:crd|atx|trd)_\w+$/.test(to)
    if (isThing) rememberRecent({ to, icon, title, ...(note !== undefined && { note }) })
    else if (flat(table).some(({ path }) => path === to)) rememberRecent({ to, icon })
  }
  return (
    <PaletteFrame
      label={t('palette.title')}
      hint={t('palette.hint')}
      keys={t('palette.keys')}
      typed={typed}
      onType={setTyped}
      stale={typed.trim() !== text}
      groups={groups}
      nothing={text ? t('palette.nothing', { text }) : t('palette.start')}
      onOpen={remember}
      onClose={onClose}
    />
  )
}
