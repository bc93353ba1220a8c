import { useState } from 'react'
import { cardLog, listCards, listCardsOfSubs, showCard } from '#contract/cards/cards.ts'
import { changeRemark } from '#contract/cards/remark.ts'
import { refresh } from '#web/parts/client/queries.ts'
import { useMay } from '#web/parts/client/useMay.ts'
import { FormError } from '#web/parts/forms/CallForm.tsx'
import { useForm } from '#web/parts/forms/useForm.ts'
import { useText as useCommon } from '#web/text.ts'
import { Panel } from '#web/ui/dialogs/Panel.tsx'
import { toast } from '#web/ui/dialogs/toast.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Input } from '#web/ui/forms/Input.tsx'
import { Muted, Row, Stack } from '#web/ui/layout.tsx'
import type { ShownCard } from '../cardChanged.ts'
import { useText } from './text.ts'
import css from './CardDetails.module.css'

const LONGEST = 50

/** The remark of the card, changed where it stands. */
export function CardRemark({ card: { cardId, remark } }: Pick<ShownCard, 'card'>) {
  const t = useText()
  const may = useMay(changeRemark)
  const [editing, setEditing] = useState(false)
  return (
    <Panel
      title={t('cardPage.remark')}
      extra={
        may.shown &&
        !editing && (
          <Button size="s" guardMs={0} disabled={may.reason} onClick={() => setEditing(true)}>
            {t('cardPage.editRemark')}
          </Button>
        )
      }
    >
      {editing ? (
        <RemarkForm cardId={cardId} remark={remark} onEnd={() => setEditing(false)} />
      ) : remark ? (
        <p className={css.remark}>{remark}</p>
      ) : (
        <Muted as="p">{t('cardPage.noRemark')}</Muted>
      )}
    </Panel>
  )
}

function RemarkForm({ cardId, remark, onEnd }: { cardId: string; remark: string; onEnd: () => void }) {
  const t = useText()
  const common = useCommon()
  const form = useForm(changeRemark, { initial: { cardId, remark } })
  async function save() {
    if ((await form.submit()) === undefined) return
    refresh(showCard, listCards, listCardsOfSubs, cardLog)
    toast.ok(t('cardPage.remarkSaved'))
    onEnd()
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (!form.loading) void save()
      }}
    >
      <Stack gap={3}>
        <Input
          value={form.text('remark')}
          onChange={(text) => form.set({ remark: text })}
          maxLength={LONGEST}
          aria-label={t('cardPage.remark')}
          autoComplete="off"
          autoFocus
          onKeyDown={(event) => event.key === 'Escape' && onEnd()}
        />
        <FormError text={form.problemOf('remark') ?? form.submitError} />
        <Row>
          <Button type="submit" look="primary" size="s" loading={form.loading}>
            {t('cardPage.saveRemark')}
          </Button>
          <Button size="s" guardMs={0} onClick={onEnd}>
            {common('ui.cancel')}
          </Button>
        </Row>
      </Stack>
    </form>
  )
}
