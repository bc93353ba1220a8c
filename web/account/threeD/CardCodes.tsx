import { show } from '#contract/core/money.ts'
import { cardThreeD } from '#contract/threeD/threeD.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { useMay } from '#web/parts/client/useMay.ts'
import { CopyButton } from '#web/ui/forms/CopyButton.tsx'
import { CodeEnd } from './CodeEnd.tsx'
import { spaced } from './codeState.ts'
import { useText } from './text.ts'
import css from './ThreeD.module.css'

/** The latest 3-D code of one card, if there is one. */
export function CardCodes({ cardId }: { cardId: string }) {
  const may = useMay(cardThreeD)
  const query = useAsk(cardThreeD, { cardId }, { quiet: true, everyMs: 5_000, enabled: may.shown })
  const t = useText()
  const [code] = query.data?.list ?? []
  if (!code) return null
  return (
    <section className={css.ofCard} aria-label={t('threeD.latest')}>
      <span className={css.what}>
        <b>{t('threeD.latest')}</b>
        <small>
          {code.merchantName} · {show(code.amount, code.unit)}
        </small>
      </span>
      <span className={css.code}>{spaced(code.code)}</span>
      <CopyButton text={code.code} what={t('threeD.latest')} />
      <CodeEnd code={code} />
    </section>
  )
}
