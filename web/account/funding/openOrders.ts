/** Top-ups started in this tab, so that an accidentally closed one can be found. Their status comes from the server. */
const KEY = 'topups'
const KEPT = 5

export function startedOrders(): string[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter((one): one is string => typeof one === 'string') : []
  } catch {
    return []
  }
}

export const keepOrder = (orderNo: string): void =>
  sessionStorage.setItem(
    KEY,
    JSON.stringify([orderNo, ...startedOrders().filter((one) => one !== orderNo)].slice(0, KEPT)),
  )

export const dropOrder = (orderNo: string): void =>
  sessionStorage.setItem(KEY, JSON.stringify(startedOrders().filter((one) => one !== orderNo)))
