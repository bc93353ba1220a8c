/** Commands lead to the dialog or form that does it, filled in: nothing is done without its own button, and the price stands there. */
import { listCards, cardRanges } from '#contract/cards/cards.ts'
import { plain, show } from '#contract/core/money.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { useMay } from '#web/parts/client/useMay.ts'
import type { Find } from '#web/parts/palette/PaletteFrame.tsx'
import { cardActions } from '#web/account/cards/cardActions.ts'
import type { CameFrom } from '#web/account/cards/cardNavigation.ts'
import { useGroups } from '#web/account/cards/tags/labels.ts'
import { paths } from '#web/account/paths.ts'
import { useReachable } from '#web/account/useReachable.ts'
import { cardVerbs, type CardCommand, type Command, type OpenCommand } from './commandIn.ts'
import { MOST, useSubOptions } from './useFinds.ts'
import { useText } from './text.ts'

/** As a form takes it: 1050.25 */
const typedAmount = (cents: number): string => plain(cents).replaceAll(',', '').replace(/\.00$/, '')

export function useCommand(command: Command | undefined): Find[] {
  const onCard = useCardCommand(command?.verb === 'open' ? undefined : command)
  const opening = useOpenCommand(command?.verb === 'open' ? command : undefined)
  return [...onCard, ...opening]
}

function useCardCommand(command: CardCommand | undefined): Find[] {
  const t = useText()
  const mayList = useMay(listCards).shown
  const may = useMay(cardActions[command?.verb ?? 'freeze'].by).shown
  const reachable = useReachable()(paths.cardList)
  const enabled = command !== undefined && mayList && may && reachable
  const { data } = useAsk(
    listCards,
    { lastFour: command?.lastFour ?? '', pageNo: 1, pageSize: MOST },
    { quiet: true, enabled, keep: false },
  )
  if (!enabled) return []
  const { verb, cents } = command
  const state: CameFrom = { alone: true, ...(cents !== undefined && { amount: typedAmount(cents) }) }
  return (data?.data ?? []).map((card) => ({
    to: paths.cardAction(card.cardId, verb),
    state,
    icon: cardActions[verb].icon,
    title: t(`palette.do.${verb}`, { card: `···· ${card.lastFour ?? '····'}` }),
    note: `${card.segment.slice(0, 6)} · ${card.firstName} ${card.lastName} · ${card.statusText}`,
    amount: cents === undefined ? show(card.available) : show(cents),
  }))
}

function useOpenCommand(command: OpenCommand | undefined): Find[] {
  const t = useText()
  const reachable = useReachable()
  const page = command && command.count > 1 ? paths.cardBatchOpen : paths.cardOpen
  const enabled = command !== undefined && reachable(paths.cardOpen)
  const ranges = useAsk(cardRanges, {}, { quiet: true, enabled }).data
  const groups = useGroups().data?.data ?? []
  const subs = useSubOptions(command?.to !== undefined)
  if (!enabled || !ranges) return []
  const { count, network, country, cents, purpose, to } = command
  const fits = ranges.filter(
    (range) =>
      range.available &&
      (network === undefined || range.network === network) &&
      (country === undefined || range.country === country || range.billingCountry === country),
  )
  const [segment] = fits
  const group = named(groups, purpose, ({ name }) => name)
  const sub = named(subs, to, ({ label }) => label)
  const kind = [country, network].filter(Boolean).join(' ')
  const unknown = [...command.unknown, ...(segment || !kind ? [] : [kind]), ...(to !== undefined && !sub ? [to] : [])]
  const params = new URLSearchParams({
    ...(segment && kind && { vid: segment.vid }),
    ...(count > 1 ? { num: String(count) } : { fill: '1' }),
    ...(cents !== undefined && { amount: typedAmount(cents) }),
    ...(group ? { gid: group.gid } : purpose !== undefined && { remark: purpose.slice(0, 50) }),
  })
  const notes = [
    segment && kind && `${segment.network} ${segment.country} ${segment.name}`,
    group ? t('palette.inGroup', { name: group.name }) : purpose && t('palette.withRemark', { remark: purpose }),
    sub && t('palette.thenGive', { name: sub.label }),
    unknown.length > 0 && t('palette.unknown', { words: unknown.join(', ') }),
  ]
  return [
    {
      to: `${page}?${params}`,
      icon: 'open',
      title: t('palette.openCards', { count }),
      note: notes.filter(Boolean).join(' · ') || t('palette.openNote'),
      amount: cents === undefined ? undefined : t('palette.each', { amount: show(cents) }),
    },
  ]
}

/** The one of that name, or else the first whose name contains it. */
function named<T>(list: readonly T[], name: string | undefined, nameOf: (one: T) => string): T | undefined {
  if (name === undefined) return undefined
  const word = name.toLowerCase()
  return (
    list.find((one) => nameOf(one).toLowerCase() === word) ??
    list.find((one) => nameOf(one).toLowerCase().includes(word))
  )
}

/** Words that begin a command, while they are being typed: choosing one completes it. */
export function useVerbs(text: string): Find[] {
  const t = useText()
  const reachable = useReachable()
  if (!reachable(paths.cardList)) return []
  const typed = text.toLowerCase()
  const verbs = ['open', ...cardVerbs, 'pass'] as const
  return verbs
    .filter((verb) => verb !== 'open' || reachable(paths.cardOpen))
    .map((verb) => ({ verb, word: t(`palette.verb.${verb}.word`), title: t(`palette.verb.${verb}.title`) }))
    .filter(({ word, title }) => word.startsWith(typed) || title.toLowerCase().includes(typed))
    .slice(0, typed === '' ? 4 : MOST)
    .map(({ verb, word, title }) => ({
      icon: verb === 'open' ? 'open' : verb === 'pass' ? 'check' : cardActions[verb].icon,
      title,
      note: t(`palette.verb.${verb}.example`),
      complete: `${word} `,
    }))
}
