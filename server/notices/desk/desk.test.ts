import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  aDraft,
  agreementInput,
  anAgreementDraft,
  anAgreementInForce,
  aNotice,
  contactInput,
} from '#test/fixtures/content.ts'
import { refusedAs } from '#test/refused.ts'
import { approves, auditOf, newStaff } from '#test/fixtures/staff.ts'
import { newAccount, stranger, subOf, withWorld } from '#test/world.ts'
import { DAY, nowMs } from '#server/core/clock.ts'
import { db, sql, transaction } from '#server/core/db.ts'
import { agreementAnswers, answers, contentAnswers } from '../module.ts'
import { useChat } from '../content/contact.ts'

withWorld()

const bannersOf = async (actor: Parameters<typeof answers.bannerNotices>[0]) =>
  (await answers.bannerNotices(actor, {})).map(({ id }) => id)
const stateOf = async (noticeId: string) => {
  const page = await contentAnswers.listDeskNotices(await newStaff(), { pageNo: 1, pageSize: 10, noticeId })
  return page.data[0]!
}

describe('a notice that staff write', () => {
  it('is a draft nobody sees, then shown, then withdrawn, and every step is in the audit', async () => {
    const staff = await newStaff(['CONTENT'])
    const ana = await newAccount()
    const id = await aDraft({ htmlEn: '<p onclick="x()">Tonight</p><script>1</script>' }, staff)
    assert.deepEqual(await bannersOf(ana), [])
    await transaction((tx) => contentAnswers.publishNotice(staff, { id, reason: 'as planned' }, tx))
    const [banner] = await answers.bannerNotices(ana, {})
    assert.deepEqual([banner!.id, banner!.msg], [id, '<p>Tonight</p>'])
    await answers.readNotice(ana, { id })
    assert.deepEqual([(await stateOf(id)).state, (await stateOf(id)).readCount], ['PUBLISHED', 1])
    await transaction((tx) => contentAnswers.withdrawNotice(staff, { id, reason: 'over' }, tx))
    assert.deepEqual(await bannersOf(await newAccount()), [])
    assert.equal((await stateOf(id)).state, 'WITHDRAWN')
    assert.deepEqual(await auditOf(staff), [`CONTENT ${id}`, `CONTENT ${id}`, `CONTENT ${id}`])
    await assert.rejects(aDraft({ id }, staff), refusedAs('conflict'), 'what people have read is not written over')
    await assert.rejects(
      transaction((tx) => contentAnswers.withdrawNotice(staff, { id, reason: 'again' }, tx)),
      refusedAs('conflict'),
    )
  })

  it('is shown in its time only, and to those whom it is for', async () => {
    const [ana, pro, bo] = [await newAccount(), await newAccount({ plan: 'PRO' }), await newAccount()]
    const sub = await subOf(ana)
    const userNo = (account: string) =>
      sql<{ user_no: string }>`SELECT user_no FROM account WHERE account_id = ${account}`
        .execute(db)
        .then(({ rows }) => rows[0]!.user_no)
    const [parents, subs, plans, some, later, ended] = [
      await aNotice({ audience: 'PARENT' }),
      await aNotice({ audience: 'SUB' }),
      await aNotice({ audience: 'PLAN', audienceIds: ['PRO'] }),
      await aNotice({ audience: 'ACCOUNT', audienceIds: [await userNo(bo.accountId)] }),
      await aNotice({ startTime: nowMs() + DAY }),
      await aDraft({ startTime: nowMs() - 2 * DAY, endTime: nowMs() - DAY }),
    ]
    await sql`UPDATE public_notice SET status = 'PUBLISHED' WHERE notice_id = ${ended}`.execute(db)
    const seen = async (actor: Parameters<typeof bannersOf>[0]) => {
      const ids = new Set(await bannersOf(actor))
      return [parents, subs, plans, some, later, ended].map((id) => ids.has(id))
    }
    assert.deepEqual(await seen(ana), [true, false, false, false, false, false])
    assert.deepEqual(await seen(sub), [false, true, false, false, false, false])
    assert.deepEqual(await seen(pro), [true, false, true, false, false, false])
    assert.deepEqual(await seen(bo), [true, false, false, true, false, false])
    assert.deepEqual([(await stateOf(later)).state, (await stateOf(ended)).state], ['SCHEDULED', 'ENDED'])
    await assert.rejects(answers.readNotice(ana, { id: some }), refusedAs('not_found'), 'another account’s')
    const wrong = { audience: 'ACCOUNT' as const, audienceIds: ['999999999'] }
    await assert.rejects(aDraft(wrong), refusedAs('invalid', 'audienceIds'))
    await assert.rejects(aDraft({ audience: 'PLAN' }), refusedAs('invalid', 'audienceIds'))
    await assert.rejects(aDraft({ endTime: 1 }), refusedAs('invalid', 'endTime'))
  })

  it('that must be read takes two people, and stays as the second one saw it', async () => {
    const [maker, checker, ana] = [await newStaff(['CONTENT']), await newStaff(['PRODUCT']), await newAccount()]
    const id = await aDraft({ kind: 'MUST_READ' }, maker)
    const publish = () => transaction((tx) => contentAnswers.publishNotice(maker, { id, reason: 'law' }, tx))
    const { approvalId } = await publish()
    assert.deepEqual(await answers.mustReadNotices(ana, {}), [])
    await assert.rejects(aDraft({ id, kind: 'MUST_READ', titleCn: '改了' }, maker), refusedAs('conflict'))
    await assert.rejects(publish(), refusedAs('conflict'))
    await assert.rejects(approves(maker, approvalId!))
    assert.equal((await stateOf(id)).pendingApprovalId, approvalId)
    await approves(checker, approvalId!)
    assert.deepEqual(
      (await answers.mustReadNotices(ana, {})).map((one) => one.id),
      [id],
    )
    await answers.readNotice(ana, { id })
    assert.deepEqual(await answers.mustReadNotices(ana, {}), [])
    assert.ok((await auditOf(checker)).includes(`CONTENT ${id}`))
  })
})

describe('the contact dialog', () => {
  it('has words at first, is changed by staff, and offers the chat only where the service names a widget', async () => {
    const [staff, ana] = [await newStaff(['CONTENT']), await newAccount()]
    const first = await contentAnswers.contact(ana, {})
    assert.deepEqual([first.qrs.length, first.chat], [2, null])
    const save = (chatOn: boolean) =>
      transaction((tx) => contentAnswers.saveContact(staff, { ...contactInput, chatOn, chatKey: 'k1' }, tx))
    await save(true)
    assert.equal((await contentAnswers.contact(ana, {})).qrs[0]!.name, 'WeChat')
    assert.equal((await contentAnswers.contact(ana, {})).chat, null)
    useChat('https://chat.example/widget.js')
    assert.deepEqual((await contentAnswers.contact(ana, {})).chat, { src: 'https://chat.example/widget.js', key: 'k1' })
    await save(false)
    assert.equal((await contentAnswers.contact(ana, {})).chat, null)
    useChat(undefined)
    assert.deepEqual(await auditOf(staff), ['CONTENT contact', 'CONTENT contact'])
  })
})

describe('agreements', () => {
  it('are numbered, published by two, and asked of those who signed up before, once', async () => {
    const [staff, ana] = [await newStaff(['CONTENT']), await newAccount()]
    assert.deepEqual(await agreementAnswers.agreementsToAccept(ana, {}), [])
    const id = await anAgreementInForce()
    const [asked] = await agreementAnswers.agreementsToAccept(ana, {})
    assert.deepEqual([asked!.id, asked!.version], [id, 1])
    assert.deepEqual(
      (await agreementAnswers.agreements(stranger(), {})).map((one) => one.id),
      [id],
    )
    for (let i = 0; i < 2; i++) assert.deepEqual(await agreementAnswers.acceptAgreement(ana, { id }), { ok: 1 })
    assert.deepEqual(await agreementAnswers.agreementsToAccept(ana, {}), [])
    assert.deepEqual(await agreementAnswers.agreementsToAccept(await newAccount(), {}), [], 'signed up under it')

    const draft = await anAgreementDraft(staff)
    await assert.rejects(agreementAnswers.acceptAgreement(ana, { id: draft }), refusedAs('not_found'))
    const page = await agreementAnswers.listDeskAgreements(staff, { pageNo: 1, pageSize: 10, kind: 'TERMS' })
    assert.deepEqual(
      page.data.map(({ version, state, acceptCount }) => [version, state, acceptCount]),
      [
        [2, 'DRAFT', 0],
        [1, 'IN_FORCE', 1],
      ],
    )
    const rewrite = { ...agreementInput, id }
    await assert.rejects(
      transaction((tx) => agreementAnswers.saveAgreement(staff, rewrite, tx)),
      refusedAs('conflict'),
      'a version in force never changes',
    )
  })
})
