import { useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { accountFunds } from '#contract/accounts/funds.ts'
import type { showAccount } from '#contract/accounts/accounts.ts'
import type { Output } from '#contract/core/call.ts'
import { show } from '#contract/core/money.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { showDay, showTime } from '#web/parts/dates.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Facts, Grid, Muted, Row, Stack } from '#web/ui/layout.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Note } from '#web/ui/Notes.tsx'
import { Panel, Stat } from '#web/ui/dialogs/Panel.tsx'
import { useHolds } from '../desk.ts'
import { ToApproval } from '../parts/Case.tsx'
import { paths } from '../paths.ts'
import { ForfeitDialog, FreezeDialog, PartsOf, ReleaseDialog, WriteOffDialog, type Asking } from './FundsDialogs.tsx'
import { useText } from './text.ts'
import css from './Accounts.module.css'

type Funds = Output<typeof accountFunds>
const dialogs = { freeze: FreezeDialog, release: ReleaseDialog, forfeit: ForfeitDialog, writeOff: WriteOffDialog }
type Act = keyof typeof dialogs

/** Frozen funds and written-off debts of an account: what other people have to agree to, what is frozen, and what was decided. */
export function Funds({ account: { accountId, status } }: { account: Output<typeof showAccount> }) {
  const t = useText()
  const [risk, money] = [useHolds('staff:risk.make'), useHolds('staff:money.make')]
  const [act, setAct] = useState<Act>()
  const funds = useAsk(accountFunds, { accountId }, { quiet: true, everyMs: 15_000 }).data
  if (!funds) return null
  const { freeze, approvals } = funds
  const may = {
    freeze: risk && !freeze && status !== 'DEACTIVATED' && !approvals.freeze,
    release: risk && freeze !== null && !approvals.release,
    forfeit: risk && freeze?.mayForfeit === 1 && !approvals.forfeit,
    writeOff: money && funds.mayWriteOff > 0 && !approvals.writeOff,
  } satisfies Record<Act, boolean>
  const acts = Object.keys(may) as Act[]
  const Dialog: ((asking: Asking) => ReactNode) | undefined = act && dialogs[act]
  return (
    <Panel
      title={t('funds.title')}
      extra={
        <Row>
          {acts
            .filter((one) => may[one])
            .map((one) => (
              <Button
                key={one}
                size="s"
                look={one === 'freeze' || one === 'forfeit' ? 'danger' : 'plain'}
                guardMs={0}
                onClick={() => setAct(one)}
              >
                {t(`funds.${one}`)}
              </Button>
            ))}
        </Row>
      }
    >
      <Stack gap={4}>
        {acts.map((one) => {
          const approvalId = approvals[one]
          return (
            approvalId && (
              <ToApproval key={one} approvalId={approvalId}>
                {t(`funds.waits.${one}`)}
              </ToApproval>
            )
          )
        })}
        {freeze ? <FreezeShown freeze={freeze} held={funds.held} /> : <Muted as="p">{t('funds.none')}</Muted>}
        <History funds={funds} />
      </Stack>
      {Dialog && <Dialog accountId={accountId} funds={funds} onClose={() => setAct(undefined)} />}
    </Panel>
  )
}

function FreezeShown({ freeze, held }: { freeze: NonNullable<Funds['freeze']>; held: number }) {
  const t = useText()
  return (
    <>
      <Note tone="bad" role="status">
        <strong>{t('funds.froze')}</strong> {freeze.legalRef} · {freeze.reason} ·{' '}
        {t('moves.by', { maker: freeze.maker, checker: freeze.checker, time: showTime(freeze.time) })}
        {freeze.deactivated === 1 && ` · ${t('funds.deactivated')}`}
      </Note>
      <Grid min={160}>
        <Stat label={t('funds.now')} value={<Money cents={freeze.amount} />} />
        <Stat
          label={t('funds.settled')}
          value={freeze.settleTime === null ? t('funds.notSettled') : showDay(freeze.settleTime)}
        />
        <Stat label={t('funds.forfeitFrom')} value={showDay(freeze.forfeitTime)} />
      </Grid>
      <Stack gap={2}>
        <Muted as="p">{t('funds.took')}</Muted>
        <PartsOf parts={freeze.parts} held={held} />
      </Stack>
    </>
  )
}

type Past = { reason: string; maker: string; checker: string; time: number; approvalId: string }

function History({ funds: { decisions, freezes, writeOffs } }: { funds: Funds }) {
  const t = useText()
  const reads = {
    funds: useHolds('staff:risk.make', 'staff:account.check', 'staff:audit.view'),
    debts: useHolds('staff:money.make', 'staff:money.check', 'staff:audit.view'),
  }
  const line = (what: ReactNode, note: string | null, one: Past, may: boolean) => ({ what, note, one, may })
  const lines = [
    ...decisions.map((one) =>
      line(
        <>
          {one.kindText} <Money cents={one.amount} />
          {one.debt > 0 && <Muted> {t('funds.debtPart', { amount: show(one.debt) })}</Muted>}
        </>,
        one.legalNote,
        one,
        reads.funds,
      ),
    ),
    ...freezes.map((one) => line(t('funds.froze'), one.legalRef, one, reads.funds)),
    ...writeOffs.map((one) =>
      line(
        <>
          {t('funds.wroteOff')} <Money cents={one.amount} />
        </>,
        null,
        one,
        reads.debts,
      ),
    ),
  ].toSorted((a, b) => b.one.time - a.one.time)
  if (lines.length === 0) return null
  return (
    <details>
      <summary className={css.summary}>{t('funds.history', { count: lines.length })}</summary>
      <Facts
        facts={lines.map(({ what, note, one, may }) => [
          what,
          <>
            {one.reason} {note && `· ${note} `}
            <Muted>
              {t('moves.by', { maker: one.maker, checker: one.checker, time: showTime(one.time) })}{' '}
              {may && <Link to={paths.approval(one.approvalId)}>{t('moves.seeApproval')}</Link>}
            </Muted>
          </>,
        ])}
      />
    </details>
  )
}
