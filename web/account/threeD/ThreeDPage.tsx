import { useRef, useEffect, useEffectEvent, type RefObject } from 'react'
import { Link } from 'react-router'
import { threeDPool, type PooledCode } from '#contract/threeD/threeD.ts'
import { show } from '#contract/core/money.ts'
import { FilterPanel, namesOf, type Filter } from '#web/parts/lists/FilterPanel.tsx'
import { LoadFailed } from '#web/parts/LoadFailed.tsx'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { useAsk } from '#web/parts/client/queries.ts'
import { useListState } from '#web/parts/lists/useListState.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { Bar, Muted, Row, Stack, TwoLines } from '#web/ui/layout.tsx'
import { Panel } from '#web/ui/dialogs/Panel.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { showClock } from '#web/parts/dates.ts'
import { paths } from '../paths.ts'
import { isOpen, spaced } from './codeState.ts'
import { copyCode, isShortcut } from './copyCode.ts'
import { say, useText } from './text.ts'
import { AnswerButtons } from './AnswerButtons.tsx'
import { CodeEnd } from './CodeEnd.tsx'
import { POOL_EVERY_MS, poolInput } from './useOpenCodes.ts'
import css from './ThreeD.module.css'

const filters = (): Filter[] => [
  { kind: 'text', name: 'lastFour', label: say('threeD.lastFour'), inputMode: 'numeric' },
  { kind: 'text', name: 'merchant', label: say('threeD.merchant') },
]
const names = ['lastFour', 'merchant']
/** Codes of the last hour, live: one key copies the newest open one. */
export default function ThreeDPage() {
  const t = useText()
  const list = useListState(names)
  const query = useAsk(threeDPool, { ...list.filters, ...poolInput }, { everyMs: POOL_EVERY_MS, live: ['trades'] })
  const rows = useRef<HTMLOListElement>(null)
  const codes = query.data?.list ?? []
  const now = query.data?.serverTime ?? 0
  // Corrects for the difference between the two clocks: a countdown follows the server's.
  const next = codes.find((code) => isOpen(code, now))
  useCopyKey(rows, codes.find((code) => isOpen(code, now) && code.code !== null)?.code ?? undefined)
  const filtered = namesOf(filters()).some((name) => list.filters[name])

  return (
    <PageFrame>
      <FilterPanel filters={filters()} list={list} />
      <Panel
        flush
        title={t('threeD.list')}
        extra={
          <Row as="span">
            <i className={css.live} data-off={query.isError} />
            <Muted>{query.isError ? t('threeD.away') : t('threeD.live')}</Muted>
            <span className={css.keys}>
              <kbd>C</kbd> {t('threeD.keyCopy')} <kbd>↑</kbd> <kbd>↓</kbd> {t('threeD.keyMove')}
            </span>
          </Row>
        }
      >
        <p className="said" role="status">
          {next
            ? t(next.code === null ? 'threeD.toConfirm' : 'threeD.newest', {
                merchant: next.merchantName,
                lastFour: next.lastFour,
              })
            : ''}
        </p>
        {query.isPending && (
          <Stack className={css.wait}>
            <Skeleton height={64} radius={10} />
            <Skeleton height={64} radius={10} />
          </Stack>
        )}
        {query.isError && !query.data && <LoadFailed query={query} />}
        {query.data && codes.length === 0 && (
          <Empty
            icon="shield"
            title={filtered ? t('threeD.noneFound') : t('threeD.none')}
            text={filtered ? t('threeD.noneFoundText') : t('threeD.noneText')}
          />
        )}
        {codes.length > 0 && (
          <ol ref={rows} aria-label={t('threeD.list')}>
            {codes.map((code) => (
              <CodeRow key={code.id} code={code} now={now} next={code.id === next?.id} />
            ))}
          </ol>
        )}
        {codes.length > 0 && (
          <Bar edge="top" className={css.foot}>
            <Muted as="p">{t('threeD.foot')}</Muted>
          </Bar>
        )}
        {(query.data?.total ?? 0) > codes.length && (
          <Bar edge="top" className={css.foot}>
            <Muted as="p">{t('threeD.more', { count: (query.data?.total ?? 0) - codes.length })}</Muted>
          </Bar>
        )}
      </Panel>
    </PageFrame>
  )
}

/** C copies the focused code, or the newest open one; arrows move through the list. Does not interfere with typing or the browser's own Ctrl-C. */
function useCopyKey(list: RefObject<HTMLElement | null>, newest: string | undefined): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isShortcut(event)) return
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-code]') ?? [])]
    const at = rows.findIndex((row) => row.contains(document.activeElement))
    if (event.key === 'c' || event.key === 'C') {
      const focused = rows[at]
      const code = focused?.dataset['open'] === 'true' ? focused.dataset['code'] : focused ? undefined : newest
      if (code) copyCode(code)
    } else if (rows.length && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      event.preventDefault()
      const to = at + (event.key === 'ArrowDown' ? 1 : -1)
      rows[Math.max(0, Math.min(rows.length - 1, to))]!.focus()
    }
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

function CodeRow({ code, now, next }: { code: PooledCode; now: number; next: boolean }) {
  const t = useText()
  const open = isOpen(code, now)
  return (
    <li
      className={css.row}
      data-open={open}
      data-next={next}
      data-code={code.code ?? ''}
      tabIndex={0}
      aria-label={t('threeD.codeOf', { merchant: code.merchantName, lastFour: code.lastFour })}
    >
      {code.code === null ? (
        <b className={css.noCode}>{t('threeD.noCode')}</b>
      ) : (
        <span className={css.code}>{spaced(code.code)}</span>
      )}
      <TwoLines
        below={
          <>
            <Link to={paths.card(code.cardId)}>···· {code.lastFour}</Link> · {code.cardSeqNo}
          </>
        }
      >
        <b>{code.merchantName}</b>
      </TwoLines>
      <TwoLines end below={showClock(code.createTime)}>
        <b>{show(code.amount, code.unit)}</b>
      </TwoLines>
      <span className={css.end}>
        <CodeEnd code={code} />
      </span>
      {code.code === null ? (
        <AnswerButtons payment={code} open={open} lead={next} />
      ) : (
        <CopyCode text={code.code} code={code} open={open} next={next} />
      )}
    </li>
  )
}

type Copied = { text: string; code: PooledCode; open: boolean; next: boolean }

function CopyCode({ text, code, open, next }: Copied) {
  const t = useText()
  return (
    <Button
      icon="copy"
      size="s"
      look={next ? 'primary' : 'plain'}
      guardMs={0}
      disabled={open ? undefined : t('threeD.over')}
      aria-label={t('threeD.copyOf', { merchant: code.merchantName, lastFour: code.lastFour })}
      onClick={() => copyCode(text)}
    >
      {t('threeD.copy')}
    </Button>
  )
}
