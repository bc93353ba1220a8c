import { useNavigate } from 'react-router'
import { answerAsk } from '#contract/subaccounts/subaccounts.ts'
import { useCall } from '#web/parts/client/queries.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { toast } from '#web/ui/dialogs/toast.ts'
import { paths } from '#web/account/paths.ts'
import type { ShownAsk } from './AskList.tsx'
import { subsChanged } from '../changed.ts'
import { useText } from '../text.ts'
import css from '../Subaccounts.module.css'

/** A yes is one click. A renewal is paid for, and money comes from outside: these lead there. */
export function AnswerAsk({ ask, onDeny, onRenew }: { ask: ShownAsk; onDeny: () => void; onRenew: () => void }) {
  const t = useText()
  const navigate = useNavigate()
  const answer = useCall(answerAsk, {
    onDone: () => {
      subsChanged()
      toast.ok(t('subaccounts.asks.granted'))
    },
  })
  return (
    <span className={css.answers} onClick={(event) => event.stopPropagation()}>
      {ask.kind === 'FUNDS' && (
        <Button size="s" onClick={() => void navigate(paths.rechargeIndex)}>
          {t('subaccounts.asks.topUp')}
        </Button>
      )}
      {ask.kind === 'RENEW' ? (
        <Button size="s" look="primary" guardMs={0} onClick={onRenew}>
          {t('subaccounts.asks.renew')}
        </Button>
      ) : (
        <Button
          size="s"
          look="primary"
          loading={answer.isPending}
          onClick={() => answer.mutate({ askId: ask.askId, grant: true })}
        >
          {t(ask.kind === 'FUNDS' ? 'subaccounts.asks.fundsDone' : 'subaccounts.asks.grant')}
        </Button>
      )}
      <Button size="s" guardMs={0} onClick={onDeny}>
        {t('subaccounts.asks.deny')}
      </Button>
    </span>
  )
}
