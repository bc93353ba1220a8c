import { useState } from 'react'
import { subStatuses } from '#contract/identity/identity.ts'
import { subOptions } from '#contract/subaccounts/subaccounts.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { asRefused } from '#web/parts/client/refused.ts'
import { CallForm } from '#web/parts/forms/CallForm.tsx'
import { langNow } from '#web/text.ts'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
import { Input } from '#web/ui/forms/Input.tsx'
import { Muted, Rows } from '#web/ui/layout.tsx'
import { Note } from '#web/ui/Notes.tsx'
import { SkeletonLines } from '#web/ui/Skeleton.tsx'
import { handOver, offerBack, type Moving } from './handOver.ts'
import { useText } from './text.ts'
import css from './Handing.module.css'

/** A longer list gets a search field. */
const MANY = 8
/** Stands for the account itself among the options. */
const ACCOUNT = '0'

/** These cards are given to one sub-account, or back to the account. */
export function HandOverDialog({
  cards,
  skipped = 0,
  onClose,
  onDone,
}: {
  cards: readonly Moving[]
  /** So many cards cannot be handed over. */
  skipped?: number
  onClose: () => void
  onDone?: () => void
}) {
  const t = useText()
  const subs = useAsk(subOptions, {}, { quiet: true })
  const [find, setFind] = useState('')
  const [chosen, setChosen] = useState<string>()
  const [working, setWorking] = useState(false)
  const [problem, setProblem] = useState<string>()
  const count = cards.length
  const owned = cards.some(({ subUid }) => subUid !== null)
  const options = [
    ...(subs.data ?? []).map(({ value, label, status }) => ({
      value,
      name: label,
      note: status === 'NORMAL' ? '' : subStatuses[status][langNow()],
    })),
    ...(owned ? [{ value: ACCOUNT, name: t('handing.back'), note: t('handing.backNote') }] : []),
  ]
  const shown = options.filter(({ name }) => name.toLowerCase().includes(find.trim().toLowerCase()))
  // The only one there is needs no choice.
  const to = options.find(({ value }) => value === (chosen ?? (options.length === 1 ? options[0]!.value : undefined)))
  const subUid = !to || to.value === ACCOUNT ? null : to.value
  const same = to !== undefined && cards.every((card) => card.subUid === subUid)
  const off = count === 0 ? t('handing.nothing') : !to ? t('handing.toNobody') : same ? t('handing.same') : undefined

  async function give() {
    setWorking(true)
    setProblem(undefined)
    const result = await handOver(
      cards.map(({ cardId }) => cardId),
      subUid,
    )
    setWorking(false)
    if (result.problem) {
      const refused = asRefused(result.problem)
      if (!refused) throw result.problem
      setProblem(
        [result.done > 0 && t('handing.part', { done: result.done }), refused.says].filter(Boolean).join(' · '),
      )
      return
    }
    offerBack(cards, { subUid, name: to!.name })
    onDone?.()
    onClose()
  }
  return (
    <Dialog title={t('handing.title', { count })} onClose={onClose}>
      <CallForm
        form={{ loading: working, submitError: problem }}
        onSubmit={() => void give()}
        onCancel={onClose}
        submit={t('handing.submit', { count })}
        submitOff={off}
      >
        <Muted as="p">{t('handing.text')}</Muted>
        {skipped > 0 && <Note tone="warn">{t('handing.skipped', { count: skipped })}</Note>}
        {options.length > MANY && (
          <Input
            type="search"
            autoComplete="off"
            aria-label={t('handing.search')}
            placeholder={t('handing.search')}
            value={find}
            onChange={setFind}
            data-autofocus
          />
        )}
        {subs.isPending ? (
          <SkeletonLines lines={3} />
        ) : options.length === 0 ? (
          <Muted as="p">{subs.error?.says ?? t('handing.none')}</Muted>
        ) : (
          <Rows framed role="radiogroup" aria-label={t('handing.to')} className={css.subs}>
            {shown.map(({ value, name, note }, at) => (
              <li key={value} role="none">
                <label>
                  <input
                    type="radio"
                    name="subUid"
                    checked={to?.value === value}
                    onChange={() => setChosen(value)}
                    data-autofocus={(options.length <= MANY && at === 0) || undefined}
                  />
                  <span>{name}</span>
                  <Muted>{note}</Muted>
                </label>
              </li>
            ))}
          </Rows>
        )}
      </CallForm>
    </Dialog>
  )
}
