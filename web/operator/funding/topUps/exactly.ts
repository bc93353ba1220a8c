/** Formats an exact amount: grouped, without insignificant digits. `3800.000000` is `3,800.00`. */
export function exactly(text: string): string {
  const [whole = '0', part = ''] = text.replaceAll(',', '').split('.')
  return `${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${part.replace(/0+$/, '').padEnd(2, '0')}`
}
