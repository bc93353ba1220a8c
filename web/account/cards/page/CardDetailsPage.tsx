import { lazy, Suspense } from 'react'
import { Outlet, useLocation, useParams } from 'react-router'
import { showCard } from '#contract/cards/cards.ts'
import { showControls } from '#contract/controls/controls.ts'
import { Answered } from '#web/parts/Answered.tsx'
import { BackLink } from '#web/parts/BackLink.tsx'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { useAsk } from '#web/parts/client/queries.ts'
import { useMay } from '#web/parts/client/useMay.ts'
import { useListPath } from '#web/account/listPath.ts'
import { paths } from '#web/account/paths.ts'
import { CardCodeList } from '#web/account/threeD/CardCodeList.tsx'
import { withText } from '#web/text.ts'
import { Empty } from '#web/ui/Empty.tsx'
import { Panel } from '#web/ui/dialogs/Panel.tsx'
import { Row, Stack } from '#web/ui/layout.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { StatusTag } from '#web/ui/tags/Tag.tsx'
import type { ShownCard } from '../cardChanged.ts'
import { statusTone } from '../cardTones.ts'
import { CardFacts, CardLimits, CardStats, FeesToCome } from '../drawer/CardFacts.tsx'
import { CardHead } from '../drawer/CardHead.tsx'
import { Lineage } from '../drawer/Lineage.tsx'
import { RecurringCharges } from '../drawer/RecurringCharges.tsx'
import { CardActivity } from './CardActivity.tsx'
import { CardDeclines } from './CardDeclines.tsx'
import { CardHolds } from './CardHolds.tsx'
import { CardRemark } from './CardRemark.tsx'
import { CardSpend } from './CardSpend.tsx'
import { useText } from './text.ts'
import css from './CardDetails.module.css'

const ControlsTab = lazy(withText(() => import('../controls/ControlsTab.tsx')))

/** Everything about one card at full width. */
export default function CardDetailsPage() {
  const t = useText()
  const { cardId = '' } = useParams()
  const { search } = useLocation()
  const here = useListPath()
  const query = useAsk(
    showCard,
    { cardId },
    { quiet: true, everyMs: 5_000, live: ['cards', 'money', 'trades'], ofCard: cardId },
  )
  const shown = query.data?.card.cardId === cardId ? query.data : undefined
  const card = shown?.card
  return (
    <PageFrame>
      <Row between>
        <BackLink to={here(paths.cardList) + search}>{t('cardPage.back')}</BackLink>
        <Row className={css.name}>
          {card && (
            <>
              <h2 className={css.title}>{t('cards.cardEnding', { lastFour: card.lastFour ?? '····' })}</h2>
              <StatusTag tone={statusTone[card.status]} text={card.statusText} />
            </>
          )}
        </Row>
      </Row>
      {!shown && query.error?.refusal === 'not_found' ? (
        <Panel>
          <Empty icon="warn" title={t('cards.drawer.gone')} />
        </Panel>
      ) : (
        <Answered query={{ ...query, data: shown }} skeleton={<Waiting />}>
          {(of) => <Sections key={cardId} shown={of} />}
        </Answered>
      )}
      <Outlet />
    </PageFrame>
  )
}

const Waiting = () => (
  <div className={css.page}>
    <Skeleton height={420} radius={12} />
    <Skeleton height={420} radius={12} />
  </div>
)

function Sections({ shown }: { shown: ShownCard }) {
  const t = useText()
  const { card } = shown
  const mayControl = useMay(showControls).shown
  return (
    <div className={css.page}>
      <Stack gap={4}>
        <CardSpend card={card} />
        <Panel>
          <RecurringCharges card={card} />
        </Panel>
        <CardHolds card={card} />
        <CardDeclines card={card} />
      </Stack>
      <Stack gap={4}>
        <Panel label={t('cardPage.sections')}>
          <Stack gap={4}>
            <CardHead card={shown} />
          </Stack>
        </Panel>
        <CardRemark card={card} />
        {mayControl && (
          <Panel title={t('cardPage.controls')}>
            <Suspense fallback={<Skeleton height={240} radius={12} />}>
              <ControlsTab card={shown} />
            </Suspense>
          </Panel>
        )}
        {card.threeDs === 1 && <CardCodeList cardId={card.cardId} title={t('cardPage.codes')} />}
        <Panel>
          <Stack gap={5}>
            {card.replaced + card.replaces > 0 && <Lineage cardId={card.cardId} unit={card.unit} />}
            <CardStats stats={shown.stats} />
            <CardFacts card={shown} />
            <FeesToCome fees={shown.fees} />
            <CardLimits limits={card.limits} />
          </Stack>
        </Panel>
      </Stack>
      <CardActivity card={card} />
    </div>
  )
}
