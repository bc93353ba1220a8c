import { useState } from 'react'
import { batchCard, type FoundCard, type Resolved } from '#contract/cards/batches.ts'
import { add, show } from '#contract/core/money.ts'
import { useCall } from '#web/parts/client/queries.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Field } from '#web/ui/forms/Field.tsx'
import { TextArea } from '#web/ui/forms/Input.tsx'
import { Row, Stack } from '#web/ui/layout.tsx'
import { Note } from '#web/ui/Notes.tsx'
import { useText } from './text.ts'
import css from './Batches.module.css'

export type Picked = Pick<FoundCard, 'cardId' | 'lastFour' | 'segment' | 'balance'>

/** The affected cards: selected ones as chips, more by pasting. Ambiguous input is clarified. */
export function PickCards({ cards, onChange }: { cards: readonly Picked[]; onChange: (cards: Picked[]) => void }) {
  const t = useText()
  const [pasting, setPasting] = useState(cards.length === 0)
  const put = (more: readonly Picked[]) =>
    onChange([...new Map([...cards, ...more].map((card) => [card.cardId, card])).values()])
  const sum = show(add(...cards.map(({ balance }) => balance)))
  return (
    <Stack as="section" aria-label={t('batches.pick.title')}>
      <Row as="header" between>
        <b>
          {cards.length > 0 ? t('batches.pick.count', { count: cards.length, total: sum }) : t('batches.pick.none')}
        </b>
        <Row as="span">
          {cards.length > 0 && (
            <Button size="s" look="quiet" onClick={() => onChange([])}>
              {t('batches.pick.clear')}
            </Button>
          )}
          {!pasting && (
            <Button size="s" icon="copy" onClick={() => setPasting(true)}>
              {t('batches.pick.paste')}
            </Button>
          )}
        </Row>
      </Row>
      {cards.length > 0 && (
        <Row as="ul" className={css.chips}>
          {cards.map((card) => (
            <li key={card.cardId}>
              <span>···· {card.lastFour ?? '····'}</span>
              <small>{show(card.balance)}</small>
              <button
                type="button"
                aria-label={`${t('batches.pick.remove')} ${card.lastFour ?? ''}`}
                onClick={() => onChange(cards.filter(({ cardId }) => cardId !== card.cardId))}
              >
                ×
              </button>
            </li>
          ))}
        </Row>
      )}
      {pasting && <Paste onFound={put} autoFocus={cards.length === 0} />}
    </Stack>
  )
}

function Paste({ onFound, autoFocus }: { onFound: (cards: Picked[]) => void; autoFocus: boolean }) {
  const t = useText()
  const [text, setText] = useState('')
  const [settled, setSettled] = useState<readonly string[]>([])
  const find = useCall(batchCard, {
    quiet: true,
    onDone: (answer) => {
      setSettled([])
      onFound((answer as Resolved).matched)
    },
  })
  const found = find.data as Resolved | undefined
  function choose(text: string, card: FoundCard) {
    onFound([card])
    setSettled([...settled, text])
  }
  return (
    <Stack>
      <Field
        label={t('batches.pick.paste')}
        hint={t('batches.pick.pasteHint')}
        problem={find.error?.fields['text'] ?? find.error?.says}
      >
        {(wiring) => (
          <TextArea
            {...wiring}
            rows={4}
            value={text}
            onChange={setText}
            onPaste={(event) => {
              const pasted = event.clipboardData.getData('text')
              if (!text && pasted.trim()) find.mutate({ text: pasted })
            }}
            spellCheck={false}
            {...(autoFocus && { 'data-autofocus': true })}
          />
        )}
      </Field>
      <div>
        <Button
          icon="search"
          loading={find.isPending}
          guardMs={0}
          disabled={!text.trim()}
          onClick={() => find.mutate({ text })}
        >
          {t('batches.pick.find')}
        </Button>
      </div>
      <Stack role="status">
        {found && found.matched.length > 0 && <Note>{t('batches.pick.matched', { count: found.matched.length })}</Note>}
        {found && found.unmatched.length > 0 && (
          <Note tone="warn">
            {t('batches.pick.unmatched', { count: found.unmatched.length })} {found.unmatched.slice(0, 50).join(' · ')}
          </Note>
        )}
        {found?.ambiguous
          .filter((one) => !settled.includes(one.text))
          .map(({ text, cards }) => (
            <Row as="fieldset" key={text}>
              <legend>{t('batches.pick.ambiguous', { text })}</legend>
              {cards.map((card) => (
                <Button key={card.cardId} size="s" onClick={() => choose(text, card)}>
                  {card.segment} ···· {card.lastFour} · {card.cardSeqNo} · {show(card.balance)}
                </Button>
              ))}
            </Row>
          ))}
      </Stack>
    </Stack>
  )
}
