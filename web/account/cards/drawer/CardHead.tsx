import { cardBalance } from '#contract/cards/cards.ts'
import { cardBlocks } from '#contract/cards/states.ts'
import { show } from '#contract/core/money.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { Grid, Muted, Row, Stack } from '#web/ui/layout.tsx'
import { showClock } from '#web/parts/dates.ts'
import { useSession } from '#web/parts/client/useSession.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Money } from '#web/ui/Money.tsx'
import { CardCodes } from '#web/account/threeD/CardCodes.tsx'
import { Note } from '#web/ui/Notes.tsx'
import { langNow } from '#web/text.ts'
import { Tip } from '#web/ui/onDemand/Tip.tsx'
import { useCardActions } from '../cardActions.ts'
import type { ShownCard } from '../cardChanged.ts'
import { FaceOf } from '../WhichCard.tsx'
import { Figures } from '../Figures.tsx'
import { useCardNavigation } from '../cardNavigation.ts'
import { useText } from '../text.ts'
import { useLabelActions } from '../labelActions.ts'
import css from '../Cards.module.css'

/** The card itself, its current balance, and the available actions. */
export function CardHead({ card: { card, openFailure } }: { card: ShownCard }) {
  const t = useText()
  const lowBalance = useSession().LowBalance ?? 0
  const offers = useCardActions()
  const labels = useLabelActions()
  const { toAction } = useCardNavigation()
  const live = useAsk(
    cardBalance,
    { cardId: card.cardId },
    { quiet: true, everyMs: 3_000, live: ['money', 'trades'], ofCard: card.cardId },
  )
  const now = live.data?.cardId === card.cardId ? live.data : { ...card, asOf: undefined }
  const stoppedBy = card.blocks.filter((block) => block !== 'USER').map((block) => cardBlocks[block].name[langNow()])
  return (
    <>
      <Grid gap={5} min={240}>
        <FaceOf card={card} />
        <Stack gap={1}>
          <Muted>{t('cards.column.available')}</Muted>
          <span key={now.available} className={css.fresh}>
            <Money cents={now.available} unit={card.unit} size="xl" />
          </span>
          {now.asOf !== undefined && <Muted>{t('cards.drawer.asOf', { time: showClock(now.asOf) })}</Muted>}
          <Figures
            figures={[
              [
                <Tip text={t('cards.drawer.pendingNote')}>{t('cards.column.pending')}</Tip>,
                <Money cents={now.pending} unit={card.unit} />,
              ],
              [
                <Tip text={t('cards.drawer.balanceNote')}>{t('cards.column.balance')}</Tip>,
                <Money cents={now.balance} unit={card.unit} />,
              ],
              [t('cards.column.deposit'), <Money cents={card.deposit} unit={card.unit} />],
              [t('cards.column.consume'), <Money cents={card.consume} unit={card.unit} />],
            ]}
          />
        </Stack>
      </Grid>
      <Row role="group" aria-label={t('cards.action.menu')} className={css.actions}>
        {offers(card).map(({ move, icon, tone, reason }) => (
          <Button
            key={move}
            icon={icon}
            look={move === 'load' && !reason ? 'primary' : tone === 'bad' ? 'danger' : 'plain'}
            disabled={reason}
            onClick={() => toAction(card, move)}
          >
            {t(`cards.action.${move}`)}
          </Button>
        ))}
        {labels.map(({ what, icon, go }) => (
          <Button key={what} icon={icon} guardMs={0} onClick={() => go([card], card.cardId)}>
            {t(`cards.label.${what}`)}
          </Button>
        ))}
      </Row>
      {openFailure && <Note tone="bad">{t('cards.drawer.openFailed', { reason: openFailure.text })}</Note>}
      {card.threeDs === 1 && <CardCodes cardId={card.cardId} />}
      {stoppedBy.length > 0 && <Note tone="bad">{t('cards.drawer.stoppedBy', { by: stoppedBy.join(', ') })}</Note>}
      {card.status === 'ACTIVE' && now.available < lowBalance && (
        <Note tone="warn">{t('cards.lowBalanceText', { limit: show(lowBalance) })}</Note>
      )}
    </>
  )
}
