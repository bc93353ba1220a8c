import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readProxyHeader } from './proxyProtocol.ts'

const bytes = (text: string): Buffer => Buffer.from(text, 'latin1')
/** A header of version 2. */
function binary(command: number, family: number, content: Buffer): Buffer {
  const fixed = bytes('\r\n\r\n\0\r\nQUIT\n    ')
  fixed[12] = command
  fixed[13] = family
  fixed.writeUInt16BE(content.length, 14)
  return Buffer.concat([fixed, content])
}
const four = Buffer.from([203, 0, 113, 9, 10, 0, 0, 1, 0x30, 0x39, 0x01, 0xbb])
const six = Buffer.concat([
  Buffer.from('20010db8000000000000000000000001', 'hex'),
  Buffer.from('20010db8000000000000000000000002', 'hex'),
  Buffer.from([0, 1, 0, 2]),
])
const mapped = Buffer.concat([Buffer.from('00000000000000000000ffffcb007109', 'hex'), six.subarray(16)])

const rightOnes: [string, Buffer, string | undefined][] = [
  ['a line with IPv4', bytes('PROXY TCP4 203.0.113.9 10.0.0.1 12345 443\r\n'), '203.0.113.9'],
  ['a line with IPv6', bytes('PROXY TCP6 2001:DB8:0:0::1 2001:db8::2 1 2\r\n'), '2001:db8::1'],
  ['a line with IPv4 in IPv6', bytes('PROXY TCP6 ::ffff:203.0.113.9 ::1 1 2\r\n'), '203.0.113.9'],
  ['a line of a proxy that speaks for itself', bytes('PROXY UNKNOWN\r\n'), undefined],
  ['a line of an unknown family', bytes('PROXY UNKNOWN ffff::1 ffff::2 1 2\r\n'), undefined],
  ['binary with IPv4', binary(0x21, 0x11, four), '203.0.113.9'],
  ['binary with IPv6', binary(0x21, 0x21, six), '2001:db8::1'],
  ['binary with IPv4 in IPv6', binary(0x21, 0x21, mapped), '203.0.113.9'],
  ['binary with more after the addresses', binary(0x21, 0x11, Buffer.concat([four, Buffer.alloc(300)])), '203.0.113.9'],
  ['binary of a proxy that speaks for itself', binary(0x20, 0x11, four), undefined],
  ['binary of a local socket', binary(0x21, 0x31, Buffer.alloc(216)), undefined],
  ['binary without a family', binary(0x21, 0x00, Buffer.alloc(0)), undefined],
]
const rest = bytes('GET / HTTP/1.1\r\n\r\n')

for (const [name, header, address] of rightOnes)
  test(`${name} is read to its end and no further, wherever it is cut`, () => {
    for (let cut = 0; cut < header.length; cut++)
      assert.equal(readProxyHeader(header.subarray(0, cut)), 'more', `${cut}`)
    for (const all of [header, Buffer.concat([header, rest])])
      assert.deepEqual(readProxyHeader(all), { address, length: header.length })
  })

const wrongOnes: [string, Buffer][] = [
  ['HTTP', rest],
  ['TLS', Buffer.from([0x16, 3, 1])],
  ['a line without an end', bytes(`PROXY TCP4 ${'1'.repeat(120)}`)],
  ['a line whose end comes too late', bytes(`PROXY UNKNOWN ${' '.repeat(120)}\r\n`)],
  ['a line with a name for an address', bytes('PROXY TCP4 localhost 10.0.0.1 1 2\r\n')],
  ['a line with an address of another family', bytes('PROXY TCP4 ::1 ::1 1 2\r\n')],
  ['a line without ports', bytes('PROXY TCP4 203.0.113.9 10.0.0.1\r\n')],
  ['a line with words between', bytes('PROXY TCP4 203.0.113.9  10.0.0.1 1 2\r\n')],
  ['a line of another family', bytes('PROXY UDP4 203.0.113.9 10.0.0.1 1 2\r\n')],
  ['a line in small letters', bytes('proxy TCP4 203.0.113.9 10.0.0.1 1 2\r\n')],
  ['binary of another version', binary(0x11, 0x11, four)],
  ['binary with another command', binary(0x22, 0x11, four)],
  ['binary of datagrams', binary(0x21, 0x12, four)],
  ['binary with half an address', binary(0x21, 0x11, four.subarray(1))],
  ['binary that announces too much', binary(0x21, 0x11, Buffer.alloc(4096)).subarray(0, 40)],
]
for (const [name, header] of wrongOnes)
  test(`${name} is no header`, () => assert.equal(readProxyHeader(header), 'wrong'))

test('no bytes make the reader fail, wait for ever, or find an address that is none', () => {
  const start = fc.constantFrom(
    bytes('PROXY TCP4 '),
    bytes('PROXY '),
    binary(0x21, 0x21, six),
    binary(0x21, 0x11, four),
  )
  fc.assert(
    fc.property(start, fc.uint8Array({ maxLength: 60 }), fc.nat(60), fc.nat(255), (begin, more, at, value) => {
      const all = Buffer.concat([begin, more])
      if (at < all.length) all[at] = value
      const header = readProxyHeader(all)
      assert.equal(readProxyHeader(Buffer.concat([all, Buffer.alloc(2100)])) === 'more', false)
      if (typeof header === 'string') return
      assert.ok(header.length <= all.length)
      if (header.address !== undefined) assert.match(header.address, /^[\d.]+$|^[\da-f:]+$/)
    }),
    { numRuns: 3000 },
  )
})
