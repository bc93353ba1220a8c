import assert from 'node:assert/strict'
import { test } from 'node:test'
import { VIEWS_MAX } from '#contract/views/views.ts'
import { Refusal } from '#contract/core/refusals.ts'
import { newAccount, subOf, withWorld, type Person } from '#test/world.ts'
import { transaction } from '../core/db.ts'
import { answers } from './module.ts'

withWorld()
const saves = (who: Person, name: string, query = 'status=ACTIVE') =>
  transaction((tx) => answers.saveView(who, { list: 'cards', name, query }, tx))
const mine = async (who: Person) =>
  (await answers.listViews(who, { list: 'cards' })).map(({ name, query }) => [name, query])
const refused = (name: string) => (error: unknown) => error instanceof Refusal && error.refusal === name

test('a view is kept under its name, and one of the same name is replaced', async () => {
  const ana = await newAccount()
  await saves(ana, 'low', 'maxBalance=500')
  await saves(ana, 'frozen', 'status=FROZEN')
  await saves(ana, 'low', 'maxBalance=1000&cols=card,balance')
  assert.deepEqual(await mine(ana), [
    ['low', 'maxBalance=1000&cols=card,balance'],
    ['frozen', 'status=FROZEN'],
  ])
  assert.deepEqual(await answers.listViews(ana, { list: 'flows' }), [])
})

test('it is the login’s own: a sub-account sees and removes none of its parent’s', async () => {
  const ana = await newAccount({ plan: 'PRO' })
  const { viewId } = await saves(ana, 'mine')
  const sub = await subOf(ana)
  assert.deepEqual(await mine(sub), [])
  await assert.rejects(Promise.resolve(answers.removeView(sub, { viewId })), refused('not_found'))
  await answers.removeView(ana, { viewId })
  assert.deepEqual(await mine(ana), [])
})

test('there are so many and no more, and the last may still be replaced', async () => {
  const ana = await newAccount()
  for (let i = 0; i < VIEWS_MAX; i++) await saves(ana, `view ${i}`)
  await assert.rejects(saves(ana, 'one more'), refused('conflict'))
  await saves(ana, 'view 0', 'status=CLOSED')
})
