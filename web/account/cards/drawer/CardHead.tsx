import { cardBalance } from '#contract/cards/cards.ts'
import { cardBlocks } from '#contract/cards/states.ts'
import { show } from '#contract/core/money.ts'
import { showClock } from '#web/parts/dates.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { useSession } from '#web/parts/client/useSession.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { CardFace } from '#web/ui/CardFace.tsx'
import { Money } from '#web/ui/Money.tsx'
import { CardCodes } from '#web/account/threeD/CardCodes.tsx'
import { useCardActions } from '../cardActions.ts'
import type { ShownCard } from '../cardChanged.ts'
import { expiryOf, veilOf } from '../cardLook.ts'
import { useLabelActions } from '../labelActions.ts'
import { useCardNavigation } from '../cardNavigation.ts'
import { Note } from '#web/ui/Notes.tsx'
import { langNow } from '#web/text.ts'
import { useText } from '../text.ts'
import css from '../Cards.module.css'

/** The card itself, what is on it this moment, and what can be done. */
export function CardHead({ card: { card, openFailure } }: { card: ShownCard }) {
  const t = useText()
  const lowBalance = useSession().LowBalance ?? 0
  const offers = useCardActions()
  const labels = useLabelActions()
  const { toAction } = useCardNavigation()
  const live = useAsk(cardBalance, { cardId: card.cardId }, { quiet: true, everyMs: 3_000 })
  const now = live.data?.cardId === card.cardId ? live.data : { ...card, asOf: undefined }
  const stoppedBy = card.blocks.filter((block) => block !== 'USER').map((block) => cardBlocks[block].name[langNow()])
  return (
    <>
      <div className={css.top}>
        <div className={css.face}>
          <CardFace
            network={card.network}
            segment={card.segment}
            lastFour={card.lastFour}
            holder={`${card.firstName} ${card.lastName}`}
            expiry={expiryOf(card)}
            veil={veilOf(card.status)}
          />
        </div>
        <div className={css.now}>
          <span className={css.label}>{t('cards.column.available')}</span>
          <span key={now.available} className={css.big}>
            <Money cents={now.available} unit={card.unit} size="xl" />
          </span>
          <span className={css.asOf}>
            {now.asOf !== undefined && (
              <>
                <i /> {t('cards.drawer.asOf', { time: showClock(now.asOf) })}
              </>
            )}
          </span>
          <dl className={css.figures}>
            <div>
              <dt title={t('cards.drawer.pendingNote')}>{t('cards.column.pending')}</dt>
              <dd>
                <Money cents={now.pending} unit={card.unit} />
              </dd>
            </div>
            <div>
              <dt title={t('cards.drawer.balanceNote')}>{t('cards.column.balance')}</dt>
              <dd>
                <Money cents={now.balance} unit={card.unit} />
              </dd>
            </div>
            <div>
              <dt>{t('cards.column.deposit')}</dt>
              <dd>
                <Money cents={card.deposit} unit={card.unit} />
              </dd>
            </div>
            <div>
              <dt>{t('cards.column.consume')}</dt>
              <dd>
                <Money cents={card.consume} unit={card.unit} />
              </dd>
            </div>
          </dl>
        </div>
      </div>
      <div className={css.actions} role="group" aria-label={t('cards.action.menu')}>
        {offers(card).map(({ move, icon, tone, reason }) => (
          <Button
            key={move}
            icon={icon}
            look={move === 'load' && !reason ? 'primary' : tone === 'bad' ? 'danger' : 'plain'}
            disabled={reason}
            onClick={() => toAction(card.cardId, move)}
          >
            {t(`cards.action.${move}`)}
          </Button>
        ))}
        {labels.map(({ what, icon, go }) => (
          <Button key={what} icon={icon} guardMs={0} onClick={() => go([card], card.cardId)}>
            {t(`cards.label.${what}`)}
          </Button>
        ))}
      </div>
      {openFailure && <Note tone="bad">{t('cards.drawer.openFailed', { reason: openFailure.text })}</Note>}
      {card.threeDs === 1 && <CardCodes cardId={card.cardId} />}
      {stoppedBy.length > 0 && <Note tone="bad">{t('cards.drawer.stoppedBy', { by: stoppedBy.join(', ') })}</Note>}
      {card.status === 'ACTIVE' && now.available < lowBalance && (
        <Note tone="warn">{t('cards.lowBalanceText', { limit: show(lowBalance) })}</Note>
      )}
    </>
  )
}
