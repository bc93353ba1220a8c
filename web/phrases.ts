/** Words as they are kept: a tree for each language, whose leaves have keys such as `cards.open.submit`. */

/** The keys of a tree, written out flat. */
export type Keys<T, Path extends string = ''> = {
  [K in keyof T & string]: T[K] extends string ? `${Path}${K}` : Keys<T[K], `${Path}${K}.`>
}[keyof T & string]

/** The same tree with any words on its leaves, and a singular (`days_one`) beside those that count. */
export type Same<T> = { readonly [K in keyof T]: T[K] extends string ? string : Same<T[K]> } & {
  readonly [singular: `${string}_one`]: string
}

export type Values = Readonly<Record<string, string | number>>

/** Every leaf of a tree by its key. */
export function leaves(tree: object, at = ''): [key: string, words: string][] {
  return Object.entries(tree).flatMap(([key, value]): [string, string][] =>
    typeof value === 'object' ? leaves(value as object, `${at}${key}.`) : [[`${at}${key}`, String(value)]],
  )
}

/** What a key says: in the singular where one is counted, with the values in their places. A key without words shows itself. */
export function phrase(texts: ReadonlyMap<string, string>, key: string, values: Values = {}): string {
  const words = (values['count'] === 1 && texts.get(`${key}_one`)) || texts.get(key) || key
  return words.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''))
}
