import assert from 'node:assert/strict'
import { once } from 'node:events'
import net from 'node:net'
import { test } from 'node:test'
import { smtpMail } from './mail.ts'
import { OutsideRefused, OutsideUnknown } from './ask.ts'

/** A minimal SMTP server for one message; it refuses mail to `nobody`. */
async function mailServer() {
  const taken: string[] = []
  const server = net.createServer((socket) => {
    let body: string | undefined
    socket.write('220 test\r\n')
    socket.on('error', () => {})
    socket.on('data', (data) => {
      for (const line of data.toString().split('\r\n').slice(0, -1)) {
        if (body !== undefined) {
          if (line !== '.') body += `${line}\n`
          else {
            taken.push(body)
            body = undefined
            socket.write('250 taken\r\n')
          }
        } else if (/^RCPT TO:<nobody/i.test(line)) socket.write('550 no such mailbox\r\n')
        else if (/^DATA/i.test(line)) {
          body = ''
          socket.write('354 go on\r\n')
        } else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n')
        else socket.write('250 ok\r\n')
      }
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { taken, port: (server.address() as net.AddressInfo).port, close: () => server.close() }
}
const message = { id: 'ntc_1.stf', subject: 'Kaika · 充值到账', text: '充值 $10.00', html: '<p>充值 $10.00</p>' }

test('a message goes out by SMTP under our own name for it', async (t) => {
  const server = await mailServer()
  t.after(server.close)
  const mail = smtpMail({ url: `smtp://127.0.0.1:${server.port}`, from: 'Kaika <no-reply@kaika.test>' })
  await mail.send({ ...message, to: 'mei@example.com' })
  assert.equal(server.taken.length, 1)
  assert.match(server.taken[0]!, /^Message-ID: <ntc_1\.stf@kaika>$/m)
  assert.match(server.taken[0]!, /^To: mei@example\.com$/m)
})

test('a mailbox that is not there is a no; a server that is away leaves it open', async (t) => {
  const server = await mailServer()
  t.after(server.close)
  const mail = smtpMail({ url: `smtp://127.0.0.1:${server.port}`, from: 'no-reply@kaika.test' })
  await assert.rejects(mail.send({ ...message, to: 'nobody@example.com' }), OutsideRefused)
  const away = smtpMail({ url: 'smtp://127.0.0.1:9', from: 'no-reply@kaika.test' })
  await assert.rejects(away.send({ ...message, to: 'mei@example.com' }), OutsideUnknown)
})
