/** The service's finance: they bring customers' money to dollars, and send some of it to the issuer before cards spend it. */
import sharp from 'sharp'
import { recordSale, recordSweep, treasuryPositions } from '#contract/funding/desk/treasury.ts'
import { show, type Cents } from '#contract/core/money.ts'
import { fundProgram, showProgram } from '#contract/programs/desk.ts'
import { enterInvoice, setInvoicePrice, showInvoice } from '#contract/programs/invoices.ts'
import { approve, uploadAttachment } from '#contract/staff/approvals.ts'
import type { Staff } from '#server/core/actor.ts'
import { dateOf, DAY, nowMs } from '#server/core/clock.ts'
import { SIMULATED } from '#server/outside/issuers/simulatedIssuer.ts'
import { asks } from './asks.ts'
import { colleague } from './staff.ts'
import type { Stage } from './stage.ts'

/** Earlier, so little has been paid in that there is nothing to send. */
const LEAST_CENTS = 1_000_00
/** What stays at the bank for payouts. */
const STAYS = 0.3

/** Once a week: sweep the deposit addresses, sell USDT for dollars, prefund the issuer; two people for each. */
export async function prefunds(stage: Stage, week: number): Promise<void> {
  const [maker, checker] = [await colleague('finance1'), await colleague('finance2')]
  const day = dateOf(nowMs())
  const both = async ({ approvalId }: { approvalId: string }) =>
    void (await asks(checker, approve, { approvalId, requestNo: `demo-${approvalId}` }))
  const about = (what: string) => ({ valueDate: day, requestNo: `demo-finance-${what}-${week}` })

  const { awaited } = await asks(maker, treasuryPositions, {})
  const units = awaited.find(({ currency }) => currency === 'USDT')?.balance ?? 0
  if (units < LEAST_CENTS * 10_000) return
  const txHash = String(week).padStart(64, 'f')
  const amountStr = (units / 1_000_000).toFixed(6)
  const swept = { amountStr, networkFee: 1_20, txHash, reason: 'weekly sweep' }
  await both(await asks(maker, recordSweep, { ...swept, ...about('sweep') }))

  const { sellable, banks } = await asks(maker, treasuryPositions, {})
  const sold = sellable.find(({ currency }) => currency === 'USDT')!.units
  const bankId = banks[0]!.bankId
  // The market maker keeps a tenth of a percent.
  const got: Cents = Math.floor((sold / 10_000) * 0.999)
  const sale = {
    currency: 'USDT' as const,
    amountStr: (sold / 1_000_000).toFixed(6),
    got,
    bankId,
    reason: 'weekly sale',
  }
  await both(await asks(maker, recordSale, { ...sale, reference: `DEMO-SALE-${week}`, ...about('sale') }))

  await sends(stage, { maker, bankId, both, reference: `DEMO-PREFUND-${week}`, about: about('prefund') })
}

type Sending = {
  maker: Staff
  bankId: string
  both: (asked: { approvalId: string }) => Promise<void>
  reference: string
  about: { valueDate: string; requestNo: string }
}

async function sends(stage: Stage, { maker, bankId, both, reference, about }: Sending): Promise<void> {
  const issuerId = SIMULATED
  const { banks } = await asks(maker, showProgram, { issuerId })
  const amount: Cents =
    Math.floor((banks.find((bank) => bank.bankId === bankId)!.balance * (1 - STAYS)) / 100_00) * 100_00
  if (amount === 0) return
  const file = await picture('confirmation.png')
  const { fileId } = await asks(maker, uploadAttachment, { file: file as never })
  const order = { issuerId, bankId, amount, reference, fileId, reason: 'weekly prefund' }
  await both(await asks(maker, fundProgram, { ...order, ...about }))
  await stage.outside('/network/program-funds', { amountCents: amount, reference })
}

/** A picture of this name, as the server receives it from a browser. */
export async function picture(name: string) {
  const bytes = await sharp({ create: { width: 320, height: 200, channels: 3, background: '#dbe7e4' } })
    .png()
    .toBuffer()
  return { name, size: bytes.length, sha256: '', bytes }
}

/** By the contract with the issuer. */
const PRICES = [
  ['PER_CARD', '0.15'],
  ['PER_ACTIVE_CARD', '0.1'],
  ['PER_AUTHORIZATION', '0.015'],
  ['FX', '0.5'],
  ['PER_DISPUTE', '15'],
  ['FIXED', '25'],
] as const
/** The issuer invoices more authorizations than were asked: somebody has to talk to it. */
const TOO_MANY = 200

/** The issuer's prices, and its invoice of a month (`2026-09`) that is booked by two people and taken from the prefund. */
export async function invoiced(stage: Stage, month: string): Promise<void> {
  const [maker, checker] = [await colleague('finance1'), await colleague('finance2')]
  const issuerId = SIMULATED
  for (const [kind, priceStr] of PRICES)
    await asks(maker, setInvoicePrice, {
      ...{ issuerId, kind, priceStr, fromMonth: month, reason: 'contract with the issuer' },
      requestNo: `demo-price-${kind}`,
    })
  const { lines: counted } = await asks(maker, showInvoice, { issuerId, month })
  const lines = counted
    .filter(({ expected }) => expected > 0)
    .map(({ kind, counted: quantity, expected: amount }) =>
      kind === 'PER_AUTHORIZATION'
        ? { kind, quantity: quantity + TOO_MANY, amount: amount + TOO_MANY * 1.5 }
        : { kind, quantity, amount },
    )
  const total = lines.reduce((sum, { amount }) => sum + amount, 0)
  const { fileId } = await asks(maker, uploadAttachment, { file: (await picture('confirmation.png')) as never })
  const invoiceNo = `SIM-${month}`
  const said = { issuerId, month, invoiceNo, invoiceDate: dateOf(nowMs()), lines, total, fileId }
  const { approvalId } = await asks(maker, enterInvoice, {
    ...{ ...said, reason: 'received by mail' },
    requestNo: `demo-invoice-${month}`,
  })
  await asks(checker, approve, { approvalId, requestNo: `demo-${approvalId}` })
  const { booking } = await asks(maker, showInvoice, { issuerId, month })
  await stage.outside('/network/program-fees', { amountCents: booking!.posted, reference: invoiceNo })
}

/** At the end, every complete day of the issuer is settled, and its balance is what the books say. */
export async function settled(): Promise<void> {
  const { days, theirs, available, difference } = await asks(await colleague('finance1'), showProgram, {
    issuerId: SIMULATED,
  })
  const over = dateOf(nowMs() - DAY - DAY / 8)
  const wrong = days.filter(({ day, state, left }) => day <= over && (state !== 'BOOKED' || left !== 0))
  if (wrong.length > 0) throw new Error(`days of the demo world are not settled: ${JSON.stringify(wrong, null, 2)}`)
  if (difference !== 0)
    throw new Error(
      `the issuer has ${theirs === null ? 'not answered' : show(theirs)}, and the books ${show(available)}`,
    )
}
