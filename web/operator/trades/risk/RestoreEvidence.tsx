import { restoreEvidence } from '#contract/trades/desk/board.ts'
import type { Output } from '#contract/core/call.ts'
import { Answered } from '#web/parts/Answered.tsx'
import { useAsk } from '#web/parts/client/queries.ts'
import { showDay, showTime } from '#web/parts/dates.ts'
import { Facts, Muted, Row, Section, Stack, TwoLines } from '#web/ui/layout.tsx'
import { Note } from '#web/ui/Notes.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Tag } from '#web/ui/tags/Tag.tsx'
import { percent } from '#web/operator/parts/percent.ts'
import { useText } from '../text.ts'
import css from './Risk.module.css'

type Evidence = Output<typeof restoreEvidence>

/** What a restoration rests on: the same for the person who requests it and the one who decides. */
export default function RestoreEvidence({ accountId }: { accountId: string }) {
  const query = useAsk(restoreEvidence, { accountId }, { quiet: true })
  return (
    <Answered query={query} skeleton={<Skeleton height={320} radius={8} />}>
      {(found) => <Found found={found} />}
    </Answered>
  )
}

function Found({ found: { stop, reasons, cards, fixes, triedSince, history, probation } }: { found: Evidence }) {
  const t = useText()
  return (
    <Stack gap={4}>
      {stop && (
        <Facts
          facts={[
            [t('risk.evidence.stopped'), showTime(stop.time)],
            [
              t('risk.evidence.rate'),
              t('risk.evidence.rateOf', {
                rate: percent(stop.rateBps),
                declined: stop.declined,
                attempts: stop.attempts,
                limit: percent(stop.limitBps),
              }),
            ],
            stop.by && [t('risk.evidence.by'), `${stop.by}${stop.why ? ` · ${stop.why}` : ''}`],
            [t('risk.evidence.tried'), triedSince],
          ]}
        />
      )}
      <Section title={t('risk.evidence.reasons')}>
        {reasons.length === 0 && <Muted as="p">{t('risk.evidence.noReasons')}</Muted>}
        <ul className={css.evidence}>
          {reasons.map(({ reason, text, advice, counted, count }) => (
            <li key={reason}>
              <TwoLines below={advice}>{text}</TwoLines>
              <Row as="span">
                {!counted && <Tag>{t('risk.evidence.uncounted')}</Tag>}
                <strong>{count}</strong>
              </Row>
            </li>
          ))}
        </ul>
      </Section>
      <Section title={t('risk.evidence.cards')}>
        {cards.length === 0 && <Muted as="p">{t('risk.evidence.noCards')}</Muted>}
        <ul className={css.evidence}>
          {cards.map((card) => (
            <li key={card.cardId}>
              <TwoLines
                below={
                  card.fixes.length > 0
                    ? card.fixes.map(({ text, time }) => `${text} ${showDay(time)}`).join(' · ')
                    : t('risk.evidence.notFixed')
                }
              >
                ···· {card.lastFour}
              </TwoLines>
              <span>{t('risk.evidence.ofAttempts', { declined: card.declined, attempts: card.attempts })}</span>
            </li>
          ))}
        </ul>
        {fixes.length > 0 && (
          <Muted as="p">
            {t('risk.evidence.others', {
              what: fixes.map(({ text, cards: count }) => t('risk.evidence.onCards', { text, count })).join(' · '),
            })}
          </Muted>
        )}
      </Section>
      <Section title={t('risk.evidence.history')}>
        {history.length === 0 && <Muted as="p">{t('risk.evidence.noHistory')}</Muted>}
        <ul className={css.evidence}>
          {history.map((past) => (
            <li key={past.time}>
              <TwoLines
                below={
                  past.restoredBy && `${t('risk.evidence.restoredBy', { name: past.restoredBy })} ${past.note ?? ''}`
                }
              >
                {showDay(past.time)} – {showDay(past.restoredTime)}
              </TwoLines>
              <span>{past.by ? t('risk.stoppedBy', { name: past.by }) : percent(past.rateBps)}</span>
            </li>
          ))}
        </ul>
      </Section>
      <Note tone={probation.earliestTime ? 'warn' : 'info'}>
        {probation.earliestTime
          ? t('risk.evidence.earliest', { time: showTime(probation.earliestTime) })
          : t('risk.evidence.probation', {
              count: probation.days,
              limit: percent(probation.limitBps),
              attempts: probation.minAttempts,
            })}
      </Note>
    </Stack>
  )
}
