import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { BATCH_CARDS, deleteBatch } from '../../../contract/batches.ts'
import { askCardCode, checkCardCode } from '../../../contract/cards.ts'
import { add, show } from '../../../contract/money.ts'
import { ask } from '../../parts/client.ts'
import { FormError } from '../../parts/CallForm.tsx'
import frame from '../../parts/CallForm.module.css'
import { asRefused } from '../../parts/refused.ts'
import { useMay } from '../../parts/useMay.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Input } from '../../ui/Input.tsx'
import { cardChanged } from '../cards/cardChanged.ts'
import { Note } from '../cards/Notes.tsx'
import { useSecondsLeft } from '../cards/useSecondsLeft.ts'
import { paths } from '../paths.ts'
import { PickCards, type Picked } from './PickCards.tsx'

type Sent = { target: string; nextTime: number }

/** Many cards for good: which they are and what comes back is seen first, and a code to the own phone says that it is meant. */
export function DeleteMany({ first, onClose }: { first: readonly Picked[]; onClose: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const may = useMay(deleteBatch)
  const [cards, setCards] = useState<readonly Picked[]>(first)
  const [sent, setSent] = useState<Sent>()
  const [code, setCode] = useState('')
  const [ticket, setTicket] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const wait = useSecondsLeft(sent?.nextTime ?? 0)
  const cardIds = cards.map(({ cardId }) => cardId)
  const off =
    may.reason ??
    (cards.length === 0
      ? t('batches.pick.none')
      : cards.length > BATCH_CARDS
        ? t('batches.delete.most', { max: BATCH_CARDS })
        : undefined)

  async function doing(work: () => Promise<void>) {
    setBusy(true)
    setProblem(undefined)
    try {
      await work()
    } catch (error) {
      const refused = asRefused(error)
      if (!refused) throw error
      setProblem(refused.says)
      // A ticket is used up by what was definitely refused; no answer is sent again with the same one.
      if (!refused.unknown) setTicket(undefined)
    } finally {
      setBusy(false)
    }
  }
  const send = () =>
    doing(async () => {
      const { target, nextTime } = await ask(askCardCode, { scene: 'BATCH_DELETE' }, { quiet: true })
      setCode('')
      setSent({ target, nextTime: Math.min(nextTime, Date.now() + 60_000) })
    })
  const remove = () =>
    doing(async () => {
      const proof = ticket ?? (await ask(checkCardCode, { code, scene: 'BATCH_DELETE' }, { quiet: true })).ticket
      setTicket(proof)
      const { batchNo } = await ask(deleteBatch, { cardIds, ticket: proof }, { quiet: true })
      cardChanged()
      void navigate(paths.batch(batchNo))
    })

  return (
    <Dialog title={t('batches.delete.title')} onClose={onClose} width={600}>
      <form
        noValidate
        className={frame.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (busy || off) return
          if (!sent) void send()
          else if (code.length === 6) void remove()
        }}
      >
        <PickCards cards={cards} onChange={setCards} />
        <Note tone="bad">{t('batches.delete.text')}</Note>
        {cards.length > 0 && (
          <p>
            {t('batches.returned')} <b>{show(add(...cards.map(({ balance }) => Math.max(0, balance))))}</b>
          </p>
        )}
        {sent && (
          <Field
            label={t('cards.reveal.code')}
            hint={t('cards.reveal.sent', { target: sent.target })}
            extra={
              <Button look="quiet" size="s" disabled={wait > 0} onClick={() => void send()}>
                {wait > 0 ? t('cards.reveal.againIn', { seconds: wait }) : t('cards.reveal.again')}
              </Button>
            }
          >
            {(wiring) => (
              <Input
                {...wiring}
                value={code}
                disabled={busy}
                inputMode="numeric"
                autoComplete="one-time-code"
                maxLength={6}
                placeholder="••••••"
                onChange={(text) => setCode(text.replace(/\D/g, '').slice(0, 6))}
              />
            )}
          </Field>
        )}
        <FormError text={problem} />
        <div className={frame.actions}>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button
            look={sent ? 'danger' : 'primary'}
            type="submit"
            loading={busy}
            disabled={off ?? (sent && code.length < 6 ? t('cards.reveal.code') : undefined)}
          >
            {sent ? t('batches.delete.submit', { count: cards.length }) : t('batches.delete.send')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
