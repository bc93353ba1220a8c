import { useEffect, useState } from 'react'
import type { Output } from '#contract/core/call.ts'
import { casePaper, revealCase, type showCase } from '#contract/identity/desk/cases.ts'
import { FormDialog } from '#web/parts/forms/FormDialog.tsx'
import { Picture } from '#web/parts/Picture.tsx'
import { useForm } from '#web/parts/forms/useForm.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Grid, Muted } from '#web/ui/layout.tsx'
import { Panel } from '#web/ui/dialogs/Panel.tsx'
import { useSelf } from '#web/operator/desk.ts'
import { ReasonField } from '#web/operator/parts/ReasonDialog.tsx'
import css from './Identity.module.css'
import { serverNow } from '#web/parts/client/serverClock.ts'
import { useText } from '../text.ts'

type Case = Output<typeof showCase>
type Clear = Output<typeof revealCase>

/** The pictures: hidden until a reason is stated, watermarked with the viewer, and hidden again when the time is over. */
export function Papers({
  found,
  clear,
  onClear,
  may,
}: {
  found: Case
  clear: Clear | undefined
  onClear: (clear: Clear | undefined) => void
  may: boolean
}) {
  const t = useText()
  const [asking, setAsking] = useState(false)
  useEffect(() => {
    if (!clear) return
    const timer = setTimeout(() => onClear(undefined), Math.max(0, clear.untilTime - serverNow()))
    return () => clearTimeout(timer)
  }, [clear, onClear])
  return (
    <Panel
      title={`${t('verification.papers')} (${found.papers.length})`}
      extra={
        clear && (
          <Button size="s" look="quiet" guardMs={0} onClick={() => onClear(undefined)}>
            {t('verification.cover')}
          </Button>
        )
      }
    >
      {!clear && (
        <div className={css.covered}>
          <Icon name="shield" size={28} />
          <strong>{t('verification.covered')}</strong>
          <p>{t(found.papers.length ? 'verification.coveredText' : 'verification.noPapers')}</p>
          {may && (
            <Button look="primary" icon="eye" guardMs={0} onClick={() => setAsking(true)}>
              {t('verification.reveal')}
            </Button>
          )}
        </div>
      )}
      <Grid min={220}>
        {found.papers.map(({ fileId, kindText }) => (
          <figure key={fileId}>
            {clear ? (
              <Paper orderNo={found.orderNo} fileId={fileId} kind={kindText} />
            ) : (
              <span className={css.blank} aria-hidden="true" />
            )}
            <figcaption>
              <Muted>{kindText}</Muted>
            </figcaption>
          </figure>
        ))}
      </Grid>
      {asking && <RevealDialog found={found} onClose={() => setAsking(false)} onDone={onClear} />}
    </Panel>
  )
}

/** A photo taken of the screen shows who was viewing. */
function Paper({ orderNo, fileId, kind }: { orderNo: string; fileId: string; kind: string }) {
  const t = useText()
  const self = useSelf()
  return (
    <Picture
      call={casePaper}
      input={{ orderNo, fileId }}
      name={kind}
      larger={t('verification.larger', { kind })}
      failed={t('verification.paperFailed')}
      height={260}
      around={(picture) => (
        <span className={css.marked} data-mark={Array(24).fill(self?.loginName).join('   ')}>
          {picture}
        </span>
      )}
    />
  )
}

function RevealDialog({
  found,
  onClose,
  onDone,
}: {
  found: Case
  onClose: () => void
  onDone: (clear: Clear) => void
}) {
  const t = useText()
  const form = useForm(revealCase, {
    initial: {
      orderNo: found.orderNo,
      reason: t(found.approvalId ? 'verification.look.second' : 'verification.look.review'),
    },
  })
  return (
    <FormDialog
      form={form}
      title={t('verification.reveal')}
      submit={t('verification.reveal')}
      onDone={onDone}
      onClose={onClose}
    >
      <p>{t('verification.coveredText')}</p>
      <ReasonField form={form} autoFocus />
    </FormDialog>
  )
}
