import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cutSet, cutWhere, SET_MAX } from './cutSet.ts'

type Asked = { readonly n: number; readonly cell: number | undefined }
const cellOf = ({ cell }: Asked) => cell
/** No other connection is at work. */
const never = () => false
const many = (count: number, cell: (n: number) => number | undefined): Asked[] =>
  Array.from({ length: count }, (_, n) => ({ n, cell: cell(n) }))

test('while they fit into one set, all that wait are decided together, in their order', () => {
  const waiting = many(SET_MAX, (n) => (n * 7) % 64)
  const all = [...waiting]
  assert.deepEqual(cutSet(waiting, { lane: 2, lanes: 3 }, cellOf, never), all)
  assert.deepEqual(waiting, [])
})

test('when more wait, connections decide different cells, so no two sets share a card', () => {
  const waiting = many(300, (n) => (n * 7) % 64)
  const cells = [0, 1, 2].map((lane) => new Set(cutSet(waiting, { lane, lanes: 3 }, cellOf, never).map(cellOf)))
  assert.equal(
    new Set(cells.flatMap((of) => [...of])).size,
    cells.reduce((sum, of) => sum + of.size, 0),
  )
  assert.equal(waiting.length, 300 - 3 * SET_MAX)
  // Of 64 cells each connection has a third, also while others have not cut theirs.
  cells.forEach((of, lane) => assert.ok([...of].every((cell) => Math.floor((cell! * 3) / 64) === lane)))
  const last = cutSet(
    many(300, (n) => (n * 7) % 64),
    { lane: 2, lanes: 3 },
    cellOf,
    never,
  )
  assert.deepEqual([last.length, last.every(({ cell }) => cell! >= 43)], [SET_MAX, true])
})

test('a set that its own cells do not fill is filled with others, but not with a card that is at work', () => {
  const waiting = many(90, (n) => n % 64)
  const atWork = ({ cell }: Asked) => cell! < 50
  const set = cutSet(waiting, { lane: 0, lanes: 3 }, cellOf, atWork)
  const own = set.filter(({ cell }) => cell! <= 21)
  assert.equal(own.length, many(90, (n) => n % 64).filter(({ cell }) => cell! <= 21).length)
  assert.deepEqual(
    set.filter(({ cell }) => cell! > 21).map(cellOf),
    Array.from({ length: 14 }, (_, n) => 50 + n),
  )
  assert.equal(set.length + waiting.length, 90)
  const first = cutSet(
    many(90, (n) => n % 64),
    { lane: 0, lanes: 3 },
    cellOf,
    never,
  )
  assert.equal(first.length, SET_MAX)
})

test('a set has neighbouring cells, and the request that has waited longest is in it', () => {
  const waiting = many(300, (n) => (60 - n * 5 + 6400) % 64)
  const set = cutSet(waiting, { lane: 0, lanes: 1 }, cellOf, never)
  assert.equal(set[0]!.n, 0)
  assert.ok(new Set(set.map(cellOf)).size <= 16)
})

test('everybody is decided, whatever the cells: all in one, unknown ones, and a connection without any of its own', () => {
  for (const cell of [() => 5, () => undefined, (n: number) => n % 3]) {
    const waiting = many(500, cell)
    const done: Asked[] = []
    for (let lane = 0; waiting.length; lane = (lane + 1) % 3)
      done.push(...cutSet(waiting, { lane, lanes: 3 }, cellOf, never))
    assert.deepEqual(
      done.map(({ n }) => n).toSorted((a, b) => a - b),
      many(500, cell).map(({ n }) => n),
    )
  }
})

test('requests of one card keep their order', () => {
  const waiting = many(400, (n) => (n % 2 ? 9 : n % 64))
  const ofNine: number[] = []
  for (let lane = 0; waiting.length; lane = (lane + 1) % 3)
    ofNine.push(
      ...cutSet(waiting, { lane, lanes: 3 }, cellOf, never)
        .filter(({ cell }) => cell === 9)
        .map(({ n }) => n),
    )
  assert.deepEqual(
    ofNine,
    ofNine.toSorted((a, b) => a - b),
  )
})

test('where a set has the requests of some cells, the rest wait in their order', () => {
  const waiting = many(100, (n) => n % 4)
  const isHere = ({ cell }: Asked) => cell === 0 || cell === 3
  const ns = (asked: readonly Asked[]) => asked.map(({ n }) => n)
  const all = ns(waiting)
  assert.deepEqual(
    ns(cutWhere(waiting, isHere)),
    all.filter((n) => n % 4 === 0 || n % 4 === 3),
  )
  assert.deepEqual(
    ns(waiting),
    all.filter((n) => n % 4 === 1 || n % 4 === 2),
  )
  const crowd = many(2 * SET_MAX, () => 0)
  assert.deepEqual([cutWhere(crowd, isHere).length, crowd.length, crowd[0]!.n], [SET_MAX, SET_MAX, SET_MAX])
})
