/** The form encoding of Stripe's API: `metadata[order]=1&expand[0]=data.source` is an object with an object and a list. */

type Value = string | Value[] | { [name: string]: Value }

/** Reads a body or the query of an address. A name without brackets that is repeated keeps its last value. */
export function readForm(text: string): Record<string, unknown> {
  const root: Record<string, Value> = {}
  for (const [name, value] of new URLSearchParams(text)) {
    const [first = '', ...rest] = name.split('[').map((part) => part.replace(/\]$/, ''))
    let at: Record<string, Value> = root
    let key = first
    for (const next of rest) {
      const inner = at[key]
      at = at[key] = typeof inner === 'object' && !Array.isArray(inner) ? inner : {}
      key = next === '' ? String(Object.keys(at).length) : next
    }
    at[key] = value
  }
  return listed(root) as Record<string, unknown>
}

/** Objects whose names are 0, 1, 2 … are lists. */
function listed(value: Value): Value {
  if (typeof value !== 'object' || Array.isArray(value)) return value
  const entries = Object.entries(value).map(([name, inner]) => [name, listed(inner)] as const)
  return entries.length > 0 && entries.every(([name], at) => name === String(at))
    ? entries.map(([, inner]) => inner)
    : Object.fromEntries(entries)
}
