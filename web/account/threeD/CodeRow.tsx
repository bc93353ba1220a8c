import { Link } from 'react-router'
import { show } from '#contract/core/money.ts'
import type { PooledCode } from '#contract/threeD/threeD.ts'
import { showClock } from '#web/parts/dates.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { paths } from '../paths.ts'
import { CodeEnd } from './CodeEnd.tsx'
import { isOpen, spaced } from './codeState.ts'
import { copyCode } from './copyCode.ts'
import { useText } from './text.ts'
import css from './ThreeD.module.css'

export function CodeRow({ code, now, next }: { code: PooledCode; now: number; next: boolean }) {
  const t = useText()
  const open = isOpen(code, now)
  return (
    <li
      className={css.row}
      data-open={open}
      data-next={next}
      data-code={code.code}
      tabIndex={0}
      aria-label={t('threeD.codeOf', { merchant: code.merchantName, lastFour: code.lastFour })}
    >
      <span className={css.code}>{spaced(code.code)}</span>
      <span className={css.what}>
        <b>{code.merchantName}</b>
        <small>
          <Link to={paths.card(code.cardId)}>···· {code.lastFour}</Link> · {code.cardSeqNo}
        </small>
      </span>
      <span className={css.money}>
        <b>{show(code.amount, code.unit)}</b>
        <small>{showClock(code.createTime)}</small>
      </span>
      <span className={css.end}>
        <CodeEnd code={code} />
      </span>
      <Button
        icon="copy"
        size="s"
        look={next ? 'primary' : 'plain'}
        guardMs={0}
        disabled={open ? undefined : t('threeD.over')}
        aria-label={t('threeD.copyOf', { merchant: code.merchantName, lastFour: code.lastFour })}
        onClick={() => copyCode(code.code)}
      >
        {t('threeD.copy')}
      </Button>
    </li>
  )
}
