import assert from 'node:assert/strict'
import { test } from 'node:test'
import { placeSankey, scaleOf, type SankeyLink, type SankeyNode } from './sankey.ts'

const size = { width: 900, height: 400, bar: 10, gap: 6, least: 40 }
const nodes: SankeyNode[] = [
  { id: 'wire', column: 0 },
  { id: 'usdt', column: 0 },
  { id: 'wallet', column: 1 },
  { id: 'cards', column: 2 },
  { id: 'fees', column: 3 },
  { id: 'shop', column: 3 },
  { id: 'rest', column: 3 },
]
const link = (from: string, to: string, value: number): SankeyLink => ({ id: `${from}-${to}`, from, to, value })
const links = [
  link('wire', 'wallet', 9000),
  link('usdt', 'wallet', 1000),
  link('wallet', 'cards', 9990),
  link('wallet', 'fees', 10),
  link('cards', 'shop', 6000),
  link('cards', 'rest', 3990),
]

test('a unit of money is as wide everywhere, and a bar is as tall as what flows through it', () => {
  const placed = placeSankey(nodes, links, size)
  const of = (id: string) => placed.nodes.find((node) => node.id === id)!
  const unit = of('wallet').height / 10_000
  for (const { id, value, width } of placed.links) assert.ok(Math.abs(width - Math.max(1, value * unit)) < 1e-9, id)
  assert.ok(Math.abs(of('cards').height - 9990 * unit) < 1e-9)
  assert.equal(of('fees').height, 1, 'the smallest is still seen')
})

test('everything has room for its label, nothing overlaps, and all of it fits', () => {
  const placed = placeSankey(nodes, links, size)
  for (const column of [0, 1, 2, 3]) {
    let below = 0
    for (const node of placed.nodes.filter((one) => one.column === column)) {
      const room = Math.max(size.least, node.height)
      assert.ok(node.middle - room / 2 >= below - 1e-9, node.id)
      below = node.middle + room / 2 + size.gap
      assert.ok(node.y >= -1e-9 && node.y + node.height <= size.height + 1e-9, node.id)
      assert.ok(node.x >= 0 && node.x + size.bar <= size.width, node.id)
    }
    assert.ok(below - size.gap <= size.height + 1e-9)
  }
})

test('ribbons end at their bars, beside each other and in the order of the other ends', () => {
  const placed = placeSankey(nodes, links, size)
  const ends = placed.links.map(({ id, path, width }) => {
    const [x0, top0, , , , , x1, top1, , bottom1, , , , , , bottom0] = path.match(/-?[\d.]+/g)!.map(Number) as number[]
    assert.ok(Math.abs(bottom0! - top0! - width) < 0.11 && Math.abs(bottom1! - top1! - width) < 0.11)
    return { id, x0: x0!, y0: (top0! + bottom0!) / 2, x1: x1!, y1: (top1! + bottom1!) / 2, width }
  })
  const at = (id: string) => ends.find((one) => one.id === id)!
  const cards = placed.nodes.find(({ id }) => id === 'cards')!
  assert.ok(Math.abs(at('wallet-cards').x1 - cards.x) < 0.1)
  assert.ok(at('cards-shop').y0 < at('cards-rest').y0, 'the upper one leaves above')
  assert.ok(
    Math.abs(at('cards-rest').y0 - at('cards-shop').y0 - (at('cards-shop').width + at('cards-rest').width) / 2) < 0.11,
  )
})

test('the scale leaves room for what is too small to be drawn to scale', () => {
  assert.equal(scaleOf([100, 100], 400, 40), 2)
  assert.equal(scaleOf([1000, 1], 400, 40), 360 / 1000)
  assert.equal(scaleOf([1000, 1, 1], 400, 40), 320 / 1000)
  assert.equal(scaleOf([], 400, 40), Infinity)
  assert.equal(scaleOf([0], 400, 40), Infinity)
})

test('nothing flows: nothing is drawn, and nothing breaks', () => {
  assert.deepEqual(placeSankey([], [], size), { nodes: [], links: [] })
})
