import { show } from '#contract/core/money.ts'
import { cardThreeD } from '#contract/threeD/threeD.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { useMay } from '#web/parts/client/useMay.ts'
import { CopyButton } from '#web/ui/forms/CopyButton.tsx'
import { Row, TwoLines } from '#web/ui/layout.tsx'
import { AnswerButtons } from './AnswerButtons.tsx'
import { CodeEnd } from './CodeEnd.tsx'
import { isOpen, spaced } from './codeState.ts'
import { useText } from './text.ts'
import css from './ThreeD.module.css'

/** The latest 3-D code of one card, if there is one. */
export function CardCodes({ cardId }: { cardId: string }) {
  const may = useMay(cardThreeD)
  const query = useAsk(
    cardThreeD,
    { cardId },
    { quiet: true, everyMs: 5_000, live: ['trades'], ofCard: cardId, enabled: may.shown },
  )
  const t = useText()
  const [code] = query.data?.list ?? []
  if (!code) return null
  return (
    <Row as="section" gap={3} className={css.ofCard} aria-label={t('threeD.latest')}>
      <TwoLines below={`${code.merchantName} · ${show(code.amount, code.unit)}`}>
        <b>{t(code.code === null ? 'threeD.latestToConfirm' : 'threeD.latest')}</b>
      </TwoLines>
      {code.code === null ? (
        <AnswerButtons payment={code} open={isOpen(code, query.data?.serverTime ?? 0)} lead />
      ) : (
        <>
          <span className={css.code}>{spaced(code.code)}</span>
          <CopyButton text={code.code} what={t('threeD.latest')} />
        </>
      )}
      <CodeEnd code={code} />
    </Row>
  )
}
