import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Call } from './call.ts'
import { openBatch } from '../cards/batches.ts'
import { openCard } from '../cards/cards.ts'
import { signUp } from '../identity/identity.ts'
import { resetForgotten } from '../identity/security.ts'
import { submitIdentity } from '../identity/verification.ts'

/** Maps each field to its first message, for one request. */
const problems = (row: Call, input: object): Record<string, string> => {
  const found: Record<string, string> = {}
  for (const { path, message } of row.input.safeParse(input).error?.issues ?? []) found[path.join('.')] ??= message
  return found
}

test('an incomplete sign-up form shows the privacy policy message together with the other fields’ messages', () => {
  const empty = problems(signUp, {})
  assert.deepEqual(Object.keys(empty).sort(), ['agree', 'code', 'confirmPassword', 'mobile', 'password'])
  assert.equal(empty['agree'], 'agree')
  for (const agree of ['0', 'false', false, 'perhaps', undefined])
    assert.equal(problems(signUp, { mobile: '13800000000', agree })['agree'], 'agree', String(agree))
  const { mobile, confirmPassword, agree } = problems(signUp, {
    mobile: '12',
    password: 'Kaika-walk-7',
    confirmPassword: 'Kaika-walk-8',
    agree: '0',
  })
  assert.deepEqual([mobile, confirmPassword, agree], ['mobile', 'passwords_differ', 'agree'])
  assert.equal(problems(signUp, { agree: '1' })['agree'], undefined)
})

test('a wrong zip code is named together with the other fields of the card form', () => {
  const wrong = problems(openCard, { vid: 'VISA-US-1', zipCode: '9720', firstName: '李' })
  assert.equal(wrong['zipCode'], 'zip_code')
  assert.equal(wrong['firstName'], 'holder_name')
  assert.ok(wrong['rechargeAmount'] && wrong['street'] && wrong['city'] && wrong['state'])
  for (const zipCode of ['97201', '97201-1234', 'SW1A 1AA', '999077'])
    assert.equal(problems(openCard, { zipCode })['zipCode'], undefined, zipCode)
})

test('rules over several fields do not wait for the fields that they do not read', () => {
  const batch = problems(openBatch, { nameMode: 'FIXED', addressMode: 'FIXED', rechargeAmount: 'x' })
  for (const field of ['rechargeAmount', 'firstName', 'lastName', 'street', 'zipCode'])
    assert.ok(batch[field], `${field}: ${JSON.stringify(batch)}`)
  const forgotten = problems(resetForgotten, {
    mobile: '12',
    password: 'Kaika-walk-7',
    confirmPassword: 'Kaika-walk-8',
  })
  assert.deepEqual(
    [forgotten['mobile'], forgotten['confirmPassword'], Boolean(forgotten['code'])],
    ['mobile', 'passwords_differ', true],
  )
  const papers = problems(submitIdentity, { type: 'PERSON', idType: 'ID_CARD', idNo: '123456', files: {} })
  assert.equal(papers['idNo'], 'id_no')
  assert.equal(papers['files.front'], 'paper_needed')
  assert.ok(papers['realName'])
})

test('what is no form at all is refused and breaks no rule', () => {
  for (const input of [undefined, null, 'x', 3, []])
    for (const row of [signUp, openBatch, resetForgotten, submitIdentity])
      assert.equal(row.input.safeParse(input).success, false)
})
