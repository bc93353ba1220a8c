import { fillFromAddress, offerCards, statusOf } from './cards.js'
import { words } from './words.js'

const find = (id) => document.getElementById(id)
const digitsOf = { JPY: 0, KRW: 0 }
const currencies = ['USD', 'EUR', 'GBP', 'CNY', 'HKD', 'JPY', 'AUD', 'CAD', 'KRW', 'INR', 'IDR']
const tokens = { USDT: 'real', FAKE: 'fake', USDC: 'usdc', APPROVAL: 'approval', REVERTED: 'reverted' }
let language = localStorage.getItem('language') ?? (navigator.language.startsWith('zh') ? 'cn' : 'en')
const say = (name) => words[language][name] ?? name

async function call(path, body) {
  const wish =
    body === undefined
      ? {}
      : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  const response = await fetch(path, wish).catch(() => {
    throw new Error(say('away'))
  })
  const answer = await response.json()
  if (!response.ok) throw new Error(answer.message)
  return answer
}

let toastTimer
function toast(text) {
  find('toast').textContent = text
  clearTimeout(toastTimer)
  toastTimer = setTimeout(() => find('toast').replaceChildren(), 5000)
}

/** Runs the action of a button or a form, once at a time, and shows errors. */
function doing(button, work) {
  button.disabled = true
  work()
    .catch((error) => toast(error.message))
    .finally(() => {
      button.disabled = false
    })
}

function onSubmit(id, work) {
  const form = find(id)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const button = form.querySelector('button:not([type])')
    if (button) doing(button, () => work(Object.fromEntries(new FormData(form)), form))
  })
}

function element(name, props = {}, ...children) {
  const made = Object.assign(document.createElement(name), props)
  made.append(...children)
  return made
}

const money = (minor, currency = 'USD') =>
  new Intl.NumberFormat(language === 'cn' ? 'zh-CN' : 'en', {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  }).format(minor / 10 ** (digitsOf[currency] ?? 2))
const SHANGHAI_TIME = { timeZone: 'Asia/Shanghai', hourCycle: 'h23' }
const locale = () => (language === 'cn' ? 'zh-CN' : 'en-GB')
const shown = (time, parts) => new Date(time).toLocaleString(locale(), { ...SHANGHAI_TIME, ...parts })
const dayOf = (time) => shown(time, { year: 'numeric', month: 'short', day: 'numeric' })
/** As much of it as is needed: the time can be moved by years. */
const clock = (time) => {
  const minutes = { hour: '2-digit', minute: '2-digit' }
  if (dayOf(time) === dayOf(worldMs)) return shown(time, { ...minutes, second: '2-digit' })
  if (shown(time, { year: 'numeric' }) !== shown(worldMs, { year: 'numeric' })) return dayOf(time)
  return shown(time, { month: 'short', day: 'numeric', ...minutes })
}

function minorUnits(text, currency) {
  const digits = digitsOf[currency] ?? 2
  const found = /^(\d{1,9})(?:\.(\d*))?$/.exec(text.trim().replaceAll(',', ''))
  if (!found || (found[2] ?? '').length > digits) throw new Error(say('badAmount'))
  return Number(found[1] + (found[2] ?? '').padEnd(digits, '0'))
}

onSubmit('buy', async (wish) => {
  const expiry = /^\s*(\d{1,2})\s*\/?\s*(\d{2}|\d{4})\s*$/.exec(wish.expiry)
  if (!expiry) throw new Error(say('badExpiry'))
  const answer = await call('/network/purchases', {
    cardNumber: wish.cardNumber.replace(/\D/g, ''),
    expMonth: Number(expiry[1]),
    expYear: Number(expiry[2]),
    ...(wish.cvc ? { cvc: wish.cvc } : {}),
    ...(wish.zipCode ? { zipCode: wish.zipCode } : {}),
    merchantId: wish.merchantId,
    amountCents: minorUnits(wish.amount, wish.currency),
    currency: wish.currency,
  })
  showOutcome(answer)
  if (answer.challenge) askForCode(answer.authorizationId, merchantNames()[wish.merchantId])
  await showList()
})

function showOutcome({ approved, challenge, amountCents, isoCode, reason }) {
  const done = `${say('approved')} ${money(amountCents)} · ${isoCode}`
  const said = approved ? done : `${say('declined')} · ${reason} · ${isoCode}`
  find('bought').className = approved || challenge ? 'good' : 'bad'
  find('bought').textContent = challenge ? say('challenged') : said
}

const merchantNames = () => Object.fromEntries(merchants.map(({ merchantId, name }) => [merchantId, name]))
let challenged
function askForCode(authorizationId, merchantName) {
  challenged = authorizationId
  find('three-d').hidden = false
  find('three-d-for').textContent = `${say('codeFor')} ${merchantName}`
  find('three-d').elements.code.value = ''
  find('three-d').elements.code.focus()
}
onSubmit('three-d', async ({ code }, form) => {
  const answer = await call(`/network/three-d/${challenged}`, { code })
  showOutcome(answer)
  form.hidden = true
  await showList()
})

let lastTransfer
onSubmit('coins', async ({ toAddress, units, token, confirmations }) => {
  const { txHash } = await call('/chain/transfers', {
    toAddress: toAddress.trim(),
    units: units.trim(),
    token,
    ...(confirmations === '' ? {} : { confirmations: Number(confirmations) }),
  })
  lastTransfer = txHash
  find('sent').className = 'good'
  find('sent').textContent = `${say('sent')} ${txHash}`
  find('reorg').hidden = false
})
find('reorg').addEventListener('click', ({ currentTarget }) =>
  doing(currentTarget, async () => {
    await call('/chain/reorg', { txHash: lastTransfer })
    find('reorg').hidden = true
    find('sent').className = 'bad'
    find('sent').textContent = say('gone')
  }),
)

onSubmit('funds', async ({ amount, reference }) => {
  const { balance } = await call('/network/program-funds', {
    amountCents: Math.round(Number(amount) * 100),
    reference: reference.trim(),
  })
  find('funded').className = 'good'
  find('funded').textContent = say('funded').replace('{balance}', (balance / 100).toFixed(2))
})

onSubmit('break', async (wish) => {
  const { duplicate, repeatRequests, wrongSettlement, ...numbers } = wish
  await call('/network/faults', {
    duplicate: duplicate === 'on',
    repeatRequests: repeatRequests === 'on',
    wrongSettlement: wrongSettlement === 'on',
    ...Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, Number(value)])),
  })
  await showFaults()
})
find('mend').addEventListener('click', ({ currentTarget }) =>
  doing(currentTarget, async () => {
    await call('/network/faults', {})
    await showFaults()
  }),
)

const falseValues = {
  wrongCard: () => ({ otherCard: true }),
  wrongCurrency: () => ({ currency: 'JPY' }),
  wrongDate: () => ({ occurredAtMs: worldMs + 400 * 24 * HOUR }),
}
onSubmit('wrong', async ({ id, type, field }) => {
  const { eventId } = await call('/network/wrong-events', { type, id, ...falseValues[field]() })
  find('wronged').className = 'good'
  find('wronged').textContent = `${say('wronged')} ${eventId}`
})

const HOUR = 3_600_000
const SHANGHAI = 8 * HOUR
/** Five minutes before the end of the month in Asia/Shanghai, which the service uses for its days. */
function toMonthEnd(now) {
  const local = new Date(now + SHANGHAI)
  const end = Date.UTC(local.getUTCFullYear(), local.getUTCMonth() + 1, 1) - SHANGHAI - 300_000
  return end > now ? end - now : 300_000
}
const forwards = {
  hour: () => HOUR,
  day: () => 24 * HOUR,
  week: () => 7 * 24 * HOUR,
  month: () => 30 * 24 * HOUR,
  monthEnd: toMonthEnd,
  year: () => 365 * 24 * HOUR,
}
for (const button of document.querySelectorAll('[data-forward]'))
  button.addEventListener('click', () =>
    doing(button, async () => {
      const { nowMs } = await call('/clock')
      await call('/clock/forward', { ms: forwards[button.dataset.forward](nowMs) })
      await showNow()
    }),
  )

/** The time of the simulated world. */
let worldMs = Date.now()
async function showNow() {
  const { nowMs, offsetMs } = await call('/clock')
  worldMs = nowMs
  const options = { dateStyle: 'full', timeStyle: 'medium', timeZone: 'Asia/Shanghai' }
  const moved = offsetMs ? ` · ${say('movedBy').replace('{n}', (offsetMs / 24 / HOUR).toFixed(1))}` : ''
  find('now').textContent = new Date(nowMs).toLocaleString(locale(), options) + moved
}

async function showFaults() {
  const faults = await call('/network/faults')
  const form = find('break')
  for (const [name, value] of Object.entries(faults)) {
    // Some are for tests alone and have no field here.
    const field = form.elements[name] ?? {}
    if (typeof value === 'boolean') field.checked = value
    else field.value = Math.round(value * 100) / 100
  }
  const broken = Object.values(faults).some(Boolean)
  find('broken').className = broken ? 'bad' : 'good'
  find('broken').textContent = say(broken ? 'broken' : 'mended')
}

const phone = find('phone').elements.mobile
find('phone').addEventListener('submit', (event) => event.preventDefault())
phone.addEventListener('input', () => void showInbox())

let inboxShown = ''
async function showInbox() {
  const messages = await call(`/sms/inbox?mobile=${encodeURIComponent(phone.value.replace(/\D/g, ''))}`)
  const state = language + dayOf(worldMs) + JSON.stringify(messages)
  if (state === inboxShown) return
  inboxShown = state
  find('inbox').replaceChildren(
    ...messages
      .slice(0, 30)
      .map(({ mobile, text, code, time }) =>
        element(
          'li',
          {},
          element('small', { textContent: `${mobile} · ${clock(time)}` }),
          text,
          ...(code ? [element('b', { textContent: code })] : []),
        ),
      ),
  )
  if (!messages.length) find('inbox').append(element('li', { textContent: say('noMessages') }))
}

async function showAuthenticator() {
  const { code, leftMs } = await call('/authenticator')
  find('authenticator').hidden = !code
  find('authenticator').querySelector('b').textContent = code ?? ''
  find('authenticator').querySelector('small').textContent = `${Math.ceil(leftMs / 1000)} s`
}

let listShown = ''
async function showList() {
  const rows = await call('/network/authorizations?limit=40')
  const state = language + dayOf(worldMs) + JSON.stringify(rows)
  if (state === listShown) return
  listShown = state
  find('empty').hidden = rows.length > 0
  const focused = document.activeElement?.id
  find('list').replaceChildren(...rows.map(rowOf))
  choices(
    find('wrong').elements.id,
    rows
      .filter(({ status }) => status !== 'DECLINED' && status !== 'CHALLENGED')
      .map((row) => [
        row.authorizationId,
        `${clock(row.time)} · ${row.merchantName} · ··${row.lastFour} · ${money(row.amountCents)}`,
      ]),
  )
  if (focused) find(focused)?.focus()
}

function rowOf(row) {
  const below = (text) => (text ? [element('small', { textContent: text })] : [])
  const cell = (text, className = '', note = '') => element('td', { className }, text, ...below(note))
  return element(
    'tr',
    {},
    cell(clock(row.time)),
    cell(`·· ${row.lastFour}`),
    cell(row.merchantName, '', row.byShopper && say('shopper')),
    cell(
      money(row.amountCents),
      'money',
      row.merchantCurrency !== 'USD' && money(row.merchantAmount, row.merchantCurrency),
    ),
    cell(
      money(row.clearedCents),
      'money',
      row.refundedCents > 0 && say('refunded').replace('{n}', money(row.refundedCents)),
    ),
    cell(say(statusOf(row)), row.status === 'DECLINED' ? 'bad' : '', row.reason && `${row.reason} ${row.isoCode}`),
    element('td', {}, ...actionsOf(row)),
  )
}

function actionsOf(row) {
  const at = `/network/authorizations/${row.authorizationId}`
  const action = (name, work) => {
    const button = element('button', {
      type: 'button',
      className: 'quiet',
      id: `${name}-${row.authorizationId}`,
      textContent: say(name),
      ariaLabel: `${say(name)} ${row.merchantName} ${money(row.amountCents)}`,
    })
    button.addEventListener('click', () =>
      doing(button, async () => {
        await work()
        await showList()
      }),
    )
    return button
  }
  const left = row.clearedCents - row.refundedCents
  return [
    ...(row.challenge ? [action('enterCode', async () => askForCode(row.authorizationId, row.merchantName))] : []),
    ...(row.heldCents > 0
      ? [action('clear', () => call(`${at}/clear`, {})), action('reverse', () => call(`${at}/reverse`, {}))]
      : []),
    ...(left > 0 ? [action('refund', () => refundAll(row.authorizationId, left))] : []),
  ]
}
const refundAll = (id, amountCents) => call(`/network/authorizations/${id}/refund`, { amountCents })

function choices(select, options) {
  const chosen = select.value
  select.replaceChildren(...options.map(([value, textContent]) => element('option', { value, textContent })))
  if (options.some(([value]) => value === chosen)) select.value = chosen
}

let merchants = []
async function speak() {
  document.documentElement.lang = language === 'cn' ? 'zh-CN' : 'en'
  document.title = `${say('title')} · Kaika`
  for (const node of document.querySelectorAll('[data-text]')) node.textContent = say(node.dataset.text)
  find('language').textContent = say('language')
  find('language').lang = language === 'cn' ? 'en' : 'zh-CN'
  choices(
    find('buy').elements.merchantId,
    merchants.map(({ merchantId, name, mcc, country }) => [merchantId, `${name} · ${mcc} · ${country}`]),
  )
  choices(
    find('buy').elements.currency,
    currencies.map((currency) => [currency, currency]),
  )
  choices(
    find('coins').elements.token,
    Object.entries(tokens).map(([token, name]) => [token, say(name)]),
  )
  choices(
    find('wrong').elements.type,
    ['clearing.posted', 'refund.posted', 'auth.reversed', 'auth.expired'].map((type) => [type, say(type)]),
  )
  choices(
    find('wrong').elements.field,
    Object.keys(falseValues).map((field) => [field, say(field)]),
  )
  choices(find('coins').elements.confirmations, [
    ['', say('accrue')],
    ...[20, 5, 0].map((n) => [String(n), say('atOnce').replace('{n}', n)]),
  ])
  await showNow()
  await Promise.all([showInbox(), showAuthenticator(), showList(), showFaults(), offerCards(find('buy'), call, say)])
  const { consoleUrl } = await call('/console')
  find('console').href = consoleUrl
}

find('language').addEventListener('click', () => {
  language = language === 'cn' ? 'en' : 'cn'
  localStorage.setItem('language', language)
  void speak().catch((error) => toast(error.message))
})

merchants = await call('/merchants').catch(() => [])
await speak().catch((error) => toast(error.message))
await fillFromAddress(find('buy'), call).catch((error) => toast(error.message))
setInterval(() => {
  if (!document.hidden) Promise.all([showInbox(), showAuthenticator(), showList(), showNow()]).catch(() => {})
}, 1500)
