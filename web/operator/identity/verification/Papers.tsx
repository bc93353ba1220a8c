import { useEffect, useState } from 'react'
import type { Output } from '#contract/core/call.ts'
import { casePaper, revealCase, type showCase } from '#contract/identity/desk/cases.ts'
import { CallForm } from '#web/parts/forms/CallForm.tsx'
import { Picture } from '#web/parts/Picture.tsx'
import { useForm } from '#web/parts/forms/useForm.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
import { Field } from '#web/ui/forms/Field.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { TextArea } from '#web/ui/forms/Input.tsx'
import { Panel } from '#web/ui/dialogs/Panel.tsx'
import { useSelf } from '#web/operator/desk.ts'
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
          <Icon name="shield" />
          <strong>{t('verification.covered')}</strong>
          <p>{t(found.papers.length ? 'verification.coveredText' : 'verification.noPapers')}</p>
          {may && (
            <Button look="primary" icon="eye" guardMs={0} onClick={() => setAsking(true)}>
              {t('verification.reveal')}
            </Button>
          )}
        </div>
      )}
      <div className={css.papers}>
        {found.papers.map(({ fileId, kindText }) => (
          <figure key={fileId}>
            {clear ? (
              <Paper orderNo={found.orderNo} fileId={fileId} kind={kindText} />
            ) : (
              <span className={css.blank} aria-hidden="true" />
            )}
            <figcaption>{kindText}</figcaption>
          </figure>
        ))}
      </div>
      {asking && (
        <RevealDialog
          found={found}
          onClose={() => setAsking(false)}
          onDone={(answer) => {
            setAsking(false)
            onClear(answer)
          }}
        />
      )}
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
  const { problem, ...reason } = form.field('reason')
  return (
    <Dialog title={t('verification.reveal')} onClose={onClose}>
      <CallForm
        form={form}
        onSubmit={() => void form.submit().then((answer) => answer && onDone(answer))}
        onCancel={onClose}
        submit={t('verification.reveal')}
      >
        <p>{t('verification.coveredText')}</p>
        <Field label={t('desk.reason')} hint={t('desk.reasonHint')} problem={problem} required>
          {(wiring) => <TextArea {...wiring} {...reason} rows={2} maxLength={200} data-autofocus />}
        </Field>
      </CallForm>
    </Dialog>
  )
}
