import { test } from 'node:test'
import { deepEqual, equal } from 'node:assert/strict'
import { tracksOf } from './tracks.ts'

const column = (width: number, more: { exact?: boolean; pinned?: boolean } = {}) => ({
  width,
  exact: false,
  pinned: false,
  ...more,
})

test('columns share what is left over in proportion', () => {
  const { widths, total } = tracksOf([column(100), column(200)], { lead: 48, room: 648 })
  deepEqual(widths, [200, 400])
  equal(total, 348)
})

test('a resized column keeps its width', () => {
  deepEqual(tracksOf([column(100, { exact: true }), column(200)], { lead: 0, room: 600 }).widths, [100, 500])
})

test('the last column fills the table if all were resized', () => {
  const resized = [column(100, { exact: true }), column(200, { exact: true })]
  deepEqual(tracksOf(resized, { lead: 0, room: 600 }).widths, [100, 500])
})

test('a narrow table scrolls and does not shrink its columns', () => {
  deepEqual(tracksOf([column(100), column(200)], { lead: 0, room: 250 }).widths, [100, 200])
})

test('pinned columns stick one after another, and never take the whole table', () => {
  const columns = [column(100, { pinned: true }), column(200, { pinned: true }), column(300)]
  const wide = tracksOf(columns, { lead: 48, room: 900 })
  deepEqual(wide.lefts, [48, 148, 348])
  equal(wide.pinned, 2)
  equal(tracksOf(columns, { lead: 48, room: 400 }).pinned, 1)
})
