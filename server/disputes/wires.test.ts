/** Disputes over the wires of the simulated issuer, of Lithic and of Stripe: real HTTP, real signatures, and answers that are lost. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { DISPUTE_FEE_CENTS } from '#contract/disputes/disputes.ts'
import { DAY } from '../core/clock.ts'
import { db, sql } from '../core/db.ts'
import { prove } from '../ledger/ledger.ts'
import { issuerOf } from '../outside/outside.ts'
import { applyEvents } from '../trades/events/apply.ts'
import { fillGaps } from '../trades/events/intake.ts'
import { kept } from '#simulators/stripe/disputeView.ts'
import { owner } from '#test/database.ts'
import { asks, openingInput, work } from '#test/fixtures/cards.ts'
import {
  checks,
  disputes,
  files,
  inWallet,
  maker,
  onCard,
  shows,
  uploadsEvidence,
  worksOnDisputes,
} from '#test/issuers/disputes.ts'
import { callsTo, plasticOf } from '#test/issuers/onWire.ts'
import { wires } from '#test/issuers/wires.ts'
import { tradesOf, type Plastic } from '#test/fixtures/trades.ts'
import { withApp } from '#test/http/app.ts'
import { newAccount, type Person } from '#test/world.ts'
import { fileLeftOver } from './issuer/fileAtIssuer.ts'
import { updateDispute } from './queries.ts'

type Row = { ref: string; status: string; won: number; evidence: number; amount: number; note: string }

describe('a dispute over the wire', () => {
  const served = withApp()
  const call = callsTo(served)
  const breaks = (faults: object) => call('/network/faults', faults)
  const atNetwork = async (): Promise<Row[]> =>
    (await fetch(`${served.simulators.url}/network/disputes`)).json() as Promise<Row[]>

  async function aCardOf(vid: string): Promise<{ ana: Person; card: Plastic }> {
    const ana = await newAccount({ balanceCents: 500_000 })
    const { cardId } = await asks(ana, 'openCard', openingInput({ vid, rechargeAmount: 50_000 }))
    await work()
    const { rows } = await sql<{ ref: string }>`SELECT issuer_ref AS ref FROM card WHERE card_id = ${cardId}`.execute(
      db,
    )
    const cardRef = rows[0]!.ref
    const plastic = plasticOf(served.simulators.world, cardRef)
    return { ana, card: { cardId, accountId: ana.accountId, cardRef, ...plastic } }
  }
  const happened = async (issuerId: string, cardRef: string): Promise<void> => {
    await call('/network/flush')
    await applyEvents({ issuerId, cardRef })
  }
  /** Bought and settled, or posted by force. */
  async function buys(issuerId: string, card: Plastic, amountCents: number, { forced = false } = {}): Promise<string> {
    const { cardNumber, expMonth, expYear, cvc } = card
    const merchantId = 'mer_google_ads'
    if (forced) await call('/network/forced-posts', { cardNumber, merchantId, amountCents })
    else {
      const plastic = { cardNumber, expMonth, expYear, cvc, merchantId, amountCents }
      const { authorizationId } = await call<{ authorizationId: string }>('/network/purchases', plastic)
      await call(`/network/authorizations/${authorizationId}/clear`)
    }
    await happened(issuerId, card.cardRef)
    const { rows } = await sql<{ id: string }>`
      SELECT trade_id AS id FROM trade WHERE card_id = ${card.cardId} ORDER BY trade_id DESC LIMIT 1`.execute(db)
    return rows[0]!.id
  }
  const refOf = async (disputeId: string): Promise<string> => {
    const { rows } = await sql<{ ref: string }>`
      SELECT issuer_ref AS ref FROM dispute WHERE dispute_id = ${disputeId}`.execute(db)
    return rows[0]!.ref
  }
  /** What the issuer has to tell of the card and the dispute is told and applied. */
  const isTold = async (issuerId: string, { cardRef }: Plastic, ref: string): Promise<void> => {
    await call('/network/flush')
    for (const about of [cardRef, ref]) await applyEvents({ issuerId, cardRef: about })
  }
  /** The job of before is done, or waits for its next try: this one comes at once. */
  const againNow = async (): Promise<void> => {
    await sql`UPDATE graphile_worker._private_jobs SET run_at = now() - interval '1 second'`.execute(owner)
    await worksOnDisputes()
  }

  // Before anything is opened: ranges are kept for a while.
  before(async () => {
    for (const { connect } of wires) await connect(served)
  })

  for (const { issuerId, vid } of wires)
    it(`of ${issuerId} is opened once although its answer is lost, proven, and paid by its event`, async () => {
      const { ana, card } = await aCardOf(vid)
      const tradeId = await buys(issuerId, card, 40_00)
      const [money, wallet] = [await onCard(card), await inWallet(ana)]
      const picture = await uploadsEvidence(ana)
      const disputeId = await disputes(ana, tradeId, { files: [picture] })
      const earlier = (await atNetwork()).length
      await breaks({ loseDisputeAnswers: true })
      await files(await maker(), disputeId)
      await worksOnDisputes()
      assert.equal((await shows(ana, disputeId)).state, 'SUBMITTED')
      await breaks({})
      await againNow()
      const [made, ...others] = (await atNetwork()).slice(0, (await atNetwork()).length - earlier)
      assert.equal(others.length, 0)
      assert.deepEqual([made!.amount, made!.evidence], [20_00, 1])
      assert.match(made!.note, /^I have never heard of this shop\./)
      const ref = await refOf(disputeId)
      assert.deepEqual([made!.ref, (await shows(ana, disputeId)).state], [ref, 'IN_PROGRESS'])
      // Filed once more, as after a crash before the end was stored: nothing is made or sent twice.
      const key = { account_id: ana.accountId, dispute_id: disputeId }
      await updateDispute(db as never, key, {
        state: 'SUBMITTED',
        issuer_ref: null,
        filed_at: null,
        filing_at: new Date(1),
      })
      await fileLeftOver()
      await worksOnDisputes()
      const now = await atNetwork()
      assert.deepEqual([now.length, now[0]!.ref, now[0]!.evidence], [earlier + 1, ref, 1])
      await call(`/network/disputes/${ref}/decide`, { outcome: 'WON' })
      await isTold(issuerId, card, ref)
      const shown = await shows(ana, disputeId)
      assert.deepEqual([shown.state, shown.won], ['WON', 20_00])
      assert.deepEqual([await onCard(card), await inWallet(ana)], [money + 20_00, wallet])
      assert.deepEqual(await prove(), [])
    })

  for (const { issuerId, vid } of wires)
    it(`of a force post of ${issuerId} is found by its clearing, and its event that never arrived in the list`, async () => {
      const { ana, card } = await aCardOf(vid)
      const tradeId = await buys(issuerId, card, 40_00, { forced: true })
      const wallet = await inWallet(ana)
      const disputeId = await disputes(ana, tradeId, { reason: 'NO_AUTHORIZATION', amount: 40_00 })
      await files(await maker(), disputeId)
      await worksOnDisputes()
      const ref = await refOf(disputeId)
      await breaks({ dropRate: 1 })
      await call(`/network/disputes/${ref}/decide`, { outcome: 'LOST' })
      await breaks({})
      await call('/network/flush')
      await fillGaps()
      for (const cardRef of [card.cardRef, ref]) await applyEvents({ issuerId, cardRef })
      assert.equal((await shows(ana, disputeId)).state, 'LOST')
      assert.equal(await inWallet(ana), wallet - DISPUTE_FEE_CENTS)
      assert.deepEqual(await prove(), [])
    })

  for (const { issuerId, vid } of wires)
    it(`that ${issuerId} refuses is canceled, one that it still has is withdrawn if it can, and one that it does not know is told so`, async () => {
      const { ana, card } = await aCardOf(vid)
      const wallet = await inWallet(ana)
      const disputeId = await disputes(ana, await buys(issuerId, card, 40_00), { amount: 20_04 })
      await files(await maker(), disputeId)
      await worksOnDisputes()
      assert.deepEqual([(await shows(ana, disputeId)).state, await inWallet(ana)], ['CANCELED', wallet])
      const second = await disputes(ana, await buys(issuerId, card, 30_00))
      await files(await maker(), second)
      await worksOnDisputes()
      const [api, ref] = [issuerOf(issuerId).disputes!, await refOf(second)]
      if (issuerId === 'stripe') {
        await assert.rejects(api.withdraw(ref), { code: 'DISPUTE_SUBMITTED' })
        assert.equal((await api.get(ref)).status, 'IN_PROGRESS')
      } else {
        await api.withdraw(ref)
        await api.withdraw(ref)
        assert.deepEqual(await api.get(ref), { ref, status: 'CANCELED', wonAmount: 0 })
        await isTold(issuerId, card, ref)
        assert.deepEqual([(await shows(ana, second)).state, await inWallet(ana)], ['CANCELED', wallet])
      }
      await assert.rejects(api.get('9f0b1b34-5a6e-4b0e-8d23-0a6a3b1f6c11'), { code: 'DISPUTE_NOT_FOUND' })
    })

  for (const { issuerId, vid } of wires)
    it(`of ${issuerId} that ends without a decision costs nothing, and its last day is the issuer’s`, async () => {
      const { ana, card } = await aCardOf(vid)
      const [wallet, tradeId] = [await inWallet(ana), await buys(issuerId, card, 40_00)]
      const [{ posted_at } = { posted_at: new Date() }] = await tradesOf(card)
      const { until } = await checks(ana, tradeId)
      assert.equal((until - posted_at.getTime()) / DAY, issuerId === 'stripe' ? 100 : 110)
      const disputeId = await disputes(ana, tradeId)
      await files(await maker(), disputeId)
      await worksOnDisputes()
      const ref = await refOf(disputeId)
      await call(`/network/disputes/${ref}/decide`, { outcome: 'EXPIRED' })
      await isTold(issuerId, card, ref)
      assert.deepEqual([(await shows(ana, disputeId)).state, await inWallet(ana)], ['EXPIRED', wallet])
      assert.deepEqual(await prove(), [])
    })

  it('of Stripe is created, proven by one file and submitted once, whichever answers are lost', async () => {
    const { ana, card } = await aCardOf(wires.find(({ issuerId }) => issuerId === 'stripe')!.vid)
    const first = await buys('stripe', card, 40_00)
    const second = await buys('stripe', card, 40_00)
    const pictures = [await uploadsEvidence(ana, 'one.png'), await uploadsEvidence(ana, 'two.png')]
    const disputeId = await disputes(ana, second, { reason: 'DUPLICATE', amount: 40_00, files: pictures })
    const earlier = (await atNetwork()).length
    await breaks({ loseDisputeAnswers: true })
    await files(await maker(), disputeId)
    await worksOnDisputes()
    for (let turn = 0; turn < 5 && (await shows(ana, disputeId)).state === 'SUBMITTED'; turn++) await againNow()
    await breaks({})
    const ref = await refOf(disputeId)
    const [made, ...others] = (await atNetwork()).slice(0, (await atNetwork()).length - earlier)
    assert.deepEqual([made!.ref, made!.status, made!.evidence, others], [ref, 'IN_PROGRESS', 1, []])
    assert.equal((await shows(ana, disputeId)).state, 'IN_PROGRESS')
    // The other purchase is its proof, so the pictures are what is added to it: both in one file.
    const { evidence, metadata } = kept(served.simulators.world, ref)
    const { clearing_ref } = (await tradesOf(card)).find(({ trade_id }) => trade_id === first)!
    assert.deepEqual([evidence.reason, evidence.duplicate!.original_transaction], ['duplicate', clearing_ref])
    assert.deepEqual(
      [metadata['kaika_dispute'], metadata['kaika_evidence'], evidence.duplicate!.card_statement],
      [disputeId, disputeId, null],
    )
    const { body } = served.simulators.world.store.maybeOne<{ body: string }>(
      'SELECT body FROM stripe_files WHERE id = :id',
      { id: String(evidence.duplicate!.additional_documentation) },
    )!
    assert.equal((JSON.parse(body) as { filename: string }).filename, 'evidence.jpg')
    await call(`/network/disputes/${ref}/decide`, { outcome: 'LOST' })
    await isTold('stripe', card, ref)
    assert.equal((await shows(ana, disputeId)).state, 'LOST')
    assert.deepEqual(await prove(), [])
  })
})
