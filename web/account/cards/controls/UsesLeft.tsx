import { showControls } from '#contract/controls/controls.ts'
import { allowUses } from '#contract/controls/uses.ts'
import { refresh, useCall } from '#web/parts/client/queries.ts'
import { useMay } from '#web/parts/client/useMay.ts'
import { toast } from '#web/ui/dialogs/toast.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Row } from '#web/ui/layout.tsx'
import { StatusTag } from '#web/ui/tags/Tag.tsx'
import { cardChanged } from '../cardChanged.ts'
import { useText } from './form/text.ts'

/** How many more purchases a card takes, and one more. */
export function UsesLeft({ cardId, left, off }: { cardId: string; left: number; off: string | undefined }) {
  const t = useText()
  const may = useMay(allowUses)
  const allow = useCall(allowUses, {
    onDone: () => {
      toast.ok(t('controls.uses.allowed'))
      refresh(showControls)
      cardChanged()
    },
  })
  return (
    <Row between>
      <StatusTag
        tone={left > 0 ? 'ok' : 'bad'}
        text={left > 0 ? t('controls.uses.left', { count: left }) : t('controls.uses.none')}
      />
      {may.shown && (
        <Button
          icon="plus"
          disabled={may.reason ?? off}
          loading={allow.isPending}
          onClick={() => allow.mutate({ cardId, add: 1 })}
        >
          {t('controls.uses.more')}
        </Button>
      )}
    </Row>
  )
}
