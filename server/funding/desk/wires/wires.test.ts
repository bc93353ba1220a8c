import assert from 'node:assert/strict'
import { after, afterEach, describe, it } from 'node:test'
import { closesAccount } from '#test/fixtures/closing.ts'
import { refused, refusedAs } from '#test/refused.ts'
import { approves, auditOf, newStaff, rejects } from '#test/fixtures/staff.ts'
import {
  announces,
  assigns,
  BANK,
  booked,
  csvOf,
  forecastSeen,
  imports,
  lineOf,
  matches,
  newBusiness,
  newRef,
  referenceFor,
  returns,
} from '#test/fixtures/wires.ts'
import { newAccount, withWorld } from '#test/world.ts'
import { DAY, nowMs, setClock } from '#server/core/clock.ts'
import { db, sql } from '#server/core/db.ts'
import { accountOf } from '#server/identity/identity.ts'
import { balanceOf, balancesOf, prove, tenant, wallet } from '#server/ledger/ledger.ts'
import { wireDeskAnswers as answers } from '#server/funding/module.ts'
import { putAsideLate } from './suspense.ts'

withWorld()
after(() => setClock())
afterEach(async () => assert.deepEqual(await prove(), []))

const maker = () => newStaff(['FIN_MAKER'])
const checker = () => newStaff(['FIN_CHECKER'])

/** A typical camt.053: a credit with all its details, and a debit. */
const camt = (
  ref: string,
  { amount = '985.00', details = '', account = '4410072956', more = '' } = {},
) => `<?xml version="1.0" encoding="UTF-8"?>${more}
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><GrpHdr><MsgId>1</MsgId></GrpHdr><Stmt><Id>S1</Id>
<Acct><Id><Othr><Id>${account}</Id></Othr></Id><Ccy>USD</Ccy></Acct>
<Ntry><Amt Ccy="USD">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><ValDt><Dt>2026-11-20</Dt></ValDt>
<AcctSvcrRef>${ref}</AcctSvcrRef><NtryDtls><TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs>
<Amt Ccy="USD">${amount}</Amt><RltdPties><Dbtr><Pty><Nm>Lin Trading &amp; Co</Nm></Pty></Dbtr><DbtrAcct><Id><Othr><Id>99001234</Id></Othr></Id></DbtrAcct></RltdPties>
<RmtInf><Ustrd>INV 12</Ustrd><Ustrd>${details}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>
<Ntry><Amt Ccy="USD">12.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts><ValDt><Dt>2026-11-20</Dt></ValDt><AcctSvcrRef>${ref}F</AcctSvcrRef></Ntry>
</Stmt></BkToCstmrStmt></Document>`

describe('a statement', () => {
  it('as camt.053: what came in is read with its payer, text and day, what went out is left aside', async () => {
    const [staff, ref] = [await maker(), newRef()]
    const answer = await imports(staff, Buffer.from(camt(ref, { details: 'FOR RENT' })), 'day.xml')
    const { statementId: _, ...counts } = answer
    assert.deepEqual(counts, { format: 'CAMT053', lines: 1, aside: 1, fresh: 1, fitting: 0, suspense: 1 })
    const { amount, payer, payerAccount, details, valueDate } = await lineOf(staff, ref)
    assert.deepEqual(
      { amount, payer, payerAccount, details, valueDate },
      {
        amount: 985_00,
        payer: 'Lin Trading & Co',
        payerAccount: '99001234',
        details: 'INV 12 FOR RENT',
        valueDate: '2026-11-20',
      },
    )
    assert.deepEqual(await auditOf(staff), ['MONEY day.xml'])
  })

  it('taken in twice is the same money once, also when two people do it at the same time', async () => {
    const [staff, other] = [await maker(), await maker()]
    const refs = [newRef(), newRef(), newRef()]
    const file = csvOf(refs.map((ref) => ({ ref, amount: '250.00' })))
    const [one, two] = await Promise.all([imports(staff, file), imports(other, file)])
    assert.equal(one.fresh + two.fresh, 3)
    assert.equal((await imports(staff, file)).fresh, 0)
    for (const ref of refs)
      assert.deepEqual(await booked((await lineOf(staff, ref)).lineId), [
        'SUSPENSE_RECEIVED D1020 250.00',
        'SUSPENSE_RECEIVED C2030 250.00',
      ])
  })

  it('that says another amount for a reference is refused whole', async () => {
    const [staff, ref, fresh] = [await maker(), newRef(), newRef()]
    await imports(staff, csvOf([{ ref, amount: '10.00' }]))
    const changed = csvOf([{ ref: fresh }, { ref, amount: '11.00' }])
    await assert.rejects(imports(staff, changed), refusedAs('invalid', 'file'))
    await assert.rejects(
      imports(
        staff,
        csvOf([
          { ref: fresh, amount: '1.00' },
          { ref: fresh, amount: '2.00' },
        ]),
      ),
    )
    assert.equal(await lineOf(staff, fresh), undefined)
  })

  it('that is hostile, broken or another account’s is refused, and nothing is taken in', async () => {
    const staff = await maker()
    const ref = newRef()
    const bomb = '<!DOCTYPE d [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>'
    const outside = '<!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/passwd">]>'
    const files: (string | Buffer)[] = [
      camt(ref, { more: bomb }),
      camt(ref, { more: outside, details: '&x;' }),
      camt(ref, { details: '&unknown;' }),
      camt(ref).replace('</Document>', ''),
      camt(ref, { account: '1234567890' }),
      camt(ref, { amount: '1e9' }),
      `${'<a>'.repeat(60)}${'</a>'.repeat(60)}`,
      '<svg xmlns="http://www.w3.org/2000/svg"/>',
      Buffer.from([0xff, 0xfe, 0x41, 0x00]),
      Buffer.from('PK\u0003\u0004\u0000'),
      '',
      'a,b,c\n1,2,3',
      csvOf([{ ref, amount: '１００' }]),
      csvOf([{ ref, date: '2026-02-30' }]),
      csvOf([{ ref: '' }]),
      csvOf([{ ref, currency: 'EUR' }]),
      'Value date,Reference,Amount,Currency\n2026-11-20,"broken,1.00,USD',
      csvOf(Array.from({ length: 5001 }, () => ({}))),
    ]
    for (const [at, file] of files.entries())
      await assert.rejects(imports(staff, Buffer.from(file)), refusedAs('invalid', 'file'), `file ${at}`)
    assert.equal(await lineOf(staff, ref), undefined)
    await refused(
      'not_found',
      answers.importStatement(staff, { bankId: 'bnk_x', file: {} as never }, undefined as never),
    )
  })

  it('proposes the forecast that stands out, and none where two are as likely', async () => {
    const staff = await maker()
    const [one, two] = [await newBusiness(), await newBusiness()]
    const names = { amount: 777_00, payerName: 'Twin Company' }
    const first = await announces(one, names)
    await announces(two, names)
    const [plain, named, ordered] = [newRef(), newRef(), newRef()]
    await imports(
      staff,
      csvOf([
        { ref: plain, amount: '777.00', payer: 'TWIN COMPANY' },
        { ref: named, amount: '770.00', details: `/RFB/${(await referenceFor(two)).toLowerCase()} rent` },
        { ref: ordered, amount: '777.00', details: `${first.orderNo.slice(0, 6)} ${first.orderNo.slice(6)}` },
      ]),
    )
    assert.deepEqual([(await lineOf(staff, plain)).fits, (await lineOf(staff, plain)).state], [null, 'SUSPENSE'])
    assert.equal((await lineOf(staff, named)).fits?.topupId !== first.topupId, true)
    assert.equal((await lineOf(staff, ordered)).fits?.topupId, first.topupId)
    const { forecasts } = await answers.bankLine(staff, { lineId: (await lineOf(staff, plain)).lineId })
    assert.equal(forecasts.length >= 2, true)
    const { lines } = await answers.deskForecast(staff, { topupId: first.topupId })
    assert.equal(lines[0]!.bankRef, ordered)
    assert.deepEqual(
      lines[0]!.fit.facts.map(({ fact }) => fact),
      ['ORDER', 'AMOUNT'],
    )
  })
})

describe('suspense', () => {
  async function unclaimed(amount = '640.00') {
    const [staff, ref] = [await maker(), newRef()]
    await imports(staff, csvOf([{ ref, amount, payer: 'Somebody' }]))
    return { staff, ref, lineId: (await lineOf(staff, ref)).lineId }
  }
  const userNoOf = async (accountId: string) => (await accountOf(db, accountId)).user_no

  it('goes to an account by two people', async () => {
    const { staff, ref, lineId } = await unclaimed()
    const owner = await newAccount()
    await assert.rejects(assigns(staff, lineId, '999999'), refusedAs('not_found', 'userNo'))
    const { approvalId } = await assigns(staff, lineId, await userNoOf(owner.accountId))
    await refused('conflict', returns(staff, lineId))
    await refused('own_approval', approves(staff, approvalId))
    await approves(await checker(), approvalId)
    assert.deepEqual(await booked(lineId), [
      'SUSPENSE_RECEIVED D1020 640.00',
      'SUSPENSE_RECEIVED C2030 640.00',
      'SUSPENSE_MATCHED D2030 640.00',
      'SUSPENSE_MATCHED C2010 640.00',
    ])
    assert.equal((await balanceOf(db, wallet(owner.accountId))).available, 640_00)
    const line = await lineOf(staff, ref)
    assert.deepEqual([line.state, line.holder?.accountId], ['CREDITED', owner.accountId])
  })

  it('is payable to the holder of an account that is closing or closed', async () => {
    const holder = await newAccount()
    await closesAccount(holder)
    for (const status of ['CLOSING', 'CLOSED']) {
      await sql`UPDATE account SET status = ${status} WHERE account_id = ${holder.accountId}`.execute(db)
      const { staff, lineId } = await unclaimed()
      await approves(await checker(), (await assigns(staff, lineId, await userNoOf(holder.accountId))).approvalId)
    }
    const [purse, payable] = await balancesOf(db, [wallet(holder.accountId), tenant('2410', holder.accountId)])
    assert.deepEqual([purse!.posted, payable!.posted], [0, 2 * 640_00])
    await sql`UPDATE account SET status = 'DEACTIVATED' WHERE account_id = ${holder.accountId}`.execute(db)
    const { staff, lineId } = await unclaimed()
    await refused('conflict', assigns(staff, lineId, await userNoOf(holder.accountId)))
  })

  it('goes to a forecast that is made later', async () => {
    const { staff, lineId } = await unclaimed('1000.00')
    const company = await newBusiness()
    const { topupId } = await announces(company)
    const { lines } = await answers.deskForecast(staff, { topupId })
    assert.ok(lines.some((line) => line.lineId === lineId))
    await approves(await checker(), (await matches(staff, topupId, lineId)).approvalId)
    assert.deepEqual((await booked(lineId)).slice(2), [
      'SUSPENSE_MATCHED D2030 1000.00',
      'SUSPENSE_MATCHED C2010 1000.00',
    ])
    assert.equal((await forecastSeen(company, topupId)).creditAmount, 1000_00)
  })

  it('goes back to its sender by two people, once', async () => {
    const { staff, ref, lineId } = await unclaimed()
    const second = await checker()
    await rejects(second, (await returns(staff, lineId)).approvalId)
    assert.equal((await lineOf(staff, ref)).state, 'SUSPENSE')
    await approves(second, (await returns(staff, lineId)).approvalId)
    assert.deepEqual((await booked(lineId)).slice(2), [
      'SUSPENSE_RETURNED D2030 640.00',
      'SUSPENSE_RETURNED C1020 640.00',
    ])
    assert.equal((await lineOf(staff, ref)).state, 'RETURNED')
    await refused('conflict', returns(staff, lineId))
  })

  it('takes in what seemed to be somebody’s, when nobody has said so for a day', async () => {
    const [staff, company, ref] = [await maker(), await newBusiness(), newRef()]
    const { topupId } = await announces(company, { bankId: BANK })
    await imports(staff, csvOf([{ ref, details: await referenceFor(company) }]))
    const { lineId, state } = await lineOf(staff, ref)
    assert.equal(state, 'OPEN')
    assert.deepEqual(await booked(lineId), [])
    const to = nowMs() + DAY + 1000
    setClock(() => to)
    await putAsideLate()
    assert.equal((await lineOf(staff, ref)).state, 'SUSPENSE')
    await approves(await checker(), (await matches(staff, topupId, lineId)).approvalId)
    assert.equal((await balanceOf(db, wallet(company.accountId))).available, 1000_00)
    setClock()
  })
})
