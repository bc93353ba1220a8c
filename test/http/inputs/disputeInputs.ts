/** Inputs for calls about disputes, of account holders and of staff. */
import type * as desk from '#contract/disputes/desk.ts'
import type * as disputes from '#contract/disputes/disputes.ts'
import { DISPUTE_FEE_CENTS } from '#contract/disputes/disputes.ts'
import type { Call } from '#contract/core/call.ts'
import { ago, DAY, now } from '#server/core/clock.ts'
import { db, sql } from '#server/core/db.ts'
import { owner } from '#test/database.ts'
import { aPicture, cancels, drafts, settles, submits, uploadsEvidence } from '#test/issuers/disputes.ts'
import { FileOf } from '../multipart.ts'
import { nothing, withNo, type Asker, type InputRecipe } from './fixtures.ts'
import { someRequestNo } from './actors.ts'

type Contract = typeof disputes & typeof desk
type DisputeCall = { [N in keyof Contract]: Contract[N] extends Call ? N : never }[keyof Contract]

/** By card, its last purchase. */
const last = new Map<string, string>()

/** The last purchase of the card, whose dispute is withdrawn: a new one each time would empty the card. At the issuer it stays, and there is another. */
async function aPurchase(asker: Asker): Promise<string> {
  const known = last.get(asker.has.toFreeze)
  if (known !== undefined && (await isWithdrawn(asker, known))) return known
  const tradeId = await settlesOne(asker)
  last.set(asker.has.toFreeze, tradeId)
  return tradeId
}

async function isWithdrawn({ member: { person } }: Asker, tradeId: string): Promise<boolean> {
  const { rows } = await sql<{ dispute_id: string; filing_at: Date | null }>`
    SELECT dispute_id, filing_at FROM dispute WHERE trade_id = ${tradeId} AND closed_at IS NULL`.execute(db)
  const [open] = rows
  if (open?.filing_at) return false
  // A sub-account that has ended can cancel nothing.
  if (open && !(await cancels(person, open.dispute_id).then(Boolean, () => false))) return false
  // Other tests refund purchases of this card.
  const { rows: left } = await sql`SELECT FROM trade WHERE trade_id = ${tradeId} AND status = 'POSTED'`.execute(db)
  return left.length > 0
}

/** Only the issuer's reference of the card is needed for an event about it. */
async function settlesOne({ has }: Asker): Promise<string> {
  const { rows } = await sql<{
    ref: string
  }>`SELECT issuer_ref AS ref FROM card WHERE card_id = ${has.toFreeze}`.execute(db)
  return settles({ cardRef: rows[0]!.ref }, 5_00)
}
export const aDraft = async (asker: Asker): Promise<string> =>
  drafts(asker.member.person, await aPurchase(asker), { amount: 5_00 })
async function aDispute(asker: Asker): Promise<string> {
  const disputeId = await aDraft(asker)
  await submits(asker.member.person, disputeId)
  return disputeId
}
/** With an issuer that has no API. */
async function atIssuer(asker: Asker): Promise<string> {
  const disputeId = await aDispute(asker)
  await sql`
    UPDATE dispute SET issuer_id = 'paper', issuer_ref = 'CB 4711', state = 'IN_PROGRESS', filing_at = ${now()}, filed_at = ${now()}
     WHERE dispute_id = ${disputeId}`.execute(owner)
  return disputeId
}
/** Uploads are limited, and the tests make more of them than a person. */
const forgetUploads = ({ member }: Asker) =>
  sql`UPDATE dispute_file SET created_at = ${ago(2 * DAY)} WHERE account_id = ${member.person.accountId}`.execute(owner)

export const disputeInputs: Record<DisputeCall, InputRecipe> = {
  pageDisputes: nothing,
  showDispute: async (asker) => ({ disputeId: await aDraft(asker) }),
  checkDispute: async (asker) => ({ tradeId: await aPurchase(asker) }),
  saveDispute: async (asker) => ({
    ...{ tradeId: await aPurchase(asker), reason: 'FRAUD', amount: 5_00 },
    ...{ note: 'I have never heard of this shop.', files: [], requestNo: someRequestNo() },
  }),
  submitDispute: async (asker) => ({
    ...{ disputeId: await aDraft(asker), expectFee: DISPUTE_FEE_CENTS, requestNo: someRequestNo() },
  }),
  cancelDispute: async (asker) => ({ disputeId: await aDraft(asker), requestNo: someRequestNo() }),
  uploadEvidence: async (asker) => {
    await forgetUploads(asker)
    return { file: new FileOf(await aPicture(), 'receipt.png') }
  },
  downloadEvidence: async (asker) => {
    await forgetUploads(asker)
    return { fileId: await uploadsEvidence(asker.member.person) }
  },
  deskDisputes: nothing,
  deskDispute: async (asker) => ({ disputeId: await aDispute(asker) }),
  deskEvidence: async (asker) => {
    await forgetUploads(asker)
    const { person } = asker.member
    const fileId = await uploadsEvidence(person)
    const disputeId = await drafts(person, await aPurchase(asker), { amount: 5_00, files: [fileId] })
    await submits(person, disputeId)
    return { disputeId, fileId }
  },
  fileDispute: async (asker) => ({ disputeId: await aDispute(asker), requestNo: someRequestNo() }),
  rejectDispute: async (asker) => withNo({ disputeId: await aDispute(asker) }),
  decideDispute: async (asker) => withNo({ disputeId: await atIssuer(asker), amount: 5_00 }),
  disputeTerms: nothing,
  setDisputeTerms: () => withNo({ issuerId: 'simulated', provisional: '0' }),
}
