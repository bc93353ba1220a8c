import { lazy, Suspense, useEffect, useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { showCard } from '#contract/cards/cards.ts'
import { show } from '#contract/core/money.ts'
import { Answered } from '#web/parts/Answered.tsx'
import { useAsk } from '#web/parts/client/queries.ts'
import { useSession } from '#web/parts/client/useSession.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Copied } from '#web/ui/forms/CopyButton.tsx'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
import { Facts, Row } from '#web/ui/layout.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { paths } from '#web/account/paths.ts'
import { useMay } from '#web/parts/client/useMay.ts'
import { withText } from '#web/text.ts'
import { cardActions } from '../cardActions.ts'
import { cardChanged } from '../cardChanged.ts'
import { FaceOf } from '../WhichCard.tsx'
import { veilOf } from '../cardTones.ts'
import { Note } from '#web/ui/Notes.tsx'
import { useText } from '../text.ts'
import css from './Open.module.css'

const LONG_MS = 15_000

const Revealing = lazy(
  withText(() => import('../actions/RevealDialog.tsx').then((module) => ({ default: module.Revealing }))),
)

/** A newly requested card: opening, then ready with next steps, or refused and refunded. */
export default function OpenedPage() {
  const t = useText()
  const { cardId = '' } = useParams()
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const [opening, setOpening] = useState(true)
  const testShop = useSession().TestShop
  const query = useAsk(
    showCard,
    { cardId },
    { quiet: true, everyMs: opening ? 1_000 : 10_000, live: ['cards'], ofCard: cardId },
  )
  const mayReveal = useMay(cardActions.reveal.by)
  const status = query.data?.card.status
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
  const pending = status === 'PENDING'
  const title = failed ? 'failed' : status && !pending ? 'opened' : 'opening'
  return (
    <Dialog title={t(`cards.open.${title}`)} onClose={another} width={460}>
      <Answered query={query} skeleton={<Skeleton height={220} radius={14} />}>
        {(shown) => {
          const { card, openFailure } = shown
          return (
            <div className={css.opened} role="status">
              <div className={css.face} data-busy={pending} data-ready={status === 'ACTIVE'}>
                <FaceOf card={card} {...(pending && { veil: `${veilOf('PENDING')}…` })} />
              </div>
              <p>
                {failed
                  ? [openFailure?.text, t('cards.open.failedText')].filter(Boolean).join(' · ')
                  : pending
                    ? t('cards.open.openingText')
                    : t('cards.open.openedText', { amount: show(card.balance, card.unit) })}
              </p>
              {pending && long && <Note>{t('cards.open.openingLong')}</Note>}
              <Facts
                framed
                facts={[
                  [t('cards.column.serial'), <Copied text={card.cardSeqNo} what={t('cards.column.serial')} />],
                  card.lastFour !== null && [t('cards.drawer.number'), card.number ?? card.lastFour],
                ]}
              />
              {/* It was just paid for by the same person: its number is what comes next. */}
              {status === 'ACTIVE' && mayReveal.shown && !mayReveal.reason && (
                <div className={css.number}>
                  <Suspense fallback={<Skeleton height={120} radius={14} />}>
                    <Revealing card={shown} />
                  </Suspense>
                </div>
              )}
              <Row style={{ justifyContent: 'center' }}>
                {status === 'ACTIVE' && (
                  <Button icon="topup" onClick={to(paths.cardAction(cardId, 'load'))}>
                    {t('cards.open.more')}
                  </Button>
                )}
                {status === 'ACTIVE' && testShop && card.lastFour && (
                  <Button
                    icon="trades"
                    onClick={() => window.open(`${testShop}/#card=${card.lastFour}&buy`, '_blank', 'noopener')}
                  >
                    {t('cards.open.tryPurchase')}
                  </Button>
                )}
                {!failed && (
                  <Button icon="cards" onClick={to(paths.card(cardId))}>
                    {t('cards.open.view')}
                  </Button>
                )}
                <Button icon="plus" onClick={another}>
                  {failed ? t('cards.open.tryAgain') : t('cards.open.another')}
                </Button>
              </Row>
            </div>
          )
        }}
      </Answered>
    </Dialog>
  )
}
