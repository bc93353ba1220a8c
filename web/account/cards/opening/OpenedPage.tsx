import { useEffect, useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { showCard } from '#contract/cards/cards.ts'
import { show } from '#contract/core/money.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { CardFace } from '#web/ui/CardFace.tsx'
import { CopyButton } from '#web/ui/forms/CopyButton.tsx'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { Facts } from '#web/ui/layout.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { paths } from '#web/account/paths.ts'
import { cardChanged } from '../cardChanged.ts'
import { expiryOf, veilOf } from '../cardTones.ts'
import { Note } from '#web/ui/Notes.tsx'
import { useText } from '../text.ts'
import css from './Open.module.css'

const LONG_MS = 15_000

/** A newly requested card: opening, then ready with next steps, or refused and refunded. */
export default function OpenedPage() {
  const t = useText()
  const { cardId = '' } = useParams()
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const [opening, setOpening] = useState(true)
  const query = useAsk(showCard, { cardId }, { quiet: true, everyMs: opening ? 1_000 : 10_000 })
  const card = query.data?.card
  const status = card?.status
  const [long, setLong] = useState(false)

  useEffect(() => {
    const timer = setTimeout(() => setLong(true), LONG_MS)
    return () => clearTimeout(timer)
  }, [])
  useEffect(() => {
    if (status === undefined || status === 'PENDING') return
    setOpening(false)
    cardChanged()
  }, [status])

  const another = () => void navigate({ pathname: paths.cardOpen, search: search.toString() })
  const to = (path: string) => () => void navigate(path)
  const failed = status === 'FAILED'
  const title = failed
    ? t('cards.open.failed')
    : status && status !== 'PENDING'
      ? t('cards.open.opened')
      : t('cards.open.opening')
  return (
    <Dialog title={title} onClose={another} width={460}>
      {query.isError && !card && <Empty icon="warn" title={t('parts.loadFailed')} text={query.error.says} />}
      {!card && !query.isError && <Skeleton height={220} radius={14} />}
      {card && (
        <div className={css.opened} role="status">
          <div className={css.face} data-busy={status === 'PENDING'} data-ready={status === 'ACTIVE'}>
            <CardFace
              network={card.network}
              segment={card.segment}
              lastFour={card.lastFour}
              holder={`${card.firstName} ${card.lastName}`}
              expiry={expiryOf(card)}
              veil={status === 'PENDING' ? `${veilOf('PENDING')}…` : veilOf(card.status)}
            />
          </div>
          <p>
            {failed
              ? [query.data?.openFailure?.text, t('cards.open.failedText')].filter(Boolean).join(' · ')
              : status === 'PENDING'
                ? t('cards.open.openingText')
                : t('cards.open.openedText', { amount: show(card.balance, card.unit) })}
          </p>
          {status === 'PENDING' && long && <Note>{t('cards.open.openingLong')}</Note>}
          <div className={css.facts}>
            <Facts
              facts={[
                [
                  t('cards.column.serial'),
                  <>
                    {card.cardSeqNo} <CopyButton text={card.cardSeqNo} what={t('cards.column.serial')} />
                  </>,
                ],
                ...(card.lastFour ? [[t('cards.drawer.number'), card.number ?? card.lastFour] as const] : []),
              ]}
            />
          </div>
          <div className={css.next}>
            {status === 'ACTIVE' && (
              <>
                <Button look="primary" icon="eye" autoFocus onClick={to(paths.cardAction(cardId, 'reveal'))}>
                  {t('cards.action.reveal')}
                </Button>
                <Button icon="topup" onClick={to(paths.cardAction(cardId, 'load'))}>
                  {t('cards.open.more')}
                </Button>
              </>
            )}
            {!failed && (
              <Button icon="cards" onClick={to(paths.card(cardId))}>
                {t('cards.open.view')}
              </Button>
            )}
            <Button icon="plus" onClick={another}>
              {failed ? t('cards.open.tryAgain') : t('cards.open.another')}
            </Button>
          </div>
        </div>
      )}
    </Dialog>
  )
}
