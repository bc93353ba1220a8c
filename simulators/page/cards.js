/** The cards of this world, to buy with: nobody has to type sixteen digits. */

const expiryOf = ({ expMonth, expYear }) => `${String(expMonth).padStart(2, '0')}/${expYear}`

function fill(form, { cardNumber, cvc, zipCode, ...card }) {
  const values = { cardNumber, cvc, zipCode, expiry: expiryOf(card) }
  for (const [name, value] of Object.entries(values)) form.elements[name].value = value
}

let cards = []
/** Choosing one fills in everything that is on it. New cards are asked for when the list is opened. */
export async function offerCards(form, call, say) {
  const select = form.elements.card
  const list = async () => {
    cards = await call('/network/cards')
    const chosen = select.value
    const options = cards.map((card) => {
      const text = `···· ${card.cardNumber.slice(-4)} · ${card.holder || expiryOf(card)}`
      return Object.assign(document.createElement('option'), { value: card.cardNumber, textContent: text })
    })
    const none = Object.assign(document.createElement('option'), { value: '', textContent: say('chooseCard') })
    select.replaceChildren(none, ...options)
    if (cards.some(({ cardNumber }) => cardNumber === chosen)) select.value = chosen
  }
  select.onchange = () => {
    const card = cards.find(({ cardNumber }) => cardNumber === select.value)
    if (card) fill(form, card)
  }
  select.onfocus = () => void list().catch(() => {})
  await list()
}

/** The console's test purchase names a card by its last four digits, and makes a small one at once: `#card=1234&buy`. A reload does not repeat it. */
export async function fillFromAddress(form, call) {
  const [, lastFour, buys] = /^#card=(\d{4})(&buy)?$/.exec(location.hash) ?? []
  const [card] = lastFour ? await call(`/network/cards?lastFour=${lastFour}`) : []
  if (!card) return
  fill(form, card)
  form.elements.card.value = card.cardNumber
  form.elements.merchantId.value = 'mer_github'
  history.replaceState(null, '', `#card=${lastFour}`)
  if (buys) form.requestSubmit()
}

/** Nothing is completed before the merchant has collected something. */
export const statusOf = ({ status, clearedCents }) =>
  status === 'PENDING' || (status === 'COMPLETE' && clearedCents === 0) ? 'approved' : status
