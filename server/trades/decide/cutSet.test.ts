import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cutSet, cutWhere, SET_MAX } from './cutSet.ts'

type Asked = { readonly n: number; readonly cell: number | undefined; readonly cardHash: string }
const cellOf = ({ cell }: Asked) => cell
/** Each of a card of its own, unless said otherwise. */
const many = (
  count: number,
  cell: (n: number) => number | undefined,
  card: (n: number) => unknown = (n) => n,
): Asked[] => Array.from({ length: count }, (_, n) => ({ n, cell: cell(n), cardHash: `card${card(n)}` }))
const ns = (asked: readonly Asked[]) => asked.map(({ n }) => n)
/** No other connection is at work. */
const cut = (waiting: Asked[], lane = 0, lanes = 3) => cutSet(waiting, [...waiting], { lane, lanes }, cellOf)

test('while they fit into one set, all that wait are decided together, in their order', () => {
  const waiting = many(SET_MAX, (n) => (n * 7) % 64)
  const all = [...waiting]
  assert.deepEqual(cut(waiting, 2), all)
  assert.deepEqual(waiting, [])
})

test('few that wait, too, are decided without those whose card another connection is deciding', () => {
  const waiting = many(10, (n) => n)
  const set = cutSet(
    waiting,
    waiting.filter(({ n }) => n % 3 !== 0),
    { lane: 0, lanes: 3 },
    cellOf,
  )
  assert.deepEqual(ns(set), [1, 2, 4, 5, 7, 8])
  assert.deepEqual(ns(waiting), [0, 3, 6, 9])
})

test('when more wait, connections decide different cells', () => {
  const waiting = many(300, (n) => (n * 7) % 64)
  const cells = [0, 1, 2].map((lane) => new Set(cut(waiting, lane).map(cellOf)))
  assert.equal(
    new Set(cells.flatMap((of) => [...of])).size,
    cells.reduce((sum, of) => sum + of.size, 0),
  )
  assert.equal(waiting.length, 300 - 3 * SET_MAX)
  // Of 64 cells each connection has a third, also while others have not cut theirs.
  cells.forEach((of, lane) => assert.ok([...of].every((cell) => Math.floor((cell! * 3) / 64) === lane)))
  const last = cut(
    many(300, (n) => (n * 7) % 64),
    2,
  )
  assert.deepEqual([last.length, last.every(({ cell }) => cell! >= 43)], [SET_MAX, true])
})

test('a set that its own cells do not fill is filled with others, but not with a card that is at work', () => {
  const waiting = many(90, (n) => n % 64)
  const isAtWork = ({ cell }: Asked) => cell! >= 22 && cell! < 50
  const free = waiting.filter((member) => !isAtWork(member))
  assert.ok(free.length < SET_MAX)
  assert.deepEqual(cutSet([...waiting], free, { lane: 0, lanes: 3 }, cellOf), free)
  const crowd = many(200, (n) => n % 64)
  const others = crowd.filter((member) => !isAtWork(member))
  const set = cutSet(crowd, others, { lane: 1, lanes: 3 }, cellOf)
  // All that are left of its own, from 22 to 42, are none.
  assert.deepEqual([set.length, set.some(isAtWork), crowd.length], [SET_MAX, false, 200 - SET_MAX])
})

test('requests that could only wait for a full set because they are of its cards go with it', () => {
  // Nothing but one busy card: all at once, up to three sets.
  for (const [count, taken] of [
    [150, 150],
    [300, 192],
  ] as const) {
    const waiting = many(
      count,
      () => 5,
      () => 'busy',
    )
    assert.deepEqual(
      ns(cut(waiting)),
      Array.from({ length: taken }, (_, n) => n),
    )
    assert.equal(waiting.length, count - taken)
  }
  // Beside others, only those of cards that are in it, in their order.
  const waiting = many(
    160,
    (n) => n % 64,
    (n) => (n % 4 === 0 ? 'busy' : n),
  )
  const set = cut(waiting, 0, 1)
  const busy = ns(set.filter(({ cardHash }) => cardHash === 'cardbusy'))
  assert.equal(busy.length, 40)
  assert.equal(set.length - busy.length, SET_MAX - busy.filter((n) => ns(set).indexOf(n) < SET_MAX).length)
  assert.ok(waiting.every(({ cardHash }) => cardHash !== 'cardbusy'))
})

test('a set has neighbouring cells, and the request that has waited longest is in it', () => {
  const waiting = many(300, (n) => (60 - n * 5 + 6400) % 64)
  const set = cut(waiting, 0, 1)
  assert.equal(set[0]!.n, 0)
  assert.ok(new Set(set.map(cellOf)).size <= 16)
})

test('everybody is decided, whatever the cells: all in one, unknown ones, and a connection without any of its own', () => {
  for (const cell of [() => 5, () => undefined, (n: number) => n % 3]) {
    const waiting = many(500, cell)
    const done: Asked[] = []
    for (let lane = 0; waiting.length; lane = (lane + 1) % 3) done.push(...cut(waiting, lane))
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
      ...cut(waiting, lane)
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
