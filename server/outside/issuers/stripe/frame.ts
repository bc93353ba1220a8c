/**
 * The page in which Stripe.js shows number and code of one card. Stripe has no page of its own for that: its script runs in a page of ours and puts frames of
 * Stripe's into it (Issuing Elements), so the number goes from Stripe to the browser. The page carries a ticket for one card, valid for a minute; with it and a
 * nonce that Stripe.js has made, it gets an ephemeral key from our server.
 */
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import * as z from 'zod'
import { nowMs } from '#server/core/clock.ts'
import { OutsideRefused, OutsideUnknown } from '#server/outside/ask.ts'
import type { IssuerFrame } from '../issuer.ts'

const TICKET_MS = 60_000
const PATH = '/frames/stripe'
const Ticket = z.object({ card: z.string(), until: z.number() })
const Asked = z.object({ ticket: z.string().max(500), nonce: z.string().min(1).max(500) })

type Frame = {
  key: string
  publishableKey: string
  url: string
  scriptUrl: string
  ephemeralKey: (card: string, nonce: string) => Promise<{ secret?: string }>
}

export function stripeFrame({
  key,
  publishableKey,
  url,
  scriptUrl,
  ephemeralKey,
}: Frame): IssuerFrame & { ticketFor(card: string): string } {
  const ticketKey = Buffer.from(hkdfSync('sha256', key, '', 'kaika frame ticket', 32))
  const signed = (text: string): Buffer => createHmac('sha256', ticketKey).update(text).digest()
  const cardOf = (ticket: string): string => {
    const [text = '', signature = ''] = ticket.split('.')
    const [expected, given] = [signed(text), Buffer.from(signature, 'base64url')]
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw new OutsideRefused('TICKET')
    const { card, until } = Ticket.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
    if (until < nowMs()) throw new OutsideRefused('TICKET')
    return card
  }
  const { origin } = new URL(scriptUrl)
  const theirs = origin === 'https://js.stripe.com' ? `${origin} https://*.js.stripe.com` : origin
  return {
    path: PATH,
    policy:
      `default-src 'none'; script-src 'self' ${theirs}; style-src 'self'; frame-src ${theirs} https://hooks.stripe.com; ` +
      `connect-src 'self' ${url} ${origin}; img-src https://*.stripe.com; base-uri 'none'; form-action 'none'; frame-ancestors 'self'`,
    html: (lang) => pageOf(texts[lang], scriptUrl, publishableKey),
    script: SCRIPT,
    style: STYLE,
    ticketFor(card) {
      const text = Buffer.from(JSON.stringify({ card, until: nowMs() + TICKET_MS })).toString('base64url')
      return `${text}.${signed(text).toString('base64url')}`
    },
    async exchange(input) {
      const asked = Asked.safeParse(input)
      if (!asked.success) throw new OutsideRefused('INVALID')
      const { secret } = await ephemeralKey(cardOf(asked.data.ticket), asked.data.nonce)
      if (secret === undefined) throw new OutsideUnknown('stripe: an ephemeral key without its secret')
      return { ephemeralKeySecret: secret }
    },
  }
}

const texts = {
  cn: {
    ...{ lang: 'zh-CN', number: '卡号', expiry: '有效期', code: '安全码' },
    problem: '卡号暂时无法显示，请关闭后重试。',
  },
  en: {
    ...{ lang: 'en', number: 'Card number', expiry: 'Expiry', code: 'Security code' },
    problem: 'The card number can’t be shown right now. Close this window and try again.',
  },
}

const pageOf = (text: (typeof texts)['cn'], scriptUrl: string, publishableKey: string): string => `<!doctype html>
<html lang="${text.lang}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${text.number}</title>
    <link rel="stylesheet" href="${PATH}/page.css" />
    <script src="${scriptUrl}"></script>
    <script src="${PATH}/page.js" defer></script>
  </head>
  <body data-key="${publishableKey}">
    <main>
      <dl>
        <div class="wide"><dt>${text.number}</dt><dd id="number"></dd></div>
        <div><dt>${text.expiry}</dt><dd id="expiry"></dd></div>
        <div><dt>${text.code}</dt><dd id="code"></dd></div>
      </dl>
      <p id="problem" role="alert" hidden>${text.problem}</p>
    </main>
  </body>
</html>
`

const STYLE = `body { margin: 0; padding: 16px; background: #fff; color: #1b1f24; font: 14px/1.4 system-ui, sans-serif; }
dl { display: grid; grid-template-columns: 1fr 1fr; gap: 12px 24px; margin: 0; }
.wide { grid-column: 1 / -1; }
dt { color: #59636e; font-size: 12px; }
dd { margin: 0; height: 28px; }
p { margin: 0; }
`

const SCRIPT = `(async () => {
  const ticket = location.hash.slice(1)
  // The ticket does not stay in the address.
  history.replaceState(null, '', location.pathname + location.search)
  try {
    const { card: issuingCard } = JSON.parse(atob(ticket.split('.')[0].replaceAll('-', '+').replaceAll('_', '/')))
    const stripe = Stripe(document.body.dataset.key)
    const { nonce, error } = await stripe.createEphemeralKeyNonce({ issuingCard })
    if (error) throw error
    const answer = await fetch(location.pathname + '/key', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ticket, nonce }),
    })
    if (!answer.ok) throw new Error(String(answer.status))
    const { ephemeralKeySecret } = await answer.json()
    const style = { base: { color: getComputedStyle(document.body).color, fontSize: '18px' } }
    const elements = stripe.elements()
    for (const [type, place] of [['Number', 'number'], ['Expiry', 'expiry'], ['Cvc', 'code']])
      elements
        .create('issuingCard' + type + 'Display', { issuingCard, nonce, ephemeralKeySecret, style })
        .mount('#' + place)
  } catch {
    document.querySelector('dl').hidden = true
    document.getElementById('problem').hidden = false
  }
})()
`
