/** A flooding process: `flood.ts PORT CONNECTIONS REQUESTS`. Each connection sends all of its requests in one write and reads the answers. */
import net from 'node:net'

const [port = 0, connections = 0, requests = 0] = process.argv.slice(2).map(Number)
const flood = Buffer.from('GET / HTTP/1.1\r\nHost: us\r\n\r\n'.repeat(requests))
let [open, answered] = [0, 0]
for (let i = 0; i < connections; i++) {
  // One address may open a quarter of a server's connections.
  const socket = net.connect({ port, host: '127.0.0.1', localAddress: `127.0.7.${1 + (i % 8)}` })
  socket.on('error', () => {})
  socket.on('connect', () => {
    socket.write(flood)
    if (++open === connections) process.send?.('flooding')
  })
  socket.on('data', (chunk) => {
    for (let at = chunk.indexOf('HTTP/1.1 '); at >= 0; at = chunk.indexOf('HTTP/1.1 ', at + 1)) answered++
  })
}
process.on('message', () => process.send?.(answered))
process.on('disconnect', () => process.exit())
