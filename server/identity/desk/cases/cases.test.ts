import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { decideCase, saveCardholder } from '#contract/identity/desk/cases.ts'
import { cardholder, decidesCase, sendsPapers, takesCase } from '#test/fixtures/identity.ts'
import { refused } from '#test/refused.ts'
import { approves, auditOf, newStaff, rejects } from '#test/fixtures/staff.ts'
import { newAccount, withWorld } from '#test/world.ts'
import { listOperations } from '#server/audit/audit.ts'
import { MINUTE, setClock } from '#server/core/clock.ts'
import { db, sql, transaction } from '#server/core/db.ts'
import { accountOf, cardholdersOf } from '#server/identity/identity.ts'
import { caseAnswers, verificationAnswers as answers } from '#server/identity/module.ts'
import { expireVerifications } from '#server/identity/verification/decideIdentity.ts'
import { approvalAnswers, staffAnswers } from '#server/staff/module.ts'

withWorld()
after(() => setClock())

const page = { pageNo: 1, pageSize: 10 }
const waiting = async (staff: Awaited<ReturnType<typeof newStaff>>) =>
  (await staffAnswers.staffQueues(staff, {})).list.find(({ queue }) => queue === 'identity')

test('a person’s case is taken, looked at for a reason, passed, and its owner told', async () => {
  const [ana, kyc] = [await newAccount(), await newStaff(['KYC'])]
  const { orderNo, fileId } = await sendsPapers(ana)
  assert.equal((await waiting(kyc))!.count, 1)
  const shown = await caseAnswers.showCase(kyc, { orderNo })
  assert.deepEqual([shown.status, shown.taker, shown.papers.length], ['PENDING', null, 1])
  assert.ok(!/林梅|E12345678|mei@example/.test(JSON.stringify(shown)), 'masked')
  await refused('reason_needed', caseAnswers.casePaper(kyc, { orderNo, fileId }))

  await takesCase(kyc, orderNo)
  await refused('conflict', takesCase(kyc, orderNo))
  const clear = await caseAnswers.revealCase(kyc, { orderNo, reason: 'reviewing the papers' })
  assert.deepEqual([clear.realName, clear.idNo], ['林梅', 'E12345678'])
  const { type, body } = await caseAnswers.casePaper(kyc, { orderNo, fileId })
  assert.ok(type === 'image/jpeg' && (body as Buffer).length > 100)

  assert.equal((await decidesCase(kyc, orderNo, 'PASS')).status, 'PASSED')
  const account = await accountOf(db, ana.accountId)
  assert.deepEqual([account.identity, account.identity_type], ['PASSED', 'PERSON'])
  assert.equal((await waiting(kyc))!.count, 0)
  const { data } = await listOperations(ana, page)
  assert.ok(data.some(({ type: kind, content }) => kind === 'STAFF' && content.includes('reviewing the papers')))
  assert.deepEqual(
    (await auditOf(kyc)).map((line) => line.split(' ')[0]),
    ['VIEW', 'IDENTITY', 'REVEAL', 'VIEW', 'IDENTITY'],
  )
  const kept = await sql<{ all: string }>`
    SELECT concat((SELECT jsonb_agg(to_jsonb(l)) FROM operate_log l), (SELECT jsonb_agg(to_jsonb(s)) FROM staff_audit s),
                  (SELECT jsonb_agg(to_jsonb(k)) FROM request_key k), (SELECT jsonb_agg(to_jsonb(n)) FROM identity_look n)) AS all`.execute(
    db,
  )
  assert.ok(!/林梅|E12345678/.test(kept.rows[0]!.all), 'no log keeps what was seen')
})

test('the cardholder of a verification is entered once it has passed, one for each country, and sealed', async () => {
  const [ana, kyc] = [await newAccount(), await newStaff(['KYC'])]
  const { orderNo } = await sendsPapers(ana)
  const enters = (change: object = {}) =>
    transaction((tx) =>
      caseAnswers.saveCardholder(kyc, saveCardholder.input.parse({ orderNo, ...cardholder, ...change }), tx),
    )
  await refused('conflict', enters())
  await takesCase(kyc, orderNo)
  await refused('conflict', enters())
  await decidesCase(kyc, orderNo, 'PASS')
  assert.deepEqual(await cardholdersOf(db, ana.accountId), [])
  await refused('invalid', enters({ state: 'Oregon' }))
  await refused('not_found', enters({ orderNo: 'idv_01J00000000000000000000000' }))

  const london = { street: '1 Elm Road', city: 'London', state: 'London', zipCode: 'SW1A 1AA', country: 'GB' }
  await enters({ street: '9 Alder Street' })
  await enters(london)
  await enters()
  assert.deepEqual(await cardholdersOf(db, ana.accountId), [{ ...cardholder, ...london }, cardholder])
  const shown = await caseAnswers.showCase(kyc, { orderNo })
  assert.deepEqual(
    shown.cardholders.map(({ name, country }) => `${name} ${country}`),
    ['M* L* GB', 'M* L* US'],
  )
  const kept = await sql<{ all: string }>`
    SELECT concat((SELECT jsonb_agg(to_jsonb(i)) FROM identity_order i), (SELECT jsonb_agg(to_jsonb(s)) FROM staff_audit s),
                  (SELECT jsonb_agg(to_jsonb(l)) FROM operate_log l)) AS all`.execute(db)
  assert.ok(!/Alder|Cedar|Elm Road/.test(kept.rows[0]!.all), 'in clear nowhere')

  await sql`UPDATE identity_order SET expires_at = now() - interval '1 day' WHERE order_no = ${orderNo}`.execute(db)
  await expireVerifications()
  assert.deepEqual(await cardholdersOf(db, ana.accountId), [], 'it ends with the verification')
})

test('a reason opens the papers of one case to one person for a quarter of an hour', async () => {
  const [ana, kyc, other] = [await newAccount(), await newStaff(['KYC']), await newStaff(['KYC'])]
  const [{ orderNo, fileId }, ben] = [await sendsPapers(ana), await sendsPapers(await newAccount())]
  await caseAnswers.revealCase(kyc, { orderNo, reason: 'reviewing' })
  await refused('reason_needed', caseAnswers.casePaper(other, { orderNo, fileId }))
  await refused('reason_needed', caseAnswers.casePaper(kyc, ben))
  await refused('not_found', caseAnswers.casePaper(kyc, { orderNo, fileId: ben.fileId }))
  setClock(() => Date.now() + 16 * MINUTE)
  await refused('reason_needed', caseAnswers.casePaper(kyc, { orderNo, fileId }))
  setClock()
})

test('a case is turned down or sent back with a reason, which its owner reads', async () => {
  const [ana, kyc] = [await newAccount(), await newStaff(['KYC'])]
  const { orderNo } = await sendsPapers(ana)
  await takesCase(kyc, orderNo)
  for (const take of ['REJECT', 'NEED_INFO'] as const)
    assert.ok(!decideCase.input.safeParse({ orderNo, take, reason: ' ' }).success, 'not without a reason')
  await decidesCase(kyc, orderNo, 'NEED_INFO', 'The picture is blurred')
  const state = () => answers.identityStatus(ana, { orderNo: undefined })
  assert.deepEqual([(await state()).status, (await state()).rejectReason], ['NEED_INFO', 'The picture is blurred'])

  await sendsPapers(ana)
  const again = await caseAnswers.showCase(kyc, { orderNo })
  assert.deepEqual([again.status, again.taker], ['PENDING', null], 'it comes back to everybody')
  await takesCase(kyc, orderNo)
  await decidesCase(kyc, orderNo, 'REJECT', 'Not the same person')
  assert.deepEqual([(await state()).status, (await state()).rejectReason], ['REJECTED', 'Not the same person'])
  assert.equal((await accountOf(db, ana.accountId)).identity, 'REJECTED')
  await refused('conflict', decidesCase(kyc, orderNo, 'PASS'))
})

test('only whoever has it decides it, and a colleague may take it over', async () => {
  const [kyc, other] = [await newStaff(['KYC']), await newStaff(['KYC'])]
  const { orderNo } = await sendsPapers(await newAccount())
  await refused('conflict', decidesCase(kyc, orderNo, 'PASS'))
  await takesCase(kyc, orderNo)
  await refused('conflict', decidesCase(other, orderNo, 'PASS'))
  await takesCase(other, orderNo)
  await refused('conflict', decidesCase(kyc, orderNo, 'PASS'))
  assert.equal((await decidesCase(other, orderNo, 'PASS')).status, 'PASSED')
  await refused('not_found', takesCase(kyc, 'idv_00000000000000000000000000'))
})

test('a business is passed by a second person, who may look too', async () => {
  const [ana, kyc, risk] = [await newAccount(), await newStaff(['KYC']), await newStaff(['RISK_APPROVER'])]
  const { orderNo, fileId } = await sendsPapers(ana, 'BUSINESS')
  await takesCase(kyc, orderNo)
  const { status, approvalId } = await decidesCase(kyc, orderNo, 'PASS', 'the register agrees')
  assert.equal(status, 'REVIEWING')
  await refused('conflict', decidesCase(kyc, orderNo, 'PASS', 'again'))
  await refused('own_approval', approves(kyc, approvalId!))
  assert.equal((await caseAnswers.showCase(risk, { orderNo })).approvalId, approvalId)
  await caseAnswers.revealCase(risk, { orderNo, reason: 'second look' })
  await caseAnswers.casePaper(risk, { orderNo, fileId })
  const { diff } = await approvalAnswers.showApproval(risk, { approvalId: approvalId! })
  assert.ok(diff.some(({ after: said }) => said === 'Kaika Trading'))
  await approves(risk, approvalId!)
  const account = await accountOf(db, ana.accountId)
  assert.deepEqual([account.identity, account.identity_type, account.business], ['PASSED', 'BUSINESS', true])
  assert.ok((await auditOf(risk)).some((line) => line.startsWith('IDENTITY')))
})

test('what the second person turns down stays in review with the first', async () => {
  const [kyc, risk] = [await newStaff(['KYC']), await newStaff(['RISK_APPROVER'])]
  const { orderNo } = await sendsPapers(await newAccount(), 'BUSINESS')
  await takesCase(kyc, orderNo)
  const { approvalId } = await decidesCase(kyc, orderNo, 'PASS', 'fits')
  await rejects(risk, approvalId!)
  const shown = await caseAnswers.showCase(kyc, { orderNo })
  assert.deepEqual([shown.status, shown.mine, shown.approvalId], ['REVIEWING', 1, null])
})

test('the list has what waits first, finds an account, and knows what is next', async () => {
  const [ana, kyc] = [await newAccount(), await newStaff(['KYC'])]
  const [first, second] = [await sendsPapers(ana), await sendsPapers(await newAccount())]
  const { data } = await caseAnswers.listCases(kyc, { ...page, pageSize: 200, open: '1' })
  const at = (no: string) => data.findIndex(({ orderNo }) => orderNo === no)
  assert.ok(at(first.orderNo) >= 0 && at(first.orderNo) < at(second.orderNo))
  const { user_no } = await transaction((tx) => accountOf(tx, ana.accountId))
  const found = await caseAnswers.listCases(kyc, { ...page, keyword: user_no })
  assert.deepEqual(
    found.data.map(({ orderNo }) => orderNo),
    [first.orderNo],
  )
  const other = await newStaff(['KYC'])
  for (const { orderNo } of data) if (orderNo !== second.orderNo) await takesCase(other, orderNo).catch(() => {})
  assert.equal((await caseAnswers.showCase(kyc, { orderNo: first.orderNo })).nextOrderNo, second.orderNo)
})
