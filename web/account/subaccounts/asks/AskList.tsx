import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Output } from '#contract/core/call.ts'
import { askStatuses, listAsks, answerAsk, undoAnswer } from '#contract/subaccounts/subaccounts.ts'
import { ask as call } from '#web/parts/client/client.ts'
import { useCall } from '#web/parts/client/queries.ts'
import { offerUndo } from '#web/parts/offerUndo.ts'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { column, statusColumn, textColumn, timeColumn, type Column } from '#web/parts/lists/columns.tsx'
import { optionsOf, QueryList, useList } from '#web/parts/lists/QueryList.tsx'
import { Row } from '#web/ui/layout.tsx'
import { Button } from '#web/ui/forms/Button.tsx'
import { paths } from '#web/account/paths.ts'
import { TextField } from '#web/parts/forms/fields.tsx'
import { FormDialog } from '#web/parts/forms/FormDialog.tsx'
import { useForm } from '#web/parts/forms/useForm.ts'
import { RenewSubs } from '../RenewSubs.tsx'
import { useSubFilter } from '../subFilter.ts'
import { useText } from '../text.ts'
import { subsChanged } from '../changed.ts'
import { askTone, askWords } from './askTones.ts'

export type ShownAsk = Output<typeof listAsks>['data'][number]

/** The sub-accounts' requests; waiting ones first, each answerable with one click. */
export function AskList() {
  const t = useText()
  const listed = useList(listAsks, {
    filters: [
      useSubFilter(),
      { kind: 'choice', name: 'status', label: t('subaccounts.asks.status'), options: optionsOf(askStatuses) },
    ],
    everyMs: 5_000,
    live: ['account'],
  })
  const [denying, setDenying] = useState<ShownAsk>()
  const [renewing, setRenewing] = useState<ShownAsk>()
  const columns = useMemo<readonly Column<ShownAsk>[]>(() => {
    const word = (key: 'who' | 'what' | 'note' | 'time' | 'status' | 'answer') => () =>
      t(`subaccounts.asks.column.${key}`)
    return [
      textColumn('subNickname', word('who'), { key: 'who', phone: 'head' }),
      column('what', word('what'), (ask) => <strong>{askWords(ask)}</strong>),
      textColumn('note', word('note')),
      timeColumn('createTime', word('time'), { key: 'time' }),
      statusColumn('status', word('status'), askTone, { phone: 'head' }),
      column('answer', word('answer'), (ask) =>
        ask.status === 'OPEN' ? (
          <AnswerAsk ask={ask} onDeny={() => setDenying(ask)} onRenew={() => setRenewing(ask)} />
        ) : (
          ask.answer || '–'
        ),
      ),
    ]
  }, [t])
  return (
    <PageFrame>
      <QueryList
        label={t('subaccounts.asks.list')}
        of={listed}
        columns={columns}
        rowKey={(ask) => ask.askId}
        live
        empty={{ icon: 'people', title: t('subaccounts.asks.none'), text: t('subaccounts.asks.noneText') }}
      />
      {denying && <DenyAsk ask={denying} onClose={() => setDenying(undefined)} />}
      {renewing && (
        <RenewSubs
          subs={[{ subUid: renewing.subUid, nickname: renewing.subNickname }]}
          onClose={() => setRenewing(undefined)}
        />
      )}
    </PageFrame>
  )
}

/** Approving takes one click. Renewals cost money and top-ups come from outside, so these link to their pages. */
function AnswerAsk({ ask, onDeny, onRenew }: { ask: ShownAsk; onDeny: () => void; onRenew: () => void }) {
  const t = useText()
  const navigate = useNavigate()
  const answer = useCall(answerAsk, {
    onDone: () => {
      subsChanged()
      offerUndoAnswer(t('subaccounts.asks.granted'), ask.askId)
    },
  })
  return (
    <Row as="span" onClick={(event) => event.stopPropagation()}>
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
    </Row>
  )
}

const offerUndoAnswer = (text: string, askId: string): void =>
  offerUndo(text, () => call(undoAnswer, { askId }), subsChanged)

/** Rejects a request with a comment. */
function DenyAsk({ ask, onClose }: { ask: ShownAsk; onClose: () => void }) {
  const t = useText()
  const form = useForm(answerAsk, { initial: { askId: ask.askId, grant: false, words: '' } })
  return (
    <FormDialog
      form={form}
      title={t('subaccounts.asks.denyTitle')}
      submit={t('subaccounts.asks.deny')}
      onDone={() => {
        subsChanged()
        offerUndoAnswer(t('subaccounts.asks.denied'), ask.askId)
      }}
      onClose={onClose}
    >
      <p>
        {ask.subNickname} · {askWords(ask)}
      </p>
      <TextField
        form={form}
        name="words"
        label={t('subaccounts.asks.words')}
        hint={t('subaccounts.asks.wordsHint')}
        autoFocus
      />
    </FormDialog>
  )
}
