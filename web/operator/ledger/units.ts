/** Formats minor units in their currency: USDT has six decimals, other console amounts have two. */
export function units(amount: number, scale: number): string {
  const text = String(Math.abs(amount)).padStart(scale + 1, '0')
  const [whole, part] = [text.slice(0, text.length - scale), text.slice(text.length - scale)]
  return `${amount < 0 ? '-' : ''}${whole.replace(/\B(?=(\d{3})+$)/g, ',')}${scale ? `.${part}` : ''}`
}
