import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { newAccount, subOf, withWorld } from '#test/world.ts'
import { DAY, nowMs, setClock } from '../core/clock.ts'
import { answers } from './module.ts'

withWorld()
after(() => setClock())

it('a sub-account was registered when it was added, not when its parent signed up', async () => {
  const ana = await newAccount()
  const before = (await answers.userInfo(ana, {})).createTime
  const later = nowMs() + 40 * DAY
  setClock(() => later)
  const bo = await subOf(ana)
  assert.equal((await answers.userInfo(bo, {})).createTime, later)
  assert.equal((await answers.userInfo(ana, {})).createTime, before)
})
