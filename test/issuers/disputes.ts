/** Disputes in tests: made by cardholders as the server would be asked, filed by staff, decided by the simulated network. */
import sharp from 'sharp'
import * as contract from '#contract/disputes/disputes.ts'
import type { Input } from '#contract/core/call.ts'
import type { Actor, Staff } from '#server/core/actor.ts'
import { nowMs, setClock } from '#server/core/clock.ts'
import { db, sql, transaction } from '#server/core/db.ts'
import { answers, deskAnswers, module } from '#server/disputes/module.ts'
import type { DisputeView, IssuerDisputes, NewDispute } from '#server/outside/outside.ts'
import { applyEvents } from '#server/trades/events/apply.ts'
import { runJobs } from '../runJobs.ts'
import { newAccount, type Person } from '../world.ts'
import { moneyOn, walletOf, withIssuerThat } from '../fixtures/cards.ts'
import { newStaff } from '../fixtures/staff.ts'
import { cardInHand, event, newRef, tells, tradesOf, type Plastic } from '../fixtures/trades.ts'

/** A purchase that was settled without an authorization. Nothing of it happened at the issuer. */
export async function settles(card: Pick<Plastic, 'cardRef'>, amount: number, change = {}): Promise<string> {
  const clearingRef = newRef()
  await tells(event('clearing.posted', card, amount, { clearingRef, ...change }))
  const { rows } = await sql<{
    id: string
  }>`SELECT trade_id AS id FROM trade WHERE clearing_ref = ${clearingRef}`.execute(db)
  return rows[0]!.id
}

export const aPicture = (): Promise<Buffer> =>
  sharp({ create: { width: 40, height: 25, channels: 3, background: '#7c2d12' } })
    .png()
    .toBuffer()
export const uploadsEvidence = async (who: Actor, name = 'receipt.png'): Promise<string> => {
  const bytes = await aPicture()
  return (await answers.uploadEvidence(who, { file: { name, size: bytes.length, sha256: 'x', bytes } })).fileId
}

type Said = Partial<Input<typeof contract.saveDispute>>
export const drafts = async (who: Actor, tradeId: string, change: Said = {}): Promise<string> => {
  const said = { reason: 'FRAUD', amount: 20_00, note: 'I have never heard of this shop.', files: [], ...change }
  const input = contract.saveDispute.input.parse({ tradeId, ...said })
  return (await transaction((tx) => answers.saveDispute(who, input, tx))).disputeId
}
export const submits = (who: Actor, disputeId: string, expectFee: number = contract.DISPUTE_FEE_CENTS) =>
  transaction((tx) => answers.submitDispute(who, { disputeId, expectFee }, tx))
export const cancels = (who: Actor, disputeId: string) =>
  transaction((tx) => answers.cancelDispute(who, { disputeId }, tx))
export async function disputes(who: Actor, tradeId: string, change: Said = {}): Promise<string> {
  const disputeId = await drafts(who, tradeId, change)
  await submits(who, disputeId)
  return disputeId
}
export const shows = (who: Actor, disputeId: string) => answers.showDispute(who, { disputeId })
export const checks = (who: Actor, tradeId: string) => answers.checkDispute(who, { tradeId })

export const files = (staff: Staff, disputeId: string, reference?: string) =>
  transaction((tx) => deskAnswers.fileDispute(staff, { disputeId, reference }, tx))
/** Whether disputes of the simulated issuer's cards are credited before they are decided. */
export const givesCredit = (staff: Staff, on: boolean) =>
  transaction((tx) =>
    deskAnswers.setDisputeTerms(
      staff,
      { issuerId: 'simulated', provisional: on ? '1' : '0', reason: 'as agreed with the issuer' },
      tx,
    ),
  )

/** Runs the queued jobs of disputes until none is due. */
export const worksOnDisputes = (): Promise<void> => runJobs(module.jobs)

/** What the issuer tells of a dispute, applied. */
export async function isTold(
  card: Pick<Plastic, 'cardRef'>,
  disputeRef: string,
  status: 'WON' | 'LOST' | 'EXPIRED' | 'CANCELED' | 'IN_PROGRESS',
  amount = 0,
): Promise<void> {
  await tells(event('dispute.updated', card, amount, { disputeRef, status }))
  await applyEvents({ issuerId: 'simulated', cardRef: card.cardRef })
}

export const maker = () => newStaff(['RISK'])
export async function aCard(cents = 100_00): Promise<{ ana: Person; card: Plastic }> {
  const ana = await newAccount({ balanceCents: 200_000 })
  return { ana, card: await cardInHand(ana, { rechargeAmount: cents }) }
}
export const onCard = async ({ accountId, cardId }: Plastic): Promise<number> =>
  (await moneyOn({ accountId }, cardId)).posted
export const inWallet = async (who: Person): Promise<number> => (await walletOf(who)).posted
export const statusOf = async (card: Plastic, tradeId: string): Promise<string> =>
  (await tradesOf(card)).find(({ trade_id }) => trade_id === tradeId)!.status
/** The clock stands from now on. */
export function later(ms: number): void {
  const to = nowMs() + ms
  setClock(() => to)
}

/** An issuer that answers as a test says, and remembers what it was given. */
export function anIssuer(change: Partial<IssuerDisputes> = {}) {
  const opened = new Map<string, NewDispute>()
  const evidence: string[] = []
  const view = (ref: string, status: DisputeView['status'] = 'OPEN'): DisputeView => ({ ref, status, wonAmount: 0 })
  const api: IssuerDisputes = {
    open: async (dispute) => (opened.set(dispute.idem, dispute), view(refOf(dispute.idem))),
    addEvidence: async (_, { idem }) => void evidence.push(idem),
    submit: async (ref) => view(ref, 'IN_PROGRESS'),
    withdraw: async () => {},
    get: async (ref) => view(ref, 'IN_PROGRESS'),
    ...change,
  }
  return { api, opened, evidence }
}
type AnIssuer = ReturnType<typeof anIssuer>
export const refOf = (disputeId: string): string => `ref ${disputeId}`
export const withDisputes = <T>({ api }: Pick<AnIssuer, 'api'>, work: () => Promise<T>): Promise<T> =>
  withIssuerThat({ disputes: api }, work)
/** Submitted, filed by staff, and taken by the given issuer. */
export async function atIssuer(who: Actor, tradeId: string, issuer = anIssuer(), change: Said = {}): Promise<string> {
  const disputeId = await disputes(who, tradeId, change)
  await files(await maker(), disputeId)
  await withDisputes(issuer, worksOnDisputes)
  return disputeId
}
