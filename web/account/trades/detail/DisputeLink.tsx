import { useNavigate } from 'react-router'
import { show } from '#contract/core/money.ts'
import { saveDispute } from '#contract/disputes/disputes.ts'
import { useMay } from '#web/parts/client/useMay.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { paths } from '#web/account/paths.ts'
import { useReachable } from '#web/account/useReachable.ts'
import type { Trade } from '../tradeTones.ts'
import { useText } from '../text.ts'

/** What may be disputed is a settled purchase; whether it may be now, the form says. */
const isPurchase = ({ type, status }: Trade): boolean =>
  (type === 'PURCHASE' || type === 'FORCED') && status !== 'REVERSED' && status !== 'REFUNDED'

/** The way from a settled purchase to its dispute. */
export function DisputeLink({ trade }: { trade: Trade }) {
  const t = useText()
  const navigate = useNavigate()
  const may = useMay(saveDispute)
  const reachable = useReachable()
  if (!may.shown || !reachable(paths.cardDisputes) || !isPurchase(trade)) return null
  const isOpen = trade.status === 'DISPUTED'
  return (
    <Button
      icon="shield"
      disabled={isOpen ? undefined : may.reason}
      onClick={() => void navigate(isOpen ? paths.disputesOf(trade.tradeId) : paths.disputeNew(trade.tradeId))}
    >
      {isOpen ? t('trades.one.disputes') : t('trades.one.dispute', { amount: show(-trade.amount, trade.unit) })}
    </Button>
  )
}
