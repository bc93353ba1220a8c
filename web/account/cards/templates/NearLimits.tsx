import { useState } from 'react'
import { Link } from 'react-router'
import { cardsNearLimit, NEAR_PERCENT } from '#contract/controls/overview.ts'
import { paths } from '#web/account/paths.ts'
import { limitKey } from '#web/account/trades/stopped.ts'
import { Answered } from '#web/parts/Answered.tsx'
import { useAsk } from '#web/parts/client/queries.ts'
import { Empty } from '#web/ui/Empty.tsx'
import { Button } from '#web/ui/forms/Button.tsx'
import { Muted, Row, Rows, Stack } from '#web/ui/layout.tsx'
import { StatusTag } from '#web/ui/tags/Tag.tsx'
import { Gauge } from '../controls/Gauge.tsx'
import { limitName } from '../controls/form/lines.ts'
import { useText } from './text.ts'
import css from './Templates.module.css'

/** Cards that have nearly used up one of their limits, or all of it. */
export function NearLimits() {
  const t = useText()
  const [after, setAfter] = useState<string>()
  const query = useAsk(cardsNearLimit, { after }, { quiet: true })
  const percent = NEAR_PERCENT
  return (
    <Answered query={query}>
      {({ list, looked, found, next }) => (
        <Stack as="section" gap={4} aria-label={t('templates.near.list')}>
          {list.length === 0 ? (
            <Empty icon="shield" title={t('templates.near.none')} text={t('templates.near.noneText', { percent })} />
          ) : (
            <Rows framed>
              {list.map(({ cardId, cardSeqNo, lastFour, limit, standing, percent: used }) => (
                <li key={`${cardId} ${limit.limitId}`}>
                  <div className={`${css.row} ${css.main}`}>
                    <Row between>
                      <Link to={`${paths.cardControl(cardId, limitKey(limit))}&scope=all`}>
                        {`${lastFour === null ? cardSeqNo : `···· ${lastFour}`} · ${limitName(limit)}`}
                      </Link>
                      <StatusTag
                        tone={used >= 100 ? 'bad' : 'warn'}
                        text={t('templates.near.used', { percent: used })}
                      />
                    </Row>
                    <Gauge limit={limit} standing={standing} />
                  </div>
                </li>
              ))}
            </Rows>
          )}
          <Stack gap={1}>
            <Muted as="p">
              {t('templates.near.looked', { looked, found, percent })}
              {found > list.length && ` ${t('templates.near.cut', { most: list.length })}`}
            </Muted>
            <Muted as="p">{t('templates.near.shared')}</Muted>
          </Stack>
          <Row>
            {next !== null && (
              <Button guardMs={0} onClick={() => setAfter(next)}>
                {t('templates.near.further')}
              </Button>
            )}
            {after !== undefined && (
              <Button look="quiet" guardMs={0} onClick={() => setAfter(undefined)}>
                {t('templates.near.again')}
              </Button>
            )}
          </Row>
        </Stack>
      )}
    </Answered>
  )
}
