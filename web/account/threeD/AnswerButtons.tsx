import { answerThreeD, cardThreeD, threeDAnswers, threeDPool, type ThreeDCode } from '#contract/threeD/threeD.ts'
import { useCall } from '#web/parts/client/queries.ts'
import { langNow } from '#web/text.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Row } from '#web/ui/layout.tsx'
import { StatusTag } from '#web/ui/tags/Tag.tsx'
import { useText } from './text.ts'

/** Confirms or rejects a payment that has no code; then says which, until the issuer tells how it ended. */
export function AnswerButtons({ payment, open, lead }: { payment: ThreeDCode; open: boolean; lead: boolean }) {
  const t = useText()
  const answer = useCall(answerThreeD, { refreshes: [threeDPool, cardThreeD] })
  if (payment.answer !== null) {
    const { [langNow()]: text } = threeDAnswers[payment.answer]
    return <StatusTag tone={payment.answer === 'APPROVE' ? 'ok' : 'quiet'} text={text} />
  }
  const asked = answer.isPending ? answer.variables.answer : undefined
  const over = open ? undefined : t('threeD.tooLate')
  return (
    <Row as="span" gap={2} role="group" aria-label={t('threeD.answerOf', { merchant: payment.merchantName })}>
      <Button
        size="s"
        look={lead ? 'primary' : 'plain'}
        disabled={over ?? asked === 'DECLINE'}
        loading={asked === 'APPROVE'}
        onClick={() => answer.mutate({ id: payment.id, answer: 'APPROVE' })}
      >
        {t('threeD.confirm')}
      </Button>
      <Button
        size="s"
        disabled={over ?? asked === 'APPROVE'}
        loading={asked === 'DECLINE'}
        onClick={() => answer.mutate({ id: payment.id, answer: 'DECLINE' })}
      >
        {t('threeD.reject')}
      </Button>
    </Row>
  )
}
