import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { controlsInForce } from '#contract/controls/overview.ts'
import type { ControlScope } from '#contract/controls/stoppedBy.ts'
import type { Output } from '#contract/core/call.ts'
import { paths } from '#web/account/paths.ts'
import { Answered } from '#web/parts/Answered.tsx'
import { useAsk } from '#web/parts/client/queries.ts'
import { useSession } from '#web/parts/client/useSession.ts'
import { withText } from '#web/text.ts'
import { Panel } from '#web/ui/dialogs/Panel.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { Button } from '#web/ui/forms/Button.tsx'
import { Muted, Row, Rows, Stack } from '#web/ui/layout.tsx'
import { Tag } from '#web/ui/tags/Tag.tsx'
import { Gauge } from '../controls/Gauge.tsx'
import { limitName } from '../controls/form/lines.ts'
import { Lines } from './Lines.tsx'
import { useText } from './text.ts'
import css from './Templates.module.css'

const ScopeDialog = lazy(withText(() => import('../controls/ScopeDialog.tsx')))

type Answer = Output<typeof controlsInForce>
type Shared = Answer['scopes'][number]
type OfCards = Answer['documents'][number]

/** Every document in force, with the way to it. */
export function InForce() {
  const t = useText()
  const { subAccount } = useSession()
  const query = useAsk(controlsInForce, {}, { quiet: true, live: ['cards'] })
  const [shown, setShown] = useState<Shared>()
  return (
    <>
      <Answered query={query}>
        {({ scopes, documents, documentCount }) =>
          scopes.length + documents.length === 0 ? (
            <Empty icon="shield" title={t('templates.inForce.none')} text={t('templates.inForce.noneText')} />
          ) : (
            <Stack gap={4}>
              {!subAccount && (
                <Panel title={t('templates.inForce.shared')}>
                  {scopes.length === 0 ? (
                    <Muted as="p">{t('templates.inForce.noneShared')}</Muted>
                  ) : (
                    <Rows>
                      {scopes.map((one) => (
                        <SharedRow key={`${one.scope} ${one.scopeId}`} one={one} onShow={() => setShown(one)} />
                      ))}
                    </Rows>
                  )}
                </Panel>
              )}
              <Panel title={t('templates.inForce.cards')}>
                {documents.length === 0 ? (
                  <Muted as="p">{t('templates.inForce.noneCards')}</Muted>
                ) : (
                  <Rows>
                    {documents.map((one) => (
                      <DocumentRow key={one.controlNo} one={one} />
                    ))}
                  </Rows>
                )}
                {documentCount > documents.length && (
                  <Muted as="p">{t('templates.inForce.more', { count: documentCount - documents.length })}</Muted>
                )}
              </Panel>
            </Stack>
          )
        }
      </Answered>
      {shown && (
        <Suspense fallback={null}>
          <ScopeDialog
            scope={shown.scope as Exclude<ControlScope, 'CARD'>}
            {...(shown.scope !== 'ACCOUNT' && { scopeId: shown.scopeId })}
            name={shown.name}
            onClose={() => setShown(undefined)}
          />
        </Suspense>
      )}
    </>
  )
}

function SharedRow({ one: { scope, name, controls, standing }, onShow }: { one: Shared; onShow: () => void }) {
  const t = useText()
  const title = scope === 'ACCOUNT' ? t('templates.inForce.account') : name
  return (
    <li aria-label={title}>
      <Stack gap={2} className={css.main}>
        <Row between>
          <Row as="span">
            <strong>{title}</strong>
            <Tag>{t(`templates.inForce.scope.${scope}`)}</Tag>
          </Row>
          <Button size="s" guardMs={0} aria-label={`${t('templates.inForce.show')} ${title}`} onClick={onShow}>
            {t('templates.inForce.show')}
          </Button>
        </Row>
        {(controls.limits ?? []).map((limit, at) => (
          <div key={limit.limitId} className={css.row}>
            <b>{limitName(limit)}</b>
            {standing[at] && <Gauge limit={limit} standing={standing[at]} />}
          </div>
        ))}
        <Rest controls={controls} />
      </Stack>
    </li>
  )
}

/** What a document says beside its limits. */
function Rest({ controls: { limits, ...rest } }: Pick<Shared, 'controls'>) {
  if (limits && Object.keys(rest).length === 0) return null
  return <Lines controls={rest} />
}

function DocumentRow({ one: { controlNo, controls, cardCount, cardId, cardSeqNo, lastFour } }: { one: OfCards }) {
  const t = useText()
  const text =
    cardCount > 1
      ? t('templates.inForce.ofCards', { count: cardCount })
      : lastFour === null
        ? t('templates.inForce.pending', { serial: cardSeqNo })
        : t('templates.inForce.ofCard', { last: lastFour })
  const to =
    cardCount > 1
      ? `${paths.cardList}?controlNo=${controlNo}&scope=all`
      : `${paths.card(cardId)}?tab=controls&scope=all`
  return (
    <li>
      <Stack gap={2} className={css.main}>
        <Link to={to}>{text}</Link>
        <Lines controls={controls} />
      </Stack>
    </li>
  )
}
