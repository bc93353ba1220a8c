/** Disputes at Lithic, by its Chargebacks API: opened as NEW, given evidence by upload addresses, and submitted to the network by Lithic itself. */
import { Readable } from 'node:stream'
import type Lithic from 'lithic'
import { DAY } from '#server/core/clock.ts'
import { exchange, OutsideRefused, OutsideUnknown } from '#server/outside/ask.ts'
import type { DisputeStatus, DisputeView, IssuerDisputes, NewDispute } from '../disputes.ts'

type Asks = <T>(what: (lithic: Lithic) => Promise<T>, refusals?: Readonly<Record<number, string>>) => Promise<T>
type Dispute = Lithic.Dispute

const reasonOf = {
  FRAUD: 'FRAUD_CARD_NOT_PRESENT',
  DUPLICATE: 'DUPLICATED',
  WRONG_AMOUNT: 'INCORRECT_AMOUNT',
  NOT_RECEIVED: 'GOODS_SERVICES_NOT_RECEIVED',
  NOT_AS_DESCRIBED: 'GOODS_SERVICES_NOT_AS_DESCRIBED',
  CANCELED: 'CANCELLED',
  REFUND_NOT_PROCESSED: 'REFUND_NOT_PROCESSED',
  NO_AUTHORIZATION: 'MISSING_AUTH',
  OTHER: 'OTHER',
} as const satisfies Record<NewDispute['reason'], Dispute['reason']>

const statusOf: Partial<Record<Dispute['status'], DisputeStatus>> = { NEW: 'OPEN', CASE_WON: 'WON' }
/** Why a case was closed, where that is not a lost dispute. What the merchant refunded comes as a refund of its own. */
const closedAs: Partial<Record<NonNullable<Dispute['resolution_reason']>, DisputeStatus>> = {
  WITHDRAWN: 'CANCELED',
  REFUNDED: 'CANCELED',
  REFUNDED_AFTER_CHARGEBACK: 'CANCELED',
  PAST_FILING_DATE: 'EXPIRED',
}

/** Lithic tells no partial outcome: a won dispute returns its amount. Statuses that we do not know are on their way. */
export function viewOfDispute({ token, status, resolution_reason: why, amount }: Dispute): DisputeView {
  const known = status === 'CASE_CLOSED' ? ((why && closedAs[why]) ?? 'LOST') : (statusOf[status] ?? 'IN_PROGRESS')
  return { ref: token, status: known, wonAmount: known === 'WON' ? amount : 0 }
}

/** The last line of the note, by which a dispute is found whose creation was not answered: Lithic takes no key for it. */
const markOf = (idem: string): string => `Kaika ${idem}`
const PAGE = 100
const UPLOAD_MS = 30_000
/** A clearing has this long after its authorization. */
const LOOKED_BACK_MS = 40 * DAY

export function lithicDisputes(asks: Asks): IssuerDisputes {
  const get = (ref: string): Promise<Dispute> =>
    asks((lithic) => lithic.disputes.retrieve(ref), { 404: 'DISPUTE_NOT_FOUND' })

  /** The transaction is the authorization's; of a force post only the event of its clearing is known. */
  async function transactionOf({ authRef, cardRef, clearingRef, postedAt }: NewDispute): Promise<string> {
    if (authRef !== undefined) return authRef
    const [begin, end] = [postedAt - LOOKED_BACK_MS, postedAt + DAY].map((at) => new Date(at).toISOString())
    return asks(async (lithic) => {
      const listed = lithic.transactions.list({ card_token: cardRef, begin: begin!, end: end!, page_size: PAGE })
      for await (const { token, events } of listed)
        if (events?.some((event) => event.token === clearingRef)) return token
      throw new OutsideRefused('DISPUTE_REFUSED', 'Lithic has no transaction with this clearing')
    })
  }

  const found = (transaction: string, idem: string): Promise<Dispute | undefined> =>
    asks(async (lithic) => {
      for await (const one of lithic.disputes.list({ transaction_tokens: [transaction], page_size: PAGE }))
        if (one.customer_note?.endsWith(markOf(idem))) return one
      return undefined
    })

  return {
    async open(dispute) {
      const { idem, amount, reason, note, filedAt } = dispute
      const transaction = await transactionOf(dispute)
      const before = await found(transaction, idem)
      if (before) return viewOfDispute(before)
      try {
        const made = await asks(
          (lithic) =>
            lithic.disputes.create({
              ...{ transaction_token: transaction, amount, reason: reasonOf[reason] },
              customer_filed_date: new Date(filedAt).toISOString(),
              customer_note: `${note}\n${markOf(idem)}`,
            }),
          { 400: 'DISPUTE_REFUSED', 404: 'DISPUTE_REFUSED', 422: 'DISPUTE_REFUSED' },
        )
        return viewOfDispute(made)
      } catch (error) {
        // A transaction is disputed once: our own request of before, which was still on its way, may have been the first.
        const ours = error instanceof OutsideRefused ? await found(transaction, idem) : undefined
        if (ours) return viewOfDispute(ours)
        throw error
      }
    },
    async addEvidence(ref, { idem, type, bytes }) {
      const filename = `${idem}.jpg`
      const known = await asks(
        async (lithic) => {
          for await (const one of lithic.disputes.listEvidences(ref, { page_size: PAGE }))
            if (one.filename === filename && one.upload_status === 'UPLOADED') return one
          return undefined
        },
        { 404: 'DISPUTE_NOT_FOUND' },
      )
      if (known) return
      // An address is valid for half an hour: one that was never used is replaced.
      const { upload_url: url } = await asks((lithic) => lithic.disputes.initiateEvidenceUpload(ref, { filename }), {
        400: 'EVIDENCE_REFUSED',
        404: 'DISPUTE_NOT_FOUND',
      })
      if (url === undefined) throw new OutsideUnknown('lithic: no address to upload evidence to')
      const { status } = await exchange(url, {
        method: 'PUT',
        headers: { 'content-type': type, 'content-length': String(bytes.length) },
        body: Readable.from([bytes]),
        timeoutMs: UPLOAD_MS,
      })
      if (status < 200 || status >= 300) throw new OutsideUnknown(`lithic: ${status} to evidence`)
    },
    submit: async (ref) => viewOfDispute(await get(ref)),
    async withdraw(ref) {
      const { status } = viewOfDispute(await get(ref))
      if (status !== 'OPEN' && status !== 'IN_PROGRESS') return
      await asks((lithic) => lithic.disputes.delete(ref), { 404: 'DISPUTE_NOT_FOUND' })
    },
    get: async (ref) => viewOfDispute(await get(ref)),
  }
}
