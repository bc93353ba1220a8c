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
import { useSay } from '#web/operator/say.ts'
import css from './Identity.module.css'
import { serverNow } from '#web/parts/client/serverClock.ts'

type Case = Output<typeof showCase>
type Clear = Output<typeof revealCase>

/** The pictures: covered until one has said why, marked with who looks, and covered again when the time is over. */
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
  const { t } = useSay()
  const [asking, setAsking] = useState(false)
  useEffect(() => {
    if (!clear) return
    const timer = setTimeout(() => onClear(undefined), Math.max(0, clear.untilTime - serverNow()))
    return () => clearTimeout(timer)
  }, [clear, onClear])
  return (
    <Panel
      title={`${t('identityDesk.papers')} (${found.papers.length})`}
      extra={
        clear && (
          <Button size="s" look="quiet" guardMs={0} onClick={() => onClear(undefined)}>
            {t('identityDesk.cover')}
          </Button>
        )
      }
    >
      {!clear && (
        <div className={css.covered}>
          <Icon name="shield" />
          <strong>{t('identityDesk.covered')}</strong>
          <p>{t(found.papers.length ? 'identityDesk.coveredText' : 'identityDesk.noPapers')}</p>
          {may && (
            <Button look="primary" icon="eye" guardMs={0} onClick={() => setAsking(true)}>
              {t('identityDesk.reveal')}
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

/** A picture that is photographed off the screen says who was looking. */
function Paper({ orderNo, fileId, kind }: { orderNo: string; fileId: string; kind: string }) {
  const { t } = useSay()
  const self = useSelf()
  return (
    <Picture
      call={casePaper}
      wish={{ orderNo, fileId }}
      name={kind}
      larger={t('identityDesk.larger', { kind })}
      failed={t('identityDesk.paperFailed')}
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
  const { t } = useSay()
  const form = useForm(revealCase, {
    initial: {
      orderNo: found.orderNo,
      reason: t(found.approvalId ? 'identityDesk.look.second' : 'identityDesk.look.review'),
    },
  })
  const { problem, ...reason } = form.field('reason')
  return (
    <Dialog title={t('identityDesk.reveal')} onClose={onClose}>
      <CallForm
        loading={form.loading}
        submitError={form.submitError}
        onSubmit={() => void form.submit().then((answer) => answer && onDone(answer))}
        onCancel={onClose}
        submit={t('identityDesk.reveal')}
      >
        <p>{t('identityDesk.coveredText')}</p>
        <Field label={t('desk.reason')} hint={t('desk.reasonHint')} problem={problem} required>
          {(wiring) => <TextArea {...wiring} {...reason} rows={2} maxLength={200} data-autofocus />}
        </Field>
      </CallForm>
    </Dialog>
  )
}
