/** Texts are a tree per language; a leaf has a key such as `cards.open.submit`. */

/** All keys of a tree. */
export type Keys<T, Path extends string = ''> = {
  [K in keyof T & string]: T[K] extends string ? `${Path}${K}` : Keys<T[K], `${Path}${K}.`>
}[keyof T & string]

/** The same tree in another language, with a singular (`days_one`) beside each counted text. */
export type Same<T> = { readonly [K in keyof T]: T[K] extends string ? string : Same<T[K]> } & {
  readonly [singular: `${string}_one`]: string
}

export type Values = Readonly<Record<string, string | number>>

/** Lists the leaves of a tree with their keys. */
export function leaves(tree: object, at = ''): [key: string, words: string][] {
  return Object.entries(tree).flatMap(([key, value]): [string, string][] =>
    typeof value === 'object' ? leaves(value as object, `${at}${key}.`) : [[`${at}${key}`, String(value)]],
  )
}

/** Returns the text of a key with its values filled in, in the singular if `count` is 1. A key without a text is returned as it is. */
export function phrase(texts: ReadonlyMap<string, string>, key: string, values: Values = {}): string {
  const words = (values['count'] === 1 && texts.get(`${key}_one`)) || texts.get(key) || key
  return words.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''))
}
